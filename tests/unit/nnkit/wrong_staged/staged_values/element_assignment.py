import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def clear(x: Float1D) -> Float1D:
    x[0] = 0.0  # error@5: staged tensors are values, so assignment to an element is not possible; write x = x.at[i].set(value), or choose elements with where
    return x


clear(np.ones(3, np.float32))
