import numpy as np

from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    raise "negative"  # error@5: raise needs an exception, got another object; write raise ValueError('…')


f(np.ones((2, 3), np.float32))
