from dlvm.nnkit import Int0D, staged


def factorial(n):
    if n == 0:
        return 1
    return factorial(n - 1) * n  # error@5: factorial recurses infinitely while it is staged; decorate it with @staged, so that its recursive calls become calls in the program


@staged
def outer(n: Int0D) -> Int0D:
    return factorial(n)


outer(3)
