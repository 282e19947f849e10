from dlvm import nn

nn.Linear(3, 4)  # error@1: dlvm.nn has no attribute Linear; use nn.Dense(inputs, outputs)
