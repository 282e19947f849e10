from dlvm.nnkit import Float0D, staged


@staged
def outer(x: Float0D) -> Float0D:
    @staged
    def inner(y: Float0D) -> Float0D:
        return x * y  # error@16: a staged value of @outer found in another staged function, expected one of its own; pass it as an argument

    return inner(x)


outer(1.0)
