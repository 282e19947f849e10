import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def clear(x: Float1D) -> Float1D:
    x[0] = 0.0  # error@5: staged tensors are values, so assignment to an element is not possible; make a new one, for example with where
    return x


clear(np.ones(3, np.float32))
