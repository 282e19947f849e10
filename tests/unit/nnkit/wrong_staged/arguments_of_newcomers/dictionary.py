import numpy as np

from dlvm.nnkit import staged


@staged
def f(p):
    return p


f({"w": np.ones(3, np.float32)})  # error@1: f: argument p is a dict, expected a tensor, a number, a struct, a tuple or list of these, or a value known while staging, which must be hashable; write a class with @struct to hold tensors under names
