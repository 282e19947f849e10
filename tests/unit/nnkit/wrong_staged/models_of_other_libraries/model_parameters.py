from dlvm import nn

model = nn.Dense(3, 2)
model.parameters()  # error@1: Dense has no attribute parameters; a model is a struct of its parameters: nn.Trainer and optimizers take the model
