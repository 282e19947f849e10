from dlvm import nnkit

nnkit.maximun(1.0, 2.0)  # error@1: dlvm.nnkit has no attribute maximun; did you mean maximum?
