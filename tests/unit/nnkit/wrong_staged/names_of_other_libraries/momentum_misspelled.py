from dlvm import nn

nn.SGD(0.1, momentun=0.9)  # error@1: SGD has no parameter momentun; did you mean momentum?
