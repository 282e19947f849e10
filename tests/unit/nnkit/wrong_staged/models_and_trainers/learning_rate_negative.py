from dlvm import nn

nn.SGD(-0.1)  # error@1: SGD: the learning rate must be a number of at least 0, got -0.1
