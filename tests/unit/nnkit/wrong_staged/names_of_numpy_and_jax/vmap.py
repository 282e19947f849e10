from dlvm import nnkit

nnkit.vmap(abs)  # error@1: dlvm.nnkit has no attribute vmap; write the function for batches, or use nnkit.map over the rows
