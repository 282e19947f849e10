import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return nnkit.cumsum(x)  # error@12: dlvm.nnkit has no attribute cumsum; use nnkit.cumulative_sum


f(np.ones(3, np.float32))
