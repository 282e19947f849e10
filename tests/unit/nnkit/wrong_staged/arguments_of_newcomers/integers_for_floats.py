import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * 2


f(np.ones((2, 3), int))  # error@1: f: argument x has element type int64, expected f32; convert it with .astype(np.float32)
