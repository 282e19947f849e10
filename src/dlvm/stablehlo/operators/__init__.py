"""The table of operations."""

from dlvm.stablehlo.operators import (
    collectives,
    complex_numbers,
    control,
    dynamic,
    elementwise,
    factorization,
    fourier,
    indexing,
    lapack,
    movement,
    products,
    random_bits,
    reduction,
    special_functions,
)
from dlvm.stablehlo.operators.table import OPERATORS

__all__ = [
    "OPERATORS",
    "collectives",
    "complex_numbers",
    "control",
    "dynamic",
    "elementwise",
    "factorization",
    "fourier",
    "indexing",
    "lapack",
    "movement",
    "products",
    "random_bits",
    "reduction",
    "special_functions",
]
