import numpy as np

from dlvm.nnkit import Float0D, Float1D, staged


@staged
def f(x: Float1D) -> Float0D:
    return x.sum().item()  # error@12: a staged tensor has no attribute item; return the tensor: a scalar result is a NumPy scalar outside of the staged function


f(np.ones(3, np.float32))
