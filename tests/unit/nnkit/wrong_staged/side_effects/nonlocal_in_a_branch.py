from dlvm.nnkit import Float0D, Int0D, staged


@staged
def count(x: Float0D) -> Int0D:
    n = 0

    def bump() -> None:
        nonlocal n
        n += 1  # error@9: a staged branch must not change the variable n, which is defined outside it: Python runs this code once, while staging; return the new value, and assign it after the call

    if x > 0:
        bump()
    return n


count(1.0)
