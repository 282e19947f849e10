"""Arithmetic of dimensions in type rules.

A type rule is written once. If the dimensions are numbers, the rule computes and checks them
immediately; if one is a symbol, the result is erased and the precondition is not checked. While a
:class:`SizeRecord` is active, every size has a symbol of its own, and the record collects the
rule's arithmetic and preconditions, from which compiled code computes its sizes and checks.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from dlvm.ir.declaration import TypeRuleError
from dlvm.ir.types import ERASED, Dim, Symbol

if TYPE_CHECKING:
    from dlvm.ir.values import Value

Arithmetic = Literal[
    "add", "subtract", "multiply", "floorDivide", "min", "max", "broadcast", "stretch"
]  # fmt: skip
Relation = Literal["equal", "atMost", "broadcast"]
_LARGEST_FACTOR: Final = 1 << 20
"""The largest number by which the size of a dimension is multiplied without an overflow."""


@dataclass(frozen=True)
class SizeOperation:
    """How the size of a symbol is computed from others.

    ``broadcast`` is the size to which two broadcast; ``stretch`` is 0 if ``lhs`` is 1, otherwise 1.
    """

    operation: Arithmetic
    lhs: Dim
    rhs: Dim


@dataclass(frozen=True)
class Requirement:
    """A precondition of a type rule on sizes: ``lhs`` is equal to ``rhs``, or at most ``rhs``, or
    both broadcast. ``message`` is the error, with ``{0}`` and ``{1}`` for the two sizes."""

    relation: Relation
    lhs: Dim
    rhs: Dim
    message: str


@dataclass
class SizeRecord:
    """The sizes that type rules computed, and their preconditions."""

    definitions: dict[Symbol, SizeOperation | Value] = field(
        default_factory=dict[Symbol, "SizeOperation | Value"]
    )
    requirements: list[Requirement] = field(default_factory=list[Requirement])
    used: dict[Symbol, None] = field(default_factory=dict[Symbol, None])
    """The symbols that were used."""
    extents: set[Symbol] = field(default_factory=set[Symbol])
    """The symbols that are the sizes of dimensions, and thus at least 0."""
    values: dict[Value, Dim] = field(default_factory=dict["Value", Dim])
    """The ``i64`` values that are known to be sizes, or that are computed from sizes in the same
    way as by type rules, with these sizes."""
    _known: dict[object, Symbol] = field(default_factory=dict[object, Symbol])

    def derived(self, definition: SizeOperation | Value) -> Dim:
        """The size that is defined by an operation on sizes or by a value."""
        if not isinstance(definition, SizeOperation) and definition in self.values:
            return self.values[definition]
        return self.symbol(definition)

    def symbol(self, definition: SizeOperation | Value) -> Symbol:
        """The symbol of the size with a definition; equal definitions share a symbol."""
        found = self._known.get(definition)
        if found is None:
            found = Symbol(f".{len(self._known)}")
            self._known[definition] = found
            self.definitions[found] = definition
        self.used[found] = None
        return found


_RECORD: Final[ContextVar[SizeRecord | None]] = ContextVar("size record", default=None)


@contextmanager
def recording(record: SizeRecord) -> Generator[None]:
    """Records in ``record`` the sizes that type rules compute and their preconditions."""
    token = _RECORD.set(record)
    try:
        yield
    finally:
        _RECORD.reset(token)


def _offset(size: Dim) -> tuple[Dim, int]:
    """A size as the sum of another one and a number."""
    return _operands(size, "add") or (size, 0)


def _multiple(size: Dim) -> tuple[Dim, int]:
    """A size as the product of another one and a number."""
    return _operands(size, "multiply") or (size, 1)


def _operands(size: Dim, operation: Arithmetic) -> tuple[Dim, int] | None:
    """The operands from which an operation computes a size, if the second one is a number."""
    record = _RECORD.get()
    definition = record.definitions.get(size) if record and isinstance(size, Symbol) else None
    match definition:
        case SizeOperation(found, lhs, int(rhs)) if found == operation:
            return lhs, rhs
        case _:
            return None


def least(size: Dim) -> int | None:
    """A number that a size is at least, if one is known and no sum overflows."""
    record = _RECORD.get()
    if isinstance(size, int) or record is None:
        return size if isinstance(size, int) else None
    if is_extent(size):
        return max(0, _computed_least(record, size) or 0)
    return _computed_least(record, size)


def is_extent(size: Dim) -> bool:
    """Whether a size is that of a dimension, and thus at least 0."""
    record = _RECORD.get()
    if isinstance(size, int) or record is None:
        return isinstance(size, int) and size >= 0
    return size in record.extents or size not in record.definitions


def _computed_least(record: SizeRecord, size: Symbol) -> int | None:
    match record.definitions.get(size):
        case None:
            return 0
        case SizeOperation("add", lhs, int(rhs)):
            known = least(lhs)
            return None if known is None else known + rhs
        case SizeOperation("add", lhs, rhs) if is_extent(lhs) and is_extent(rhs):
            return 0
        case SizeOperation("floorDivide", lhs, int(rhs)) if rhs > 0:
            whole = least(lhs)
            return None if whole is None else whole // rhs
        case SizeOperation("max", lhs, rhs):
            return max((n for n in (least(lhs), least(rhs)) if n is not None), default=None)
        case _:
            return None


def _derived(operation: Arithmetic, lhs: Dim, rhs: Dim) -> Dim:
    record = _RECORD.get()
    return ERASED if record is None else record.derived(SizeOperation(operation, lhs, rhs))


def left_open(size: Dim) -> Dim:
    """The dimension of a size that a program leaves open: erased, even if the size is known, unless
    a :class:`SizeRecord` is active."""
    return ERASED if _RECORD.get() is None else size


def add(lhs: Dim, rhs: Dim) -> Dim:
    """The sum of two sizes."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return lhs + rhs
    if isinstance(lhs, int):
        lhs, rhs = rhs, lhs
    if isinstance(rhs, int):
        lhs, offset = _offset(lhs)
        rhs += offset
    return lhs if rhs == 0 else _derived("add", lhs, rhs)


def subtract(lhs: Dim, rhs: Dim) -> Dim:
    """The difference of two sizes, which may be negative."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return lhs - rhs
    if isinstance(rhs, int):
        return add(lhs, -rhs)
    (base, offset), (other, removed) = _offset(lhs), _offset(rhs)
    if _same(base, other):
        return offset - removed
    return _derived("subtract", lhs, rhs)


def multiply(lhs: Dim, rhs: Dim) -> Dim:
    """The product of two sizes."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return lhs * rhs
    if 1 in (lhs, rhs):
        return rhs if lhs == 1 else lhs
    if 0 in (lhs, rhs):
        return 0
    if isinstance(lhs, int):
        lhs, rhs = rhs, lhs
    lhs, number = _multiple(lhs)
    if isinstance(rhs, int):
        return _derived("multiply", lhs, rhs * number)
    rhs, factor = _multiple(rhs)
    return multiply(_derived("multiply", lhs, rhs), number * factor)


def floor_divide(lhs: Dim, rhs: Dim) -> Dim:
    """The quotient of a size and a positive integer, rounded down."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return lhs // rhs if rhs else 0
    if isinstance(rhs, int):
        base, number = _multiple(lhs)
        if rhs and number % rhs == 0 and is_extent(base) and number <= _LARGEST_FACTOR:
            return multiply(base, number // rhs)
    return lhs if rhs == 1 else _derived("floorDivide", lhs, rhs)


def ceil_divide(lhs: Dim, rhs: int) -> Dim:
    """The quotient of a size and a positive integer, rounded up."""
    return floor_divide(add(lhs, rhs - 1), rhs)


def repetitions(whole: Dim, part: Dim) -> Dim:
    """How often a broadcast repeats ``part`` to get ``whole``: once if the sizes are equal, and
    ``whole`` times if ``part`` is 1."""
    return 1 if _same(whole, part) else floor_divide(whole, part)


def minimum(lhs: Dim, rhs: Dim) -> Dim:
    """The lesser of two sizes."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return min(lhs, rhs)
    return _derived("min", lhs, rhs)


def maximum(lhs: Dim, rhs: Dim) -> Dim:
    """The greater of two sizes."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return max(lhs, rhs)
    for size, number in ((lhs, rhs), (rhs, lhs)):
        known = least(size)
        if isinstance(number, int) and known is not None and known >= number:
            return size
    return _derived("max", lhs, rhs)


def value_dim(value: Value) -> Dim:
    """An ``i64`` value as a size: a number if it is constant."""
    from dlvm.ir.values import Literal as Constant

    if isinstance(value, Constant) and isinstance(value.data, int):
        return value.data
    record = _RECORD.get()
    return ERASED if record is None else record.derived(value)


def _same(lhs: Dim, rhs: Dim) -> bool:
    return lhs == rhs and lhs != ERASED


def _require(relation: Relation, lhs: Dim, rhs: Dim, message: str) -> None:
    record = _RECORD.get()
    if record is not None:
        record.requirements.append(Requirement(relation, lhs, rhs, message))


def require_equal(lhs: Dim, rhs: Dim, message: str) -> Dim:
    """Requires two sizes to be equal, and returns the more precise one. ``message`` is the error,
    with ``{0}`` and ``{1}`` for the two sizes."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        if lhs != rhs:
            raise TypeRuleError(message.format(lhs, rhs))
    elif not _same(lhs, rhs):
        _require("equal", lhs, rhs, message)
    return rhs if isinstance(rhs, int) else lhs


def require_at_most(lhs: Dim, rhs: Dim, message: str) -> None:
    """Requires ``lhs`` to be at most ``rhs``. ``message`` is the error, with ``{0}`` and ``{1}``
    for the two sizes."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        if lhs > rhs:
            raise TypeRuleError(message.format(lhs, rhs))
        return
    is_known = isinstance(lhs, int) and lhs <= 0 and is_extent(rhs) and _RECORD.get() is not None
    if not _same(lhs, rhs) and not is_known:
        _require("atMost", lhs, rhs, message)


def broadcast(lhs: Dim, rhs: Dim, message: str) -> Dim:
    """The size to which two sizes broadcast, by NumPy's rule. ``message`` is the error, with
    ``{0}`` and ``{1}`` for the two sizes."""
    if _same(lhs, rhs) or rhs == 1:
        return lhs
    if lhs == 1:
        return rhs
    if isinstance(lhs, int) and isinstance(rhs, int):
        raise TypeRuleError(message.format(lhs, rhs))
    _require("broadcast", lhs, rhs, message)
    if isinstance(lhs, int) or isinstance(rhs, int):
        return lhs if isinstance(lhs, int) else rhs
    return _derived("broadcast", lhs, rhs)
