import numpy as np

from dlvm.nnkit import Float0D, Float1D, gradient, staged


@staged
def f(x: Float1D) -> Float0D:
    return (x * x).sum()


gradient(f, "z")(np.ones(3, np.float32))  # error@1: gradient wrt 'z' expects one of the arguments of f: x
