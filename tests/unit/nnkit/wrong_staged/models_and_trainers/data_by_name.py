import numpy as np

from dlvm import nn

X, Y = np.ones((4, 3), np.float32), np.ones((4, 2), np.float32)
trainer = nn.Trainer(nn.Dense(3, 2), nn.Adam(0.1), nn.mean_squared_error)
trainer.fit("train.csv", Y)  # error@1: data must be arrays of numbers whose first axis is the row, got 'train.csv'; make one with np.asarray(…, np.float32)
