from dlvm import nn

model = nn.Dense(3, 1)
nn.Trainer(model, nn.mean_squared_error, nn.Adam(0.1))  # error@1: Trainer: the second argument must be an optimizer such as nn.Adam(), got mean_squared_error; the loss is the third
