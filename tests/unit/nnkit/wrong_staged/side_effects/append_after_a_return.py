from dlvm.nnkit import Float0D, staged


LOG = []


@staged
def positive(x: Float0D) -> Float0D:
    if x > 0:
        return x
    LOG.append(1)  # error@5: code after a staged return must not change the list LOG, which is defined outside it: Python runs this code once, while staging; keep the values in variables, or in a tensor with t = t.at[i].set(value)
    return -x


positive(1.0)
