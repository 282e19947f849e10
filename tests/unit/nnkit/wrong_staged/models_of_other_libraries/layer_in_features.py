from dlvm import nn

nn.Dense(in_features=3, outputs=2)  # error@1: Dense has no parameter in_features; did you mean inputs?
