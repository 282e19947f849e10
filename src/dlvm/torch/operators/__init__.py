"""The operators of ATen, in NNKit's vocabulary: one table, which the modules of this folder
fill."""

from dlvm.torch.operators import (
    attention as attention,
)
from dlvm.torch.operators import (
    control as control,
)
from dlvm.torch.operators import (
    convolution as convolution,
)
from dlvm.torch.operators import (
    elementwise as elementwise,
)
from dlvm.torch.operators import (
    fused_layers as fused_layers,
)
from dlvm.torch.operators import (
    indexing as indexing,
)
from dlvm.torch.operators import (
    linear as linear,
)
from dlvm.torch.operators import (
    movement as movement,
)
from dlvm.torch.operators import (
    normalization as normalization,
)
from dlvm.torch.operators import (
    pooling as pooling,
)
from dlvm.torch.operators import (
    reduction as reduction,
)
from dlvm.torch.operators.table import OPERATORS as OPERATORS
