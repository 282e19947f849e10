from dlvm.nnkit import Float0D, gradient


def f(x: Float0D) -> Float0D:
    return x * x


gradient(f, wrt="x")  # error@1: gradient expects a staged function, got f; decorate it with @staged
