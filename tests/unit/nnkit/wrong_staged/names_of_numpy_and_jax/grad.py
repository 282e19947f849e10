from dlvm import nnkit

nnkit.grad(abs)  # error@1: dlvm.nnkit has no attribute grad; use nnkit.gradient(f)
