import numpy as np

from dlvm import nn

trainer = nn.Trainer(nn.Dense(3, 1), nn.Adam(), nn.mean_squared_error, None)
x, y = np.ones((2, 3), np.float32), np.ones((2, 1), np.float32)
trainer.fit({"x": x}, y, epochs=1)  # error@1: value[0] is a dict, expected a tensor, a number, a struct, a tuple or list of these, or a value known while staging, which must be hashable; write a class with @struct to hold tensors under names
