import numpy as np

from dlvm.nnkit import Int1D, Tensor1D, staged, u64


@staged
def f(x: Int1D, y: Tensor1D[u64]) -> Int1D:
    return x + y  # error@12: add: expected element type i64, got u64; element types do not mix, convert one with .astype(i64)


f(np.ones(3, np.int64), np.ones(3, np.uint64))
