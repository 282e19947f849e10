import numpy as np

from dlvm.nnkit import Float1D, staged


@staged
def f(x: Float1D) -> Float1D:
    return np.fft.fft(x)  # error@12: expected a function of dlvm.nnkit, got numpy.fft.fft of a staged value; use nnkit.fft.fft


f(np.ones(3, np.float32))
