from dlvm import nn

nn.Embeding(3, 4)  # error@1: dlvm.nn has no attribute Embeding; did you mean Embedding?
