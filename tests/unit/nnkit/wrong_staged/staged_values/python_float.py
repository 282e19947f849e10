from dlvm.nnkit import Float0D, staged


@staged
def f(x: Float0D) -> Float0D:
    return x * float(x)  # error@16: a staged value is only known when the program runs, but Python needs a float; use .astype(f32)


f(1.0)
