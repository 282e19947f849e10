import numpy as np

from dlvm.nnkit import Float1D, Float2D, staged


@staged
def row(x: Float2D) -> Float1D:
    return x[2]  # error@12: index must be -2 to 1 for size 2 at axis 0, got 2


row(np.ones((2, 3), np.float32))
