from dlvm import nn

nn.CrossEntropyLoss()  # error@1: dlvm.nn has no attribute CrossEntropyLoss; use the function nn.softmax_cross_entropy
