import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x + nnkit.zeros(2, 3)  # error@16: dtype must be an element type such as f32 or np.float32, got 3; several sizes are one shape, as in zeros((2, 3))


f(np.ones((2, 3), np.float32))
