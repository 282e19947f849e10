from dlvm.nnkit import Int0D, f64, ones, range, staged


@staged
def total(n: Int0D) -> None:
    s = 0.0
    for _ in range(n):
        s = s + ones((), f64)  # error@9: s has type f32 before an iteration of the loop and type f64 after it, expected the same type; give it that type before the loop
    print(s)


total(2)
