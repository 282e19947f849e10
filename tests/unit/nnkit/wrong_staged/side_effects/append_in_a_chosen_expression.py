from dlvm.nnkit import Float0D, staged


@staged
def f(x: Float0D) -> Float0D:
    log = []
    y = x if x > 0 else (log.append(1) or -x)  # error@26: a staged branch must not change the list log, which is defined outside it: Python runs this code once, while staging; keep the values in variables, or in a tensor with t = t.at[i].set(value)
    return y + len(log)


f(1.0)
