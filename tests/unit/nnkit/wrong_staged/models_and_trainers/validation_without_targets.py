import numpy as np

from dlvm import nn

x, y = np.ones((2, 3), np.float32), np.zeros(2, np.int64)
nn.Trainer(nn.Dense(3, 2)).fit(x, y, validation=(x,))  # error@1: validation must be a pair (inputs, targets), got a tuple of length 1
