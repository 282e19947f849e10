from dlvm.nnkit import Float0D, staged


@staged
def size(x: Float0D) -> Float0D:
    match {"x": x}:
        case {"x": y}:  # error@14: expected a class, sequence or value pattern, got a mapping pattern; test keys with if
            return y
    return x


size(2.0)
