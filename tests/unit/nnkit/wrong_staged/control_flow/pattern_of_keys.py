from dlvm.nnkit import Float0D, staged


@staged
def size(x: Float0D) -> Float0D:
    match {"x": x}:
        case {"x": y}:  # error@14: expected a class, a sequence or a value, got a pattern of keys; look keys up with if
            return y
    return x


size(2.0)
