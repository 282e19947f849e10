from dlvm.nnkit import Int0D, staged


def factorial(n):
    if n == 0:
        return 1
    return factorial(n - 1) * n  # error@5: factorial calls itself without end while it is staged, expected a function decorated with @staged, whose calls of itself become calls of the program


@staged
def outer(n: Int0D) -> Int0D:
    return factorial(n)


outer(3)
