import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    del x[0]  # error@9: staged tensors are values, so an element cannot be deleted; concatenate the parts that remain
    return x


f(np.ones((2, 3), np.float32))
