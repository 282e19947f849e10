from dlvm.nnkit import Float0D, Int0D, staged


@staged
def f(x: Float0D) -> Int0D:
    found = [0]
    if x > 0:
        found += [7]  # error@9: a staged branch must not change the list found, which is defined outside it: Python runs this code once, while staging; keep the values in variables, or in a tensor with t = t.at[i].set(value)
    return len(found)


f(1.0)
