import math

import numpy as np

from dlvm.nnkit import Float0D, Float1D, staged


@staged
def f(x: Float1D) -> Float0D:
    return math.exp(x[0])  # error@12: a staged value is only known when the program runs, but Python needs a float; use nnkit.exp


f(np.ones(3, np.float32))
