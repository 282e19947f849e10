import random

import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * random.choice([1.0, 2.0])  # error@16: random.choice must not be called in a staged function, whose Python code runs once, while staging: all runs of the program would use the same result; use a function of nnkit.random, such as nnkit.random.normal(shape)


f(np.ones((2, 3), np.float32))
