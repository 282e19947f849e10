import numpy as np

from dlvm import nnkit
from dlvm.nnkit import gradient, staged


@staged
def f(*a):
    return nnkit.sum(a[0] * a[1])


x = np.ones(3, np.float32)
gradient(f, (0, 1))(x, x)  # error@1: gradient wrt 1 expects one of the arguments of f: a; a is all of *a
