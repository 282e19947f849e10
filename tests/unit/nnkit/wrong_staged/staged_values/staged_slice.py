import numpy as np

from dlvm.nnkit import Float1D, Int0D, staged


@staged
def first(x: Float1D, n: Int0D) -> Float1D:
    return x[:n]  # error@12: slice bound: expected an integer known while staging, got a staged value


first(np.ones(3, np.float32), 2)
