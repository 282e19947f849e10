import numpy as np

from dlvm import nn
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return nn.relu(x, inplace=True)  # error@12: relu has no parameter inplace; staged tensors are values: assign the result, as in x = f(x)


f(np.ones((2, 3), np.float32))
