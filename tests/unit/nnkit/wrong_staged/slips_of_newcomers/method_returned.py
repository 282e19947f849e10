import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x.sum  # error@12: the result of f is a method of a staged tensor, expected its result; call it


f(np.ones((2, 3), np.float32))
