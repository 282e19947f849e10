import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x.max(dim=1)  # error@12: max has no parameter dim; did you mean axis?


f(np.ones((2, 3), np.float32))
