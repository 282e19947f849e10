import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:  # error@1: f must return a value, got None; end it with return
    y = x * 2


f(np.ones((2, 3), np.float32))
