from dlvm import nn

model = nn.Dense(3, 2)
model.fit()  # error@1: Dense has no attribute fit; use nn.Trainer(model, optimizer, loss).fit(x, y)
