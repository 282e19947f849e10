import numpy as np

from dlvm.nnkit import Float1D, staged

kept = []


@staged
def inner(x: Float1D) -> Float1D:
    return x + kept[0]  # error@12: a staged value of @outer is used in another staged function, expected one of its own; pass it as an argument


@staged
def outer(x: Float1D) -> Float1D:
    kept.append(x * 2)
    return inner(x)


outer(np.ones(3, np.float32))
