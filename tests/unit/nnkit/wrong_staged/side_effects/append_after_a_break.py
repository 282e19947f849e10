from dlvm.nnkit import Float0D, Int0D, staged


@staged
def f(x: Float0D) -> Int0D:
    found = []
    for i in (1, 2, 3):
        if x > i:
            break
        found.append(i)  # error@9: code after a staged break must not change the list found, which is defined outside it: Python runs this code once, while staging; keep the values in variables, or in a tensor with t = t.at[i].set(value)
    return len(found)


f(1.0)
