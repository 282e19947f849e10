import numpy as np

from dlvm import nn
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return nn.Dense(4, 2)(x)  # error@12: Dense: expected 4 inputs along the last axis, got shape (2, 3)


f(np.ones((2, 3), np.float32))
