from dlvm import nn

nn.Adam(lr=1e-3)  # error@1: Adam has no parameter lr; did you mean learning_rate?
