"""Random numbers: Philox-4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
2011), a function of key and counter only."""

from __future__ import annotations

from dlvm.codegen.expressions.element_operations import OPERATIONS, SMALL, Operations
from dlvm.ir.compute import Draw
from dlvm.ir.types import F32, F64, I64, U32, U64, ElementType

_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_WEYL = (0x9E3779B9, 0xBB67AE85)


def draw(
    ops: Operations,
    expression: Draw,
    counter: str,
    key: tuple[str, str] | None,
    generator: tuple[str, str] | None,
    lanes: int,
) -> str:
    """A uniform number in [0, 1) or a standard normal one for each counter."""
    if key is None:
        assert generator is not None
        seed, start = generator
        low = ops.emit(f"trunc i64 {seed} to i32")
        high = ops.emit(f"trunc i64 {ops.emit(f'lshr i64 {seed}, 32')} to i32")
        key = (low, high)
        counter = ops.binary("add", I64, lanes, counter, ops.splat(start, I64, lanes))
    words = _philox(ops, counter, (ops.splat(key[0], U32, lanes), ops.splat(key[1], U32, lanes)),
                    lanes)  # fmt: skip
    wide = expression.element is F64
    element = F64 if wide else F32
    if wide:
        first, second = _uniform64(ops, words[0], words[1], lanes), ""
        if expression.normal:
            second = _uniform64(ops, words[2], words[3], lanes)
    else:
        first, second = (_uniform32(ops, w, lanes) for w in words[:2])
    if expression.normal:
        first = _box_muller(ops, first, second, element, lanes)
    return ops.rounded(first, expression.element, lanes) if expression.element in SMALL else first


def _philox(ops: Operations, counter: str, key: tuple[str, str], lanes: int) -> list[str]:
    low = ops.cast(counter, I64, U32, lanes)
    high = ops.cast(
        ops.binary("lshr", I64, lanes, counter, ops.constant(32, I64, lanes)), I64, U32, lanes
    )
    zero = ops.constant(0, U32, lanes)
    words = [low, high, zero, zero]
    keys = list(key)
    for number in range(10):
        if number:
            keys = [
                ops.binary("add", U32, lanes, k, ops.constant(w, U32, lanes))
                for k, w in zip(keys, _WEYL, strict=True)
            ]
        products: list[tuple[str, str]] = []
        for word, multiplier in zip((words[0], words[2]), _MULTIPLIERS, strict=True):
            wide = ops.binary(
                "mul", U64, lanes, ops.cast(word, U32, U64, lanes),
                ops.constant(multiplier, U64, lanes),
            )  # fmt: skip
            shifted = ops.binary("lshr", U64, lanes, wide, ops.constant(32, U64, lanes))
            products.append((ops.cast(shifted, U64, U32, lanes), ops.cast(wide, U64, U32, lanes)))
        (high0, low0), (high1, low1) = products
        words = [
            ops.binary("xor", U32, lanes, ops.binary("xor", U32, lanes, high1, words[1]), keys[0]),
            low1,
            ops.binary("xor", U32, lanes, ops.binary("xor", U32, lanes, high0, words[3]), keys[1]),
            low0,
        ]
    return words


def _uniform32(ops: Operations, word: str, lanes: int) -> str:
    bits = ops.binary("lshr", U32, lanes, word, ops.constant(8, U32, lanes))
    number = ops.cast(bits, U32, F32, lanes)
    return ops.binary("fmul", F32, lanes, number, ops.constant(2.0**-24, F32, lanes))


def _uniform64(ops: Operations, first: str, second: str, lanes: int) -> str:
    high = ops.cast(first, U32, U64, lanes)
    high = ops.binary("shl", U64, lanes, high, ops.constant(21, U64, lanes))
    low = ops.binary("lshr", U32, lanes, second, ops.constant(11, U32, lanes))
    bits = ops.binary("or", U64, lanes, high, ops.cast(low, U32, U64, lanes))
    number = ops.cast(bits, U64, F64, lanes)
    return ops.binary("fmul", F64, lanes, number, ops.constant(2.0**-53, F64, lanes))


def _box_muller(ops: Operations, u: str, v: str, element: ElementType, lanes: int) -> str:
    first = ops.binary("fsub", element, lanes, ops.constant(1, element, lanes), u)
    logarithm = OPERATIONS["log"](ops, element, lanes, first)
    square = ops.binary("fmul", element, lanes, ops.constant(-2, element, lanes), logarithm)
    radius = ops.intrinsic("sqrt", element, lanes, square)
    angle = ops.binary("fmul", element, lanes, ops.constant(6.283185307179586, element, lanes), v)
    return ops.binary("fmul", element, lanes, radius, OPERATIONS["cos"](ops, element, lanes, angle))
