from dlvm import nn

nn.optim.Adam()  # error@1: dlvm.nn has no attribute optim; optimizers such as nn.Adam are in dlvm.nn itself
