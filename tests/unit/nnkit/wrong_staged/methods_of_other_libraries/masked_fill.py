import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x.masked_fill(x > 0, 0.0)  # error@12: a staged tensor has no attribute masked_fill; use nnkit.where(mask, number, x)


f(np.ones(3, np.float32))
