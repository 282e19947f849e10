import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * 2


f(np.ones((2, 3), np.float32), 1.0)  # error@1: f: too many positional arguments, expected f(x)
