from dlvm import nn

nn.DataLoader([])  # error@1: dlvm.nn has no attribute DataLoader; use nn.Loader
