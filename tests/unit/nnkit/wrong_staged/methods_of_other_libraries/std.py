import numpy as np

from dlvm.nnkit import Float0D, Float1D, staged


@staged
def f(x: Float1D) -> Float0D:
    return x.std()  # error@12: a staged tensor has no attribute std; use nnkit.std(x)


f(np.ones(3, np.float32))
