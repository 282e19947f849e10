import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def total(x: Float2D) -> Float2D:
    return x.sum(axis=2, keepdims=True)  # error@12: add: axis must be -2 to 1 for rank 2, got 2


total(np.ones((2, 3), np.float32))
