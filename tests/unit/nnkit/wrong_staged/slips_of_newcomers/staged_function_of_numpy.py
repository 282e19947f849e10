import numpy as np

from dlvm.nnkit import staged

staged(np.sin)  # error@1: staged expects a Python function, got numpy.sin; use nnkit.sin in a function
