import numpy as np

from dlvm import nn
from dlvm.nnkit import Float0D, Float1D, Float2D, staged


@staged
def f(logits: Float2D, labels: Float1D) -> Float0D:
    return nn.softmax_cross_entropy(logits, labels)  # error@12: softmax_cross_entropy: targets must have shape (3, 4), that of the outputs, got (3,); labels are integers: convert them with targets.astype(i64)


f(np.zeros((3, 4), np.float32), np.zeros(3, np.float32))
