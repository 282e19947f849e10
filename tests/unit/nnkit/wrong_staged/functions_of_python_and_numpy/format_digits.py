import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x * len(f"{x.mean():.3f}")  # error@23: a staged value is only known when the program runs, but Python needs its digits for '.3f'; return it, and format it outside of the staged function


f(np.ones(3, np.float32))
