import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x.flatten()  # error@12: a staged tensor has no attribute flatten; use nnkit.ravel(x)


f(np.ones(3, np.float32))
