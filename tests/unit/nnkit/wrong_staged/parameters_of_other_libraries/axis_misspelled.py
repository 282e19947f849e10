import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float0D, Float1D, staged


@staged
def f(x: Float1D) -> Float0D:
    return nnkit.sum(x, axs=0)  # error@12: sum has no parameter axs; did you mean axis?


f(np.ones(3, np.float32))
