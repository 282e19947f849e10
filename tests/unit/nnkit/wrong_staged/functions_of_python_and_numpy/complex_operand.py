import numpy as np

from dlvm.nnkit import Int1D, staged


@staged
def f(x: Int1D) -> Int1D:
    return x * 2j  # error@12: multiply: a complex number does not mix with element type i64; convert the tensor with .astype(c64)


f(np.ones(3, np.int64))
