import numpy as np

from dlvm.nnkit import Float0D, Float1D, gradient, staged


@staged
def f(x: Float1D) -> Float0D:
    return (x * x).sum()


gradient(f(np.ones(3, np.float32)))  # error@1: gradient expects a staged function, got 3.0; decorate it with @staged
