import numpy as np

from dlvm.nnkit import Float1D, Float2D, staged


@staged
def f(x: Float1D) -> Float2D:
    return x.unsqueeze(0)  # error@12: a staged tensor has no attribute unsqueeze; use nnkit.expand_dims(x, axis=…)


f(np.ones(3, np.float32))
