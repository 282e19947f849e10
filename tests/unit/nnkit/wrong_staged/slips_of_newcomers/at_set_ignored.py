import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    x.at[0].set(5.0)  # error@5: this statement has no effect: staged values do not change in place; use the new value, as in x = x.at[i].set(value)
    return x


f(np.ones((2, 3), np.float32))
