from typing import Annotated

import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float2D, dynamic, staged


@staged
def f(x: Annotated[Float2D, dynamic(0)]) -> Float2D:
    return nnkit.unstack(x)[0]  # error@12: unstack: expected a size known while staging at axis 0, got ?; loop over the rows instead


f(np.ones((4, 3), np.float32))
