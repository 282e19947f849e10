import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return nnkit.exp(x, out=x)  # error@12: exp has no parameter out; staged tensors are values: assign the result, as in x = f(y)


f(np.ones((2, 3), np.float32))
