from dlvm import nn

nn.Dropout(50)  # error@1: dropout rate must be in [0, 1), got 50; 0.5 drops one half
