from dlvm.nnkit import Float0D, Int0D, range, staged


@staged
def search(x: Float0D, n: Int0D) -> Float0D:
    for _ in range(n):
        if x > 2:
            return x  # error@13: return found inside a staged loop, expected control to leave it at its end; assign to a variable and return it at the end
        x = x + 1
    return x


search(1.0, 4)
