import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x / x.size(0)  # error@16: size is the number of elements, not a method; use x.shape[axis]


f(np.ones((2, 3), np.float32))
