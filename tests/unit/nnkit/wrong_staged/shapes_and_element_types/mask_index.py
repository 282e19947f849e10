import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def positive(x: Float1D) -> Float1D:
    return x[x > 0]  # error@12: indices must be integers, got element type bool; use where for a mask


positive(np.ones(3, np.float32))
