from dlvm.nnkit import Float0D, Int0D, gradient, staged


@staged
def f(x: Float0D, n: Int0D) -> Float0D:
    return x * x


@staged
def g(x: Float0D, n: Int0D) -> Float0D:
    return gradient(f, wrt="n")(x, n)[0]  # error@12: gradient wrt n expects floats, got type i64; pass the other parts as a separate argument


g(1.0, 2)
