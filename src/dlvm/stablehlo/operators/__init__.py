"""The table of operations."""

from dlvm.stablehlo.operators import (
    bit_casts,
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
    ragged,
    random_bits,
    reduction,
    special_functions,
    tuples,
)
from dlvm.stablehlo.operators.table import OPERATORS

__all__ = [
    "OPERATORS",
    "bit_casts",
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
    "ragged",
    "random_bits",
    "reduction",
    "special_functions",
    "tuples",
]
