from dlvm import nn

nn.BatchNorm1d(3)  # error@1: dlvm.nn has no attribute BatchNorm1d; use nn.BatchNorm
