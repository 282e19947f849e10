import numpy as np

from dlvm import nn

optimizer = nn.Adam(0.1)
parameters = [np.ones(3, np.float32), np.ones(2, np.float32)]
state = optimizer.init(parameters)
optimizer.update(parameters, [parameters[0], 0.1], state)  # error@1: the gradient must have a tensor for each parameter of the model, got 1 for 2; a Python number is a constant, so write np.float32(…) for a parameter
