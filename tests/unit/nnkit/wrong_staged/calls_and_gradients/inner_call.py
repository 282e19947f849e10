import numpy as np

from dlvm.nnkit import Float1D, Float2D, staged


@staged
def norm(x: Float1D) -> Float1D:
    return x / 2


@staged
def outer(x: Float2D) -> Float1D:
    return norm(x)  # error@12: norm: argument x has rank 2 (shape (2, 3)), expected rank 1


outer(np.ones((2, 3), np.float32))
