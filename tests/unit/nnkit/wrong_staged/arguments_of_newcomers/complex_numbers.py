import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * 2


f(np.ones((2, 3), complex))  # error@1: f: argument x has element type complex128, expected f32; pass a part of it, such as nnkit.real(…), or annotate complex numbers
