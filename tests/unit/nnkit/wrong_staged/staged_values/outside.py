import numpy as np

from dlvm.nnkit import exp

exp(np.ones(3))  # error@1: exp outside a staged function, expected inside one; decorate the function that does this with @staged
