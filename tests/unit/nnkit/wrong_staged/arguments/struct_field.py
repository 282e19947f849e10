import numpy as np

from dlvm.nnkit import Float1D, Float2D, staged, struct


@struct
class Model:
    w: Float2D
    b: Float1D


@staged
def f(m: Model, x: Float2D) -> Float2D:
    return x @ m.w + m.b


b = np.ones((1, 3), np.float32)
f(Model(b, b), b)  # error@1: f: argument m.b has rank 2 (shape (1, 3)), expected rank 1
