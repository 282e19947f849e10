from dlvm import nn

model = nn.Dense(3, 1)
nn.Adam(model)  # error@1: Adam: the learning rate must be a number of at least 0, got a Dense; pass the model to Trainer, or to init and update
