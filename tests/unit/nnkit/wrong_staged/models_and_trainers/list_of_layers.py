from dlvm import nn

nn.Sequential([nn.Dense(2, 2)])  # error@1: Sequential: a layer must be a function such as nn.Dense(2, 3) or nn.relu, got a value of type list; write Sequential(first, second)
