import numpy as np

from dlvm.nnkit import Float0D, Int0D, staged


@staged
def f(x: Float0D) -> Int0D:
    array = np.zeros(2)
    if x > 0:
        array[0] = 5  # error@9: a staged branch must not change the array array, which is defined outside it: Python runs this code once, while staging; assign a tensor instead, as in t = t.at[i].set(value)
    return int(array[0])


f(1.0)
