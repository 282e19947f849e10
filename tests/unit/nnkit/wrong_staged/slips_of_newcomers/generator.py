import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:  # error@1: the result of f is a value of type generator, expected a tensor of rank 2 of f32
    yield x


f(np.ones((2, 3), np.float32))
