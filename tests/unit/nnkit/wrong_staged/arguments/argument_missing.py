import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def add(x: Float2D, y: Float2D) -> Float2D:
    return x + y


add(np.ones((2, 3), np.float32))  # error@1: add: missing a required argument: 'y', expected add(x, y)
