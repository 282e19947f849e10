import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * 2


f(y=np.ones((2, 3), np.float32))  # error@1: f: missing a required argument: 'x', expected f(x)
