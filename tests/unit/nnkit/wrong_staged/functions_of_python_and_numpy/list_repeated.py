import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x + len([0] * x.sum().astype(nnkit.i64))  # error@20: expected a staged tensor, a number or a NumPy array, got list; make an array of numbers with np.asarray(…), or stack tensors with nnkit.stack


f(np.ones(3, np.float32))
