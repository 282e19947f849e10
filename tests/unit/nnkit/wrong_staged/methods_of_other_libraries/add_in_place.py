import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x.add_(1.0)  # error@12: a staged tensor has no attribute add_; staged tensors are values: write x = x + y


f(np.ones(3, np.float32))
