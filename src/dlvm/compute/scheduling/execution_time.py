"""Estimates the execution time of definitions on one thread, which decides whether they are
parallelized.

The model is rough. Vector operations run at a constant rate. Bytes that no other point of the loops
reads are transferred at a rate between the bandwidths of the caches and of memory.
"""

from __future__ import annotations

from typing import Final

from dlvm.compute.loop_nest.nest import Nest
from dlvm.ir.compute import Call, Constant, Draw, Expression, Guard, Read, Reduction
from dlvm.ir.polynomial import Size, product

HAND_OVER: Final = 500
"""Nanoseconds to hand work to a waiting thread, as ``HAND_OVER`` in runtime.c. Work that takes less
than twice this time stays on one thread."""
LONG: Final = 2 * HAND_OVER * 1000
"""The picoseconds from which work is long enough for several threads."""
_OPERATION: Final = 250
"""Picoseconds per operation on a vector."""
_BYTE: Final = 30
"""Picoseconds per byte."""
_SLOW: Final = {
    **dict.fromkeys(("divide", "reciprocal", "truncateDivide"), 3),
    **dict.fromkeys(("sqrt", "rsqrt"), 7),
    **dict.fromkeys(("exp", "expm1", "tanh", "erf", "asin"), 10),
    **dict.fromkeys(("log", "log1p", "acos", "sinh", "cosh", "erfc"), 16),
    **dict.fromkeys(("sin", "cos", "tan"), 24),
    **dict.fromkeys(("atan", "atan2"), 36),
    "power": 80,
    "lgamma": 800,
    **dict.fromkeys(("floorDivide", "modulo"), 1200),
    "digamma": 2500,
}
"""Operations that take as long as several additions, measured for f32 in vectors of 16; in f64,
tanh, erf and erfc take four times as long. The last four run as scalar code."""
_DIVISIONS: Final = ("truncateDivide", "floorDivide", "modulo")
_INTEGER_DIVISION: Final = 100
"""The cost, in operations, of an integer division by an unknown divisor."""
_DRAW: Final = 40
"""The cost, in operations, of drawing a random number."""


def execution_time(nest: Nest, lanes: int) -> Size:
    """The estimated execution time of a definition in picoseconds, for a vector length."""
    total: Size = 0
    for statement in nest.statements:
        variables = frozenset(r.variable for r in statement.ranges if r.size != 1)
        points = product(tuple(r.size for r in statement.ranges))
        written = nest.types[statement.target].element.bytes
        operations = _operations(statement.value) + 1
        moved = _bytes(statement.value, variables) + written
        total = points * (operations * max(1, _OPERATION // lanes) + moved * _BYTE) + total
    return total


def _operations(expression: Expression) -> Size:
    """The estimated cost of one evaluation, in additions."""
    own = 0
    match expression:
        case Reduction():
            count = product(tuple(r.size for r in expression.ranges))
            return (_operations(expression.body) + 1) * count
        case Call(operation, (_, divisor)) if (
            operation in _DIVISIONS and divisor.element.is_integer
        ):
            own = 6 if isinstance(divisor, Constant) else _INTEGER_DIVISION
        case Call(operation):
            own = _SLOW.get(operation, 1)
        case Guard():
            own = 1
        case Draw():
            own = _DRAW
        case _:
            pass
    total: Size = own
    for child in expression.children:
        total = _operations(child) + total
    return total


def _bytes(expression: Expression, variables: frozenset[str]) -> Size:
    """The bytes that are read for exactly one point."""
    if isinstance(expression, Reduction):
        inner = frozenset(r.variable for r in expression.ranges if r.size != 1)
        count = product(tuple(r.size for r in expression.ranges))
        return _bytes(expression.body, variables | inner) * count
    is_own = isinstance(expression, Read) and variables <= expression.variables
    total: Size = expression.element.bytes if is_own else 0
    for child in expression.children:
        total = _bytes(child, variables) + total
    return total
