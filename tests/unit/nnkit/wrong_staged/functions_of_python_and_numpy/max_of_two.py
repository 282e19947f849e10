import numpy as np

from dlvm.nnkit import Float0D, Float1D, staged


@staged
def f(x: Float1D) -> Float0D:
    return max(x[0], 0.0)  # error@12: a staged value is used as a Python bool, expected a value that is known while staging; use nnkit.maximum(x, y), or nnkit.max(x) of a tensor


f(np.ones(3, np.float32))
