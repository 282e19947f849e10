import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * float(input())  # error@22: input must not be called in a staged function, whose Python code runs once, while staging: all runs of the program would use the same result; pass it as an argument


f(np.ones((2, 3), np.float32))
