import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def choice(x: Float1D) -> Float1D:
    if x[0] > 0:
        y = x
    else:
        y = x[1:]  # error@9: y has type <3 x f32> on one path and <2 x f32> on the other, expected the same type on both
    return y + 1


choice(np.ones(3, np.float32))
