import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x.astype(nnkit.i64) // 0  # error@12: division of integers: divisors must not be 0


f(np.ones((2, 3), np.float32))
