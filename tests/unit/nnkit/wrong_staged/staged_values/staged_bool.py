from dlvm.nnkit import Float0D, staged


@staged
def f(x: Float0D) -> Float0D:
    return x if bool(x > 0) else -x  # error@17: a staged value is used as a Python bool, expected a value that is known while staging; combine flags with & | ~, choose with where, or branch with if in a function that is itself decorated with @staged and defined in a file


f(1.0)
