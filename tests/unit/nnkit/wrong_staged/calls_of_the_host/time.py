import time

import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * time.time()  # error@16: time.time must not be called in a staged function, whose Python code runs once, while staging: all runs of the program would use the same result; measure time outside of the staged function


f(np.ones((2, 3), np.float32))
