from dlvm.nnkit import Float0D, staged


@staged
def choice(x: Float0D) -> Float0D:
    if x > 0:
        return x
    return x, x  # error@5: the returned value is of type f32 on one path and a tuple of 2 parts on the other, expected tensors of the same type, or the same value


choice(1.0)
