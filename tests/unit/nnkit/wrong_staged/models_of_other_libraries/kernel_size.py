from dlvm import nn

nn.Conv2D(1, 8, kernel_size=3)  # error@1: Conv2D has no parameter kernel_size; did you mean window?
