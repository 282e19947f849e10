import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x + nnkit.zeros(2, 3, 4)  # error@16: zeros takes the shape as one argument; write a tuple: zeros((2, 3))


f(np.ones((2, 3), np.float32))
