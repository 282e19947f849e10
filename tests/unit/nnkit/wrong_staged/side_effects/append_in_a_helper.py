from dlvm.nnkit import Float0D, Int0D, staged


def note(log, value):
    log.append(value)  # error@5: a staged branch must not change the list log, which is defined outside it: Python runs this code once, while staging; keep the values in variables, or in a tensor with t = t.at[i].set(value)
    return value


@staged
def count(x: Float0D) -> Int0D:
    log = [0]
    if x > 0:
        note(log, 1)
    return len(log)


count(1.0)
