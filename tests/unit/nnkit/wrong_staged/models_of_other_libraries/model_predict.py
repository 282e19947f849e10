from dlvm import nn

model = nn.Dense(3, 2)
model.predict()  # error@1: Dense has no attribute predict; use nn.Trainer(model).predict(x), or call the model in a staged function
