import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return np.arctan(x)  # error@12: expected a function of dlvm.nnkit, got numpy.arctan of a staged value; use nnkit.atan


f(np.ones(3, np.float32))
