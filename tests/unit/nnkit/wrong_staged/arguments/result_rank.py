import numpy as np

from dlvm.nnkit import Float1D, Float2D, staged


@staged
def total(x: Float2D) -> Float1D:
    return x.sum()  # error@12: the result of total has rank 0 (shape ()), expected rank 1


total(np.ones((2, 3), np.float32))
