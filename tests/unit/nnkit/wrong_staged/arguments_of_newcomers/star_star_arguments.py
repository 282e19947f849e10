from dlvm.nnkit import Float1D, staged


@staged  # error@2: expected parameters that each have a name, got **xs: the number of arguments of a staged function is fixed
def f(**xs: Float1D) -> Float1D:
    return xs["a"]
