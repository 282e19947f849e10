import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x.numpy()  # error@12: a staged tensor has no attribute numpy; return the tensor: results are NumPy arrays outside of the staged function


f(np.ones(3, np.float32))
