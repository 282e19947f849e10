import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(values: list[Float1D]) -> Float1D:
    values[0] = values[0] + 1
    return values[0]


f([np.ones(3, np.float32)])  # error@1: f must not change its argument values, a list: the caller would not see the change; copy it with list(…), and return the copy
