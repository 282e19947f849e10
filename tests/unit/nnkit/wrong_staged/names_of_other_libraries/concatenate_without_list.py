import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return nnkit.concatenate(x, x)  # error@12: concatenate: the tensors must be in a list, got several arguments; write concatenate([x, y])


f(np.ones((2, 3), np.float32))
