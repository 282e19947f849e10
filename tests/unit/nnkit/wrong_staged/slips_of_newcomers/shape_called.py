import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x / x.shape(0)  # error@16: shape is a tuple of sizes, not a method; use x.shape[axis]


f(np.ones((2, 3), np.float32))
