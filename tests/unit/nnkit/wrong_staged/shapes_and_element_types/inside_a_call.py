import numpy as np

from dlvm.nnkit import Float1D, Float2D, staged


@staged
def product(x: Float2D, w: Float1D) -> Float1D:
    return x @ w  # error@12: dot: inner dimensions differ: 3 in <2 x 3 x f32> against 2 in <2 x f32>


@staged
def outer(x: Float2D) -> Float1D:
    return product(x, x[0, :2])


outer(np.ones((2, 3), np.float32))
