import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return nnkit.no_grad()  # error@12: dlvm.nnkit has no attribute no_grad; leave it out: only gradient(f) computes gradients


f(np.ones(3, np.float32))
