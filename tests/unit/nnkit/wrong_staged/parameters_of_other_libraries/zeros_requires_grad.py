import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return nnkit.zeros((2, 3), requires_grad=True)  # error@12: zeros has no parameter requires_grad; name the arguments to differentiate: gradient(f, 'w')


f(np.ones((2, 3), np.float32))
