"""The table of operations."""

from dlvm.stablehlo.operators import (
    control,
    elementwise,
    indexing,
    movement,
    products,
    reduction,
)
from dlvm.stablehlo.operators.table import OPERATORS

__all__ = [
    "OPERATORS",
    "control",
    "elementwise",
    "indexing",
    "movement",
    "products",
    "reduction",
]
