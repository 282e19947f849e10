import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return nnkit.concatenate((x, x), dim=0)  # error@12: concatenate has no parameter dim; did you mean axis?


f(np.ones((2, 3), np.float32))
