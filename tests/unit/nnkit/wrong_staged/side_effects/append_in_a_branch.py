from dlvm.nnkit import Float0D, staged


@staged
def f(x: Float0D) -> Float0D:
    found = [x]
    if x > 0:
        found.append(x)  # error@9: a staged branch must not change the list found, which is defined outside it: Python runs this code once, while staging; keep the values in variables, or in a tensor with t = t.at[i].set(value)
    return found[-1]


f(1.0)
