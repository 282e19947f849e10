import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x.mean * 2  # error@12: a method is used as a number, expected its result; call it, as in x.mean()


f(np.ones((2, 3), np.float32))
