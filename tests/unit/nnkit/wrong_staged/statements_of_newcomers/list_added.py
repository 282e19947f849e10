import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x + [1.0, 2.0, 3.0]  # error@12: expected a staged tensor, a number or a NumPy array, got list; make an array of numbers with np.asarray(…), or stack tensors with nnkit.stack


f(np.ones((2, 3), np.float32))
