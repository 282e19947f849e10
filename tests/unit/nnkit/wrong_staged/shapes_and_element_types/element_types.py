import numpy as np

from dlvm.nnkit import Float2D, Int2D, staged


@staged
def mixed(x: Float2D, y: Int2D) -> Float2D:
    return x * y  # error@12: multiply: expected element type f32, got i64; element types do not mix, convert one with .astype(f32)


mixed(np.ones((2, 3), np.float32), np.ones((2, 3), np.int64))
