import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x if any(x > 0) else -x  # error@17: a staged value is used as a Python bool, expected a value that is known while staging; use nnkit.any(x)


f(np.ones(3, np.float32))
