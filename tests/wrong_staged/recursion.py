from dlvm.nnkit import Int0D, staged


@staged
def factorial(n: Int0D) -> Int0D:
    return factorial(n - 1) * n  # error@12: factorial calls itself, expected a function that does not: recursion can not be staged


factorial(3)
