import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * 2


f(np.ones(3, np.float32))  # error@1: f: argument x has rank 1 (shape (3,)), expected rank 2
