import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return nnkit.stop_gradient(x)  # error@12: dlvm.nnkit has no attribute stop_gradient; name the arguments to differentiate: gradient(f, 'w')


f(np.ones(3, np.float32))
