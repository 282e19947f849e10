from dlvm import nn

model = nn.Dense(3, 2)
model.compile(optimizer="adam")  # error@1: Dense has no attribute compile; use nn.Trainer(model, optimizer, loss)
