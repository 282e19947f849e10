from dlvm import nn

optimizer = nn.Adam(0.1)
optimizer.zero_grad()  # error@1: Adam has no attribute zero_grad; leave it out: gradient(f) returns new gradients
