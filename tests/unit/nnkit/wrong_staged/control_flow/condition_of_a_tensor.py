import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def positive(x: Float1D) -> Float1D:
    if x > 0:  # error@8: a condition must be a single bool, got type <3 x bool>; reduce a tensor with .all() or .any(), compare a number with 0
        x = x + 1
    return x


positive(np.ones(3, np.float32))
