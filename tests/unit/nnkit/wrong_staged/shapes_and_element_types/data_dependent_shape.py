import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float1D, Int1D, staged


@staged
def f(x: Float1D) -> Int1D:
    return nnkit.nonzero(x)[0]  # error@12: nonzero: the shape of its result depends on the numbers, which are not known while staging; pass a bound on its size, as in nonzero(x, size=100)


f(np.ones(3, np.float32))
