import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return np.clip(x, 0.0, 1.0)  # error@12: expected a function of dlvm.nnkit, got numpy.clip of a staged value; use nnkit.clip


f(np.ones(3, np.float32))
