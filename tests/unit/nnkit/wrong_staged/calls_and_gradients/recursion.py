from dlvm.nnkit import Int0D, staged


@staged
def factorial(n: Int0D) -> Int0D:  # error@1: factorial calls itself on all paths, expected a path on which it does not
    return factorial(n - 1) * n


factorial(3)
