from dlvm import nn

model = nn.Dense(3, 1)
nn.Trainer(model, "adam")  # error@1: Trainer: the second argument must be an optimizer such as nn.Adam(), got 'adam'; the loss is the third
