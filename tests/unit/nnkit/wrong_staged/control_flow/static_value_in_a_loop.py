from dlvm.nnkit import Float0D, Int0D, staged


@staged
def signed(x: Float0D, n: Int0D) -> Float0D:
    mode = "plus"
    for _ in range(n):
        x = x * 2
        mode = "minus"  # error@9: mode is 'plus' before an iteration of the loop and 'minus' after it, expected the same structure
    return x if mode == "plus" else -x


signed(1.0, 2)
