import numpy as np

from dlvm.nnkit import Float1D, Float2D, staged


@staged
def f(x: Float1D) -> Float2D:
    return x.view(3, 1)  # error@12: a staged tensor has no attribute view; use .reshape(shape)


f(np.ones(3, np.float32))
