from dlvm import nn

model = nn.Dense(3, 1)
nn.Trainer(model, nn.Adam(), "mse")  # error@1: Trainer: the loss must be a function of outputs and targets such as nn.mean_squared_error, got 'mse'
