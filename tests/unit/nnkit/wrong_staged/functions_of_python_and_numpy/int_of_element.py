import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return x * int(x[0])  # error@16: a staged value is only known when the program runs, but Python needs an int; use .astype(i64)


f(np.ones(3, np.float32))
