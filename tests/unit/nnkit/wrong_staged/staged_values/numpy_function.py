import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return np.exp(x)  # error@12: numpy.exp of a staged value found, expected a function of dlvm.nnkit


f(np.ones(3, np.float32))
