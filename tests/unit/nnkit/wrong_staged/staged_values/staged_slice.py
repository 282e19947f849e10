import numpy as np

from dlvm.nnkit import Float1D, Int0D, staged


@staged
def first(x: Float1D, n: Int0D) -> Float1D:
    return x[:n]  # error@12: slice bound: expected an integer known while staging or a size of a tensor, such as x.shape[0], got a staged value; use the greatest size that is possible, and a mask


first(np.ones(3, np.float32), 2)
