import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def product(x: Float2D, w: Float2D) -> Float2D:
    y = x + 1
    return y @ w * 2  # error@12: dot: inner dimensions differ: 3 in <2 x 3 x f32> against 2 in <2 x 3 x f32>


product(np.ones((2, 3), np.float32), np.ones((2, 3), np.float32))
