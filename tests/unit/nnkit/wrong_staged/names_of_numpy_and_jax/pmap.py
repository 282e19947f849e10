from dlvm import nnkit

nnkit.pmap(abs)  # error@1: dlvm.nnkit has no attribute pmap; use nnkit.vmap(f): programs run on one machine
