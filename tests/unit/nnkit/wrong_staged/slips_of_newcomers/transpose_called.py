import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x.T()  # error@12: T is the transposed tensor, not a method; write x.T


f(np.ones((2, 3), np.float32))
