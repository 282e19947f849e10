from dlvm import nn

model = nn.Dense(3, 2)
nn.save(model, "weights.safetensors")  # error@1: save: the first argument must be a path, got a Dense; write nn.save(path, model)
