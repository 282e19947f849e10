import numpy as np

from dlvm import nn

X, Y = np.ones((4, 3), np.float32), np.ones((4, 2), np.float32)
trainer = nn.Trainer(nn.Dense(3, 2), nn.Adam(0.1), nn.mean_squared_error)
trainer.fit(X, Y, batch_size=4 / 2)  # error@1: batch_size must be an integer, got 2.0; round it with int(…)
