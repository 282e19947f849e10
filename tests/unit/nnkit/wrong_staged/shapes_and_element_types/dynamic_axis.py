from typing import Annotated

import numpy as np

from dlvm.nnkit import Float2D, dynamic, staged


@staged
def f(x: Annotated[Float2D, dynamic(0)]) -> Float2D:
    return x[:2]  # error@12: expected known sizes, got a value of type <_ x 3 x f32>


f(np.ones((4, 3), np.float32))
