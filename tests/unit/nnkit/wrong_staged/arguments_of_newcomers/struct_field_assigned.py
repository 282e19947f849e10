import numpy as np

from dlvm.nnkit import Float1D, struct


@struct
class P:
    w: Float1D


p = P(np.ones(3, np.float32))
p.w = np.zeros(3, np.float32)  # error@1: structs do not change, got an assignment to P.w; make a changed copy with dataclasses.replace(…, w=…)
