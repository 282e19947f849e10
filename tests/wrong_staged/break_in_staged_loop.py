from dlvm.nnkit import Float0D, staged


@staged
def halve(x: Float0D) -> Float0D:
    while x > 1:
        x = x / 2
        break  # error@9: break found inside a staged loop, expected control to leave it at its end; put the condition into a while loop
    return x


halve(3.0)
