from dlvm.nnkit import Float0D, Int0D, staged


class Counter:
    n = 0

    def __add__(self, other):
        self.n += other
        return self.n


@staged
def count(x: Float0D) -> Int0D:
    counter, k = Counter(), 0
    if x > 0:  # error@8: a staged branch must not change the attribute counter.n, which is defined outside it: Python runs this code once, while staging; keep the value in a variable, and set the attribute afterwards
        k = counter + 1
    return k + counter.n


count(1.0)
