import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x.to('cuda')  # error@12: a staged tensor has no attribute to; convert element types with .astype(f32)


f(np.ones(3, np.float32))
