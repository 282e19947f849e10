from dlvm.nnkit import Int0D, f64, ones, range, staged


@staged
def total(n: Int0D) -> None:
    s = 0.0
    for _ in range(n):
        s = s + ones((), f64)  # error@13: add: element type f64 found, expected f32; element types do not mix, convert one with .astype(f32)
    print(s)


total(2)
