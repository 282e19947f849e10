import numpy as np

from dlvm import nn
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return nn.Dense(3, 4)({"a": x})  # error@12: expected a staged tensor, a number or a NumPy array, got dict; pass the tensors that it holds


f(np.ones((2, 3), np.float32))
