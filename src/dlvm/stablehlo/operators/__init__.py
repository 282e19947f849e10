"""The table of operations."""

from dlvm.stablehlo.operators import (
    control,
    dynamic,
    elementwise,
    factorization,
    indexing,
    movement,
    products,
    random_bits,
    reduction,
    special_functions,
)
from dlvm.stablehlo.operators.table import OPERATORS

__all__ = [
    "OPERATORS",
    "control",
    "dynamic",
    "elementwise",
    "factorization",
    "indexing",
    "movement",
    "products",
    "random_bits",
    "reduction",
    "special_functions",
]
