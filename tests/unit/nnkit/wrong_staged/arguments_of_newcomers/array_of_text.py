import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * 2


f(np.array([["a"]]))  # error@1: f: argument x has element type <U1, expected f32; make an array of numbers
