from dlvm import nn

model = nn.Dense(3, 2)
model.to("cuda")  # error@1: Dense has no attribute to; leave it out: programs run on the processor
