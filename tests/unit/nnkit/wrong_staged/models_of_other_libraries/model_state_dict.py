from dlvm import nn

model = nn.Dense(3, 2)
model.state_dict()  # error@1: Dense has no attribute state_dict; write the parameters to a file with nn.save(path, model)
