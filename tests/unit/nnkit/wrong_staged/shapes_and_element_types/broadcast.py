import numpy as np

from dlvm.nnkit import Float1D, Float2D, staged


@staged
def shifted(x: Float2D, b: Float1D) -> Float2D:
    return x + b  # error@12: add: shapes 2 x 3 and 2 do not broadcast: 3 against 2 at dimension 1 from the right, expected equal sizes or 1


shifted(np.ones((2, 3), np.float32), np.ones(2, np.float32))
