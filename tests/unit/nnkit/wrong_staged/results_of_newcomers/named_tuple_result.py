from collections import namedtuple

import numpy as np

from dlvm.nnkit import Float1D, staged

Pair = namedtuple("Pair", "a b")


@staged
def f(x: Float1D):
    return Pair(x, x)  # error@12: the result of f is a Pair, expected a tensor, a number, a struct, a tuple or list of these, or a value known while staging, which must be hashable; write a class with @struct to hold tensors under names


f(np.ones(3, np.float32))
