import numpy as np

from dlvm.nnkit import Float0D, Float1D, staged


@staged
def f(x: Float1D) -> Float0D:
    return sum(e for e in x if e > 0)  # error@32: a staged value is used as a Python bool, expected a value that is known while staging; use nnkit.where(condition, value, 0.0) in place of the comprehension's if


f(np.ones(3, np.float32))
