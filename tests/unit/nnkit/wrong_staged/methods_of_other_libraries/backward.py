import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> None:
    x.sum().backward()  # error@5: a staged tensor has no attribute backward; write the loss as a staged function f, and call gradient(f)(…)


f(np.ones(3, np.float32))
