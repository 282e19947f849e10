import numpy as np

from dlvm.nnkit import Float1D, struct


@struct
class P:
    w: Float1D

    def __init__(self) -> None:
        self.w = np.ones(3, np.float32)  # error@9: structs do not change, got an assignment to P.w; set fields in __init__ with nnkit.initialize(self, w=…)


P()
