from dlvm.nnkit import Float0D, staged


@staged
def choice(x: Float0D) -> Float0D:
    if x > 0:
        y = x * 2
    return y + 1  # error@12: y has no value on some path through the program, expected one assigned before the branch or loop


choice(1.0)
