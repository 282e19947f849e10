from dlvm import nn

model = nn.Dense(3, 2)
model.eval()  # error@1: Dense has no attribute eval; leave it out: a model is in evaluation mode unless nn.Trainer.fit trains it
