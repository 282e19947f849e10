import numpy as np

from dlvm import nn, nnkit
from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return nn.softmax_cross_entropy(x.astype(nnkit.i64), x)  # error@12: softmax_cross_entropy: outputs must be floats, got element type i64; outputs come before targets


f(np.ones((2, 3), np.float32))
