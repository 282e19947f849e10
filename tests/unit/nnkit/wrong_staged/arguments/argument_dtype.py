import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def same(x: Float2D) -> Float2D:
    return x


same(np.ones((2, 3)))  # error@1: same: argument x has element type float64, expected f32; convert it with .astype(np.float32)
