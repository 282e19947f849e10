from dlvm.nnkit import Float0D, staged


@staged
def root(x: Float0D) -> Float0D:
    if x < 0:
        raise ValueError("negative", x)  # error@9: an exception in a branch on a staged condition must have a text that is known while staging, got a staged value
    return x**0.5


root(2.0)
