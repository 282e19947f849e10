import numpy as np

from dlvm.nnkit import Float1D, Int0D, range, staged


@staged
def grow(x: Float1D, n: Int0D) -> Float1D:
    for _ in range(n):
        x = x[None, 0] + x[:2]  # error@9: x has type <3 x f32> before an iteration of the loop and type <2 x f32> after it, expected the same type; give it that type before the loop
    return x


grow(np.ones(3, np.float32), 2)
