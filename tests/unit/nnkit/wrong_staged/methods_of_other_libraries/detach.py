import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x.detach()  # error@12: a staged tensor has no attribute detach; leave it out, or name the arguments to differentiate: gradient(f, 'w')


f(np.ones(3, np.float32))
