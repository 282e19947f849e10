import numpy as np

from dlvm.nnkit import Float1D, Int0D, staged


@staged
def f(x: Float1D) -> Int0D:
    return x.dim()  # error@12: a staged tensor has no attribute dim; use .ndim


f(np.ones(3, np.float32))
