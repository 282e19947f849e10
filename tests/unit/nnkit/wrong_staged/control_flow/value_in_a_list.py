import numpy as np

from dlvm.nnkit import Float1D, Int0D, staged


@staged
def powers(x: Float1D, n: Int0D) -> Float1D:
    found = [x]
    for _ in range(n):
        found.append(found[-1] * x)
    return found[-1]  # error@12: a staged value of a branch or loop found outside of it, expected one that is assigned to a variable there: changes to lists, dicts and attributes are lost


powers(np.ones(3, np.float32), 2)
