import numpy as np

from dlvm.nnkit import Float1D, Int0D, staged


@staged
def powers(x: Float1D, n: Int0D) -> Float1D:
    found = [x]
    for _ in range(n):
        found.append(found[-1] * x)  # error@9: a staged loop must not change the list found, which is defined outside it: Python runs this code once, while staging; collect the values with nnkit.map, or keep the values in variables, or in a tensor with t = t.at[i].set(value)
    return found[-1]


powers(np.ones(3, np.float32), 2)
