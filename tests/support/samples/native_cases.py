"""Every instruction at every element type, with arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, product
from typing import Any, Final

import numpy as np

from dlvm.ir import INSTRUCTIONS, ElementType, Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.elementwise import Binary, Elementwise, Unary
from dlvm.ir.types import BOOL, F64, I8, I64, U32, element_type_of, tensor
from dlvm.ir.values import TensorData, index_literal

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Case:
    """One instruction, whose operands have the types of some arguments."""

    name: str
    arguments: tuple[Any, ...]
    build: Callable[..., Instruction]

    @property
    def types(self) -> tuple[TensorType, ...]:
        return tuple(TensorType(a.shape, _element(a)) for a in self.arguments)


ELEMENTS: Final = tuple(e for e in ElementType if not e.is_complex)
NUMBERS: Final = tuple(e for e in ELEMENTS if e is not BOOL and not e.is_storage)
FLOATS: Final = tuple(e for e in ELEMENTS if e.is_differentiable)

UNARY_SHAPES: Final = ((), (1,), (5,), (3, 4), (2, 33), (4, 1), (2, 3, 5), (0, 3), (130,), (16, 16))
BINARY_SHAPES: Final = (
    ((5,), (5,)), ((3, 4), (4,)), ((3, 1), (1, 4)), ((2, 33), ()), ((2, 3, 5), (3, 1)),
    ((17,), (17,)), ((), ()), ((0, 4), (4,)),
)  # fmt: skip
DOT_SHAPES: Final = (
    ((3, 4), (4, 5)), ((4,), (4, 5)), ((3, 4), (4,)), ((4,), (4,)), ((2, 3, 4), (4, 5)),
    ((2, 1, 3, 4), (5, 4, 6)), ((20, 33), (33, 40)), ((1, 40), (40, 70)), ((5, 0), (0, 3)),
    ((7, 2, 3), (7, 3, 2)), ((17, 5), (5, 1)),
)  # fmt: skip
REDUCTIONS: Final = (
    ((5,), (0,)), ((3, 70), (1,)), ((3, 70), (0,)), ((3, 4, 5), (0, 2)), ((3, 4, 5), (1,)),
    ((3, 4, 5), (0, 1, 2)), ((0, 4), (1,)), ((1, 130), (1,)),
)  # fmt: skip

RANGES: Final = {
    "lgamma": (0.25, 3.0), "digamma": (0.25, 3.0), "asin": (-0.75, 0.75), "acos": (-0.75, 0.75),
}  # fmt: skip
"""The domains on which functions are defined and well conditioned; others are sampled around 0."""

_random: Final = np.random.default_rng(0)


def sample(element: ElementType, shape: tuple[int, ...], low: float = -3, high: float = 3) -> Any:
    """Draws random numbers; small ones for integers."""
    if element is BOOL:
        return np.asarray(_random.integers(0, 2, shape)).astype(bool)
    if element.is_storage:
        codes = np.asarray(_random.integers(0, 2**element.bits, shape)).astype(np.uint8)
        return codes.view(element.numpy)
    if element.is_float:
        return np.asarray(_random.uniform(low, high, shape)).astype(element.numpy)
    least = 0 if element.kind == "unsigned" else -9
    return np.asarray(_random.integers(least, 10, shape)).astype(element.numpy)


def extremes(element: ElementType) -> Array:
    """Returns the numbers at which errors are most likely."""
    if element is BOOL:
        return np.array([False, True])
    if element.is_storage:
        return np.arange(2**element.bits, dtype=np.uint8).view(element.numpy)
    if element.is_integer:
        limits = np.iinfo(element.numpy)
        numbers = {int(limits.min), int(limits.max), 0, 1, 2, limits.bits - 1, limits.bits}
        signed = {-1, -2, -limits.bits} if limits.min else set[int]()
        return np.array(sorted(numbers | signed), element.numpy)
    least = 2.0 ** {"f16": -24, "bf16": -133, "f32": -149, "f64": -1074}[str(element)]
    numbers = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -2.5, least, np.inf, -np.inf, np.nan]
    return np.array([*numbers, 200.7, -3e9, 1e30], F64.numpy).astype(element.numpy)


def positions(*values: int) -> Literal:
    return Literal(TensorType((len(values),), I64), TensorData(np.array(values, np.int64)))


def all_cases() -> list[Case]:
    """Returns all cases."""
    with np.errstate(all="ignore"):
        families = (_unary, _binary, _casts, _linear_algebra, _reductions, _shapes, _indexing)
        return [case for family in families for case in family()]


def unkeyed_random_cases() -> list[Case]:
    """Returns the cases that depend on the state of the generator."""
    return [
        Case(f"random {e}{' normal' * normal}", _bounds(e), lambda a, b, n=normal: _draw(a, b, n))
        for e, normal in product(FLOATS, (False, True))
    ]


def _element(array: Any) -> ElementType:
    found = element_type_of(array.dtype)
    assert found is not None
    return found


def _classes(kind: type[Elementwise]) -> Iterator[tuple[str, Any, ElementType]]:
    for mnemonic, cls in INSTRUCTIONS.items():
        if issubclass(cls, kind):
            for element in ELEMENTS:
                if cls.domain[1](element):
                    yield mnemonic, cls, element


def _unary() -> Iterator[Case]:
    shapes = cycle(UNARY_SHAPES)
    for mnemonic, cls, element in _classes(Unary):
        bounds = RANGES.get(mnemonic, (-3, 3))
        yield Case(f"{mnemonic} {element}", (sample(element, next(shapes), *bounds),), cls)
        yield Case(f"{mnemonic} {element} extremes", (extremes(element),), cls)


def _binary() -> Iterator[Case]:
    shapes = cycle(BINARY_SHAPES)
    for mnemonic, cls, element in _classes(Binary):
        left, right = next(shapes)
        low = 0 if cls is op.Power else -3
        arguments = (sample(element, left, low), sample(element, right))
        yield Case(f"{mnemonic} {element}", arguments, cls)
        edges = extremes(element)
        yield Case(f"{mnemonic} {element} extremes", (edges[:, None], edges), cls)


_STORAGE_CASTS: Final = (
    (ElementType.F8E5M2, ElementType.F8E8M0FNU), (ElementType.I4, ElementType.U2),
    (ElementType.F4E2M1FN, ElementType.I4), (ElementType.U4, ElementType.F8E4M3FNUZ),
)  # fmt: skip
"""The casts between element types for storage: each goes through the types of other casts."""


def _casts() -> Iterator[Case]:
    for source, target in product(ELEMENTS, ELEMENTS):
        if source.is_storage and target.is_storage and (source, target) not in _STORAGE_CASTS:
            continue
        numbers = np.concatenate([sample(source, (19,)), extremes(source)])
        yield Case(f"cast {source} {target}", (numbers,), lambda x, t=target: op.DataTypeCast(x, t))


def _linear_algebra() -> Iterator[Case]:
    for element, (left, right) in product(NUMBERS, DOT_SHAPES):
        arguments = (sample(element, left), sample(element, right))
        yield Case(f"dot {element} {left} {right}", arguments, op.Dot)


def _reductions() -> Iterator[Case]:
    for e, by in product((BOOL, *NUMBERS), ("add", "multiply", "min", "max", "and", "or")):
        if (by in ("and", "or") and e.is_float) or (by not in ("and", "or") and e is BOOL):
            continue
        for shape, axes in REDUCTIONS:
            yield Case(
                f"reduce {by} {e} {shape} {axes}",
                (sample(e, shape, -1.2, 1.2),),
                lambda x, by=by, axes=axes: op.Reduce(x, by, axes),
            )
        yield Case(
            f"reduce {by} {e} from init",
            (sample(e, (3, 70), -1.2, 1.2), sample(e, ())),
            lambda x, init, by=by: op.Reduce(x, by, (1,), init),
        )
    for e, cls in product(NUMBERS, (op.ArgMax, op.ArgMin)):
        name = f"{cls.mnemonic} {e}"
        for axis, shape in ((1, (3, 20)), (0, (3, 20)), (1, (2, 130))):
            yield Case(
                f"{name} {shape} {axis}", (sample(e, shape),), lambda x, c=cls, a=axis: c(x, a)
            )
        ties = np.rint(sample(e, (4, 33))).astype(e.numpy)
        yield Case(f"{name} ties", (ties,), lambda x, c=cls: c(x, 1))
        if e.is_float:
            missing = ties.copy()
            missing[1:3, 7:9] = np.nan
            yield Case(f"{name} nan", (missing,), lambda x, c=cls: c(x, 1))


def _shapes() -> Iterator[Case]:
    for e in ELEMENTS:
        for name, shapes, build in SHAPE_BUILDERS:
            yield Case(f"{name} {e}", tuple(sample(e, s) for s in shapes), build)
        mixed = (sample(e, (3, 4)), sample(e, (4,)), sample(BOOL, (3, 1)))
        yield Case(f"select {e}", mixed, op.Select)


SHAPE_BUILDERS: Final[tuple[tuple[str, tuple[tuple[int, ...], ...], Callable[..., Any]], ...]] = (
    ("transpose", ((3, 5),), lambda x: op.Transpose(x)),
    ("transpose large", ((33, 70),), lambda x: op.Transpose(x)),
    ("transpose along", ((3, 5, 4),), lambda x: op.Transpose(x, (2, 0, 1))),
    ("reverse", ((3, 18),), lambda x: op.Reverse(x, (0, 1))),
    ("concatenate", ((3, 5), (3, 1), (3, 17)), lambda *x: op.Concatenate(x, 1)),
    ("concatenate empty", ((0, 5), (2, 5), (3, 5)), lambda *x: op.Concatenate(x, 0)),
    ("slice", ((7, 18),), lambda x: op.Slice(x, _at(1, 2), _at(6, 17), (2, 3))),
    ("pad", ((3, 5), ()), lambda x, v: op.Pad(x, ((1, 2), (-1, 3)), v, (1, 2))),
    ("pad and crop", ((3, 50), ()), lambda x, v: op.Pad(x, ((1, 2), (2, -3)), v)),
    ("broadcast", ((3, 1),), lambda x: op.Broadcast(x, (2, 3, 4))),
    ("shapeCast", ((4, 6),), lambda x: op.ShapeCast(x, (3, 8))),
    ("padShape", ((4, 6),), lambda x: op.PadShape(x, 1)),
    ("squeezeShape", ((4, 1, 6),), lambda x: op.SqueezeShape(x, 1)),
    ("insert row", ((4, 6), (6,)), lambda x, y: op.Insert(y, x, (2,))),
    ("insert element", ((4, 6), ()), lambda x, y: op.Insert(y, x, (2, 1))),
    ("extract row", ((4, 6),), lambda x: op.Extract((2,), x)),
    ("extract element", ((4, 6),), lambda x: op.Extract((2, 1), x)),
    ("gather", ((4, 5),), lambda x: op.Gather(x, positions(3, 0, 1), 0)),
    ("gather columns", ((4, 5),), lambda x: op.Gather(x, positions(3, 0, 1), 1)),
    ("scatter", ((3, 6), (3, 4)), lambda u, x: op.Scatter(u, x, positions(0, 1, 1, 3, 0, 2), 1)),
)


def _at(*values: int) -> list[Value]:
    return [index_literal(v) for v in values]


def _indexing() -> Iterator[Case]:
    for e in ELEMENTS:
        yield Case(
            f"gather one {e}", (sample(e, (4, 5)), np.array(2)), lambda x, i: op.Gather(x, i, 0)
        )
        for index in (I8, U32, I64):
            several = np.array([[3, 0], [1, 3]], index.numpy)
            yield Case(
                f"gather {e} {index}", (sample(e, (4, 5)), several), lambda x, i: op.Gather(x, i, 0)
            )
    for e, by in product(NUMBERS, ("add", "multiply", "min", "max")):
        yield Case(
            f"scatter {by} {e}",
            (sample(e, (6, 5)), sample(e, (4, 5)), np.array([0, 1, 1, 3, 0, 2])),
            lambda u, x, i, by=by: op.Scatter(u, x, i, 0, by),
        )
    for e, axis in product(NUMBERS, (0, 1)):
        yield Case(f"iota {e} {axis}", (), lambda e=e, a=axis: op.Iota((3, 20), a, tensor(e)))
    for e, normal in product(FLOATS, (False, True)):
        yield Case(
            f"random {e}{' normal' * normal} by key",
            (*_bounds(e), np.array([12345, 678], np.uint32)),
            lambda a, b, k, n=normal: _draw(a, b, n, k),
        )


def _bounds(element: ElementType) -> tuple[Any, Any]:
    return sample(element, (), -3, -1), sample(element, (), 1, 3)


def _draw(low: Value, high: Value, normal: bool, key: Value | None = None) -> Instruction:
    return op.Random((3, 21), low, high, normal, key)
