import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x[nnkit.where(x > 0)]  # error@14: where needs a condition and two tensors, got the condition alone: how many elements are true is known only at run time; choose elements with where(condition, x, y)


f(np.ones((2, 3), np.float32))
