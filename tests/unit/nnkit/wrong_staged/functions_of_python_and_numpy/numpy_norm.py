import numpy as np

from dlvm.nnkit import Float0D, Float1D, staged


@staged
def f(x: Float1D) -> Float0D:
    return np.linalg.norm(x)  # error@12: expected a function of dlvm.nnkit, got numpy.linalg.norm of a staged value; use nnkit.linalg.norm


f(np.ones(3, np.float32))
