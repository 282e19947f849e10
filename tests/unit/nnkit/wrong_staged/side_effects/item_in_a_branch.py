from dlvm.nnkit import Float0D, Int0D, staged


@staged
def f(x: Float0D) -> Int0D:
    table = {}
    if x > 0:
        table["k"] = 1  # error@9: a staged branch must not change the dict table, which is defined outside it: Python runs this code once, while staging; keep the value in a variable
    return table.get("k", 0)


f(1.0)
