import numpy as np

from dlvm.nnkit import Float1D, Float2D, staged


@staged
def f(x: Float1D) -> Float2D:
    return x.reshap((3, 1))  # error@12: a staged tensor has no attribute reshap; did you mean reshape?


f(np.ones(3, np.float32))
