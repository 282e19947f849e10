import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return nnkit.mean(x, axis=0, keepdim=True)  # error@12: mean has no parameter keepdim; did you mean keepdims?


f(np.ones((2, 3), np.float32))
