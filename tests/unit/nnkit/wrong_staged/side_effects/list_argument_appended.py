import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(values: list[Float1D]) -> Float1D:
    values.append(values[0])
    return values[0]


f([np.ones(3, np.float32)])  # error@1: f must not change its argument values, got a list with other items, which the caller would not see; copy it with list(…), and return the new one
