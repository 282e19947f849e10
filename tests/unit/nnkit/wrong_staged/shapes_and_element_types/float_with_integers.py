import numpy as np

from dlvm.nnkit import Int1D, staged


@staged
def more(x: Int1D) -> Int1D:
    return x + 0.5  # error@12: expected a number of element type i64, got the float 0.5; convert the integers with .astype(f32)


more(np.arange(4))
