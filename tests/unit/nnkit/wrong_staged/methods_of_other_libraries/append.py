import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x.append(1.0)  # error@12: a staged tensor has no attribute append; use nnkit.concatenate, or collect values with nnkit.map


f(np.ones(3, np.float32))
