from collections import namedtuple

import numpy as np

from dlvm.nnkit import staged

P = namedtuple("P", "a b")


@staged
def f(p):
    return p


f(P(np.ones(3), np.ones(3)))  # error@1: f: argument p is a P, expected a tensor, a number, a struct, a tuple or list of these, or a value known while staging, which must be hashable; write a class with @struct to hold tensors under names
