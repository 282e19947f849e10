import numpy as np

from dlvm import nn

X, Y = np.ones((4, 3), np.float32), np.ones((4, 2), np.float32)
trainer = nn.Trainer(nn.Dense(3, 2), nn.Adam(0.1), nn.mean_squared_error)
trainer.fit(X, Y[:3])  # error@1: inputs and targets must have the same number of rows, at least 1, got 4 and 3; the first axis of each array is the row: select the same rows of both
