from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * 2


f("abc")  # error@1: f: argument x is 'abc', expected a tensor of rank 2 of f32
