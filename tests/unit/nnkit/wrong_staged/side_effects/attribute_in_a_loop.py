import numpy as np

from dlvm.nnkit import Float1D, Int0D, staged


class Counter:
    n = 0


@staged
def count(x: Float1D) -> Int0D:
    counter = Counter()
    for _ in x:
        counter.n += 1  # error@9: a staged loop must not change the attribute counter.n, which is defined outside it: Python runs this code once, while staging; keep the value in a variable, and set the attribute afterwards
    return counter.n


count(np.ones(3, np.float32))
