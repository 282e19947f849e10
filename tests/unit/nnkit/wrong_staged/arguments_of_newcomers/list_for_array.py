from dlvm.nnkit import Float2D, staged


@staged
def f(x: Float2D) -> Float2D:
    return x * 2


f([[1.0, 2.0]])  # error@1: f: argument x is a value of type list, expected a tensor of rank 2 of f32; make an array of it with np.asarray(…, np.float32)
