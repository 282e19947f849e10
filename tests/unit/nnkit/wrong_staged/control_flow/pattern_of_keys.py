from dlvm.nnkit import Float0D, staged


@staged
def size(x: Float0D) -> Float0D:
    match {"x": x}:
        case {"x": y}:  # error@14: a pattern of keys found, expected a class, a sequence or a value; look keys up with if
            return y
    return x


size(2.0)
