from dlvm.nnkit import Float0D, Int0D, staged


COUNT = 0


@staged
def count(x: Float0D) -> Int0D:
    global COUNT
    if x > 0:
        COUNT += 1  # error@9: a staged branch must not change the global variable COUNT, which is defined outside it: Python runs this code once, while staging; return the new value, and assign it after the call
    return COUNT


count(1.0)
