from dlvm.nnkit import Int0D, staged


@staged
def f(n: Int0D) -> Int0D:
    found = []
    for i in range(n):
        found.append(1)  # error@9: a staged loop must not change the list found, which is defined outside it: Python runs this code once, while staging; collect the values with nnkit.map, or keep the values in variables, or in a tensor with t = t.at[i].set(value)
    return len(found)


f(3)
