from dlvm import nn

nn.functional.relu  # error@1: dlvm.nn has no attribute functional; its functions are in dlvm.nn itself
