from dlvm import nn

model = nn.Dense(3, 2)
nn.load(model, "weights.safetensors")  # error@1: load: the first argument must be a path, got a Dense; write nn.load(path, model)
