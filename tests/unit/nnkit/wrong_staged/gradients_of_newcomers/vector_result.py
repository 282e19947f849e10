import numpy as np

from dlvm.nnkit import Float1D, gradient, staged


@staged
def f(x: Float1D) -> Float1D:
    return x * x


gradient(f)(np.ones(3, np.float32))  # error@1: gradient of f expects a scalar result, got type <3 x f32>; reduce it, for example with .sum(), or pass the gradient of the result with vjp(f)(…, seed)
