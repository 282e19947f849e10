import numpy as np

from dlvm.nnkit import Float2D, concatenate, staged


@staged
def f(x: Float2D) -> Float2D:
    return concatenate([x, x.T], axis=0)  # error@12: concatenate: expected size 3 at dimension 1, got 2


f(np.ones((2, 3), np.float32))
