import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    x.at[0] = 5.0  # error@5: x.at[i] must not be assigned to: staged tensors are values; write x = x.at[i].set(value)
    return x


f(np.ones((2, 3), np.float32))
