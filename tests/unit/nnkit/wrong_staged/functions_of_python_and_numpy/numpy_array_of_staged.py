import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return np.array([x[0], x[1]])  # error@12: a staged value is used as a NumPy array, expected a value that is known while staging; use the functions of dlvm.nnkit


f(np.ones(3, np.float32))
