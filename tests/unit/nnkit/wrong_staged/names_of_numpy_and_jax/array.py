from dlvm import nnkit

nnkit.array([1.0])  # error@1: dlvm.nnkit has no attribute array; use nnkit.asarray
