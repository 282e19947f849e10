from dlvm.nnkit import Float0D, Int0D, staged


@staged
def f(x: Float0D) -> Int0D:
    numbers, k = iter([1, 2]), 0
    if x > 0:
        k = next(numbers)  # error@13: a staged branch must not change the iterator numbers, which is defined outside it: Python runs this code once, while staging; take its values before, as in values = list(iterator)
    return k + next(numbers)


f(1.0)
