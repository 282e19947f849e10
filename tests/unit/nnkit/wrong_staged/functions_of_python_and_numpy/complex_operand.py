import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x * 2j  # error@12: expected a real number, got 2j; staged functions have no complex numbers; keep the parts as two tensors


f(np.ones(3, np.float32))
