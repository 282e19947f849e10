import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return np.tanh(x)  # error@12: expected a function of dlvm.nnkit, got numpy.tanh of a staged value; use nnkit.tanh


f(np.ones(3, np.float32))
