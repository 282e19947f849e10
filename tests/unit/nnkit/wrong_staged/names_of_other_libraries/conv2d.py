from dlvm import nn

nn.Conv2d(3, 4, 3)  # error@1: dlvm.nn has no attribute Conv2d; use nn.Conv2D
