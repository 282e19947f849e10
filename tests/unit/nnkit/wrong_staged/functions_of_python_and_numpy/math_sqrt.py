import math

import numpy as np

from dlvm.nnkit import Float0D, Float1D, staged


@staged
def f(x: Float1D) -> Float0D:
    return math.sqrt(x.sum())  # error@12: a staged value is only known when the program runs, but Python needs a float; use nnkit.sqrt


f(np.ones(3, np.float32))
