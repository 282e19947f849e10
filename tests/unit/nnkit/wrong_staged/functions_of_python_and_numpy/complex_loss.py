import numpy as np

from dlvm.nnkit import Tensor0D, Tensor1D, c64, gradient, staged


@staged
def loss(x: Tensor1D[c64]) -> Tensor0D[c64]:
    return (x * x).sum()


gradient(loss)(np.ones(3, np.complex64))  # error@1: gradient of loss expects a real result, got type c64; take nnkit.real(…) or nnkit.abs(…) of it, or pass the gradient of the result with vjp(f)(…, seed)
