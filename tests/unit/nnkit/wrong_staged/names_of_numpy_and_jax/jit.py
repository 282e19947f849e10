from dlvm import nnkit

nnkit.jit(abs)  # error@1: dlvm.nnkit has no attribute jit; decorate the function with @staged
