import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return nnkit.relu(x)  # error@12: dlvm.nnkit has no attribute relu; it is in dlvm.nn


f(np.ones(3, np.float32))
