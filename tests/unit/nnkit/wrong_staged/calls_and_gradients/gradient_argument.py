from dlvm.nnkit import Float0D, gradient, staged


@staged
def f(x: Float0D) -> Float0D:
    return x * x


gradient(f, wrt="y")  # error@1: gradient wrt 'y' expects one of the arguments of f: x
