from dlvm import nn

nn.Adam(0.1).init([1.0, 2.0])  # error@1: the model must hold tensors of floats, got none; a Python number is a constant, so write np.float32(…) for a parameter
