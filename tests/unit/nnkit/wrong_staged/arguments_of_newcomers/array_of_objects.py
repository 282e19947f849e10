import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * 2


f(np.array([[object()]]))  # error@1: f: argument x has element type object, expected f32; make an array of numbers
