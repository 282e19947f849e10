import numpy as np

from dlvm import nn
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return nn.Dense(4, 2)(x)  # error@12: Dense: input must have shape (..., 4), got (2, 3)


f(np.ones((2, 3), np.float32))
