from dlvm import nn

optimizer = nn.Adam(0.1)
optimizer.step()  # error@1: Adam has no attribute step; use model, state = optimizer.update(model, gradients, state)
