from dlvm.nnkit import Float0D, staged


def sign(x: Float0D) -> int:
    return 1 if x > 0 else -1  # error@17: a staged value used as a Python bool, expected a value that is known while staging; combine flags with & | ~, choose with where, or branch with if in a function that is itself decorated with @staged and stands in a file


@staged
def f(x: Float0D) -> Float0D:
    return x * sign(x)


f(1.0)
