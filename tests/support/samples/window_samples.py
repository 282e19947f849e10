"""Samples of windowed instructions, scans, contractions, rearrangements, and queries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlvm.ir import Builder, ElementType, Instruction, Value
from dlvm.ir import instructions as op
from tests.support.samples.sampling import (
    DISTINCT,
    EVEN,
    ODD,
    ROW,
    SCALAR,
    Array,
    Evaluate,
    Sample,
    before,
    function_of,
    indices_of,
    scalar,
)

Pairs = Sequence[tuple[int, int]]
UFUNCS = {
    "add": np.add, "multiply": np.multiply, "min": np.minimum, "max": np.maximum,
    "and": np.bitwise_and, "or": np.bitwise_or,
}  # fmt: skip
LOGICAL = ("and", "or")
IMAGE, KERNEL = DISTINCT.reshape(1, 2, 3, 4), EVEN[:, :18].reshape(3, 2, 3, 3)


def _surrounded(x: Array, padding: Pairs, start: Any) -> Array:
    """Pads or crops each dimension."""
    for axis, (low, high) in enumerate(padding):
        x = np.delete(x, range(max(0, -low)), axis)
        x = np.delete(x, range(x.shape[axis] - max(0, -high), x.shape[axis]), axis)
    return np.pad(x, [(max(0, a), max(0, b)) for a, b in padding], constant_values=start)


def _convolved(
    strides: Sequence[int], padding: Pairs, left: Sequence[int], right: Sequence[int], groups: int
) -> Evaluate:
    def evaluate(x: Array, kernel: Array) -> Array:
        batch, channels, *sizes = x.shape
        spread = [max(0, (s - 1) * d + 1) for s, d in zip(sizes, left, strict=True)]
        wide = np.zeros((batch, channels, *spread), x.dtype)
        wide[(..., *(slice(None, None, d) for d in left))] = x
        wide = _surrounded(wide, [(0, 0), (0, 0), *padding], 0)
        reach = [(k - 1) * r + 1 for k, r in zip(kernel.shape[2:], right, strict=True)]
        counts = [(w - r + s) // s for w, r, s in zip(wide.shape[2:], reach, strides, strict=True)]
        wide = wide.reshape((batch, groups, channels // groups, *wide.shape[2:]))
        result = np.zeros((batch, groups, len(kernel) // groups, *counts), x.dtype)
        for place in np.ndindex(kernel.shape[2:]):
            part = wide[
                (
                    ...,
                    *(
                        slice(p * r, p * r + (n - 1) * s + 1, s)
                        for p, r, n, s in zip(place, right, counts, strides, strict=True)
                    ),
                )
            ]
            weights = kernel[(..., *place)].reshape((groups, -1, channels // groups))
            result += np.einsum("ngc...,goc->ngo...", part, weights)
        return result.reshape((batch, len(kernel), *counts))

    return evaluate


def _neutral(by: str, dtype: np.dtype[Any]) -> Any:
    """Returns the identity of an operator."""
    if by in ("min", "max"):
        if dtype.kind == "f":
            return np.inf if by == "min" else -np.inf
        limits = np.iinfo(dtype)
        return limits.max if by == "min" else limits.min
    return ~np.zeros((), dtype) if by == "and" else {"add": 0, "multiply": 1, "or": 0}[by]


def _windows(
    by: str,
    start: int | None,
    dims: Sequence[int],
    strides: Sequence[int],
    padding: Pairs,
    dilation: Sequence[int],
) -> Evaluate:
    def evaluate(x: Array) -> Array:
        function = UFUNCS[by]
        init = np.asarray(_neutral(by, x.dtype) if start is None else start).astype(x.dtype)
        wide = _surrounded(x, padding, init)
        spans = [(d - 1) * g + 1 for d, g in zip(dims, dilation, strict=True)]
        counts = [(w - n + s) // s for w, n, s in zip(wide.shape, spans, strides, strict=True)]
        result = np.zeros(counts, x.dtype)
        for place in np.ndindex(*counts):
            window = wide[
                tuple(
                    slice(p * s, p * s + n, g)
                    for p, s, n, g in zip(place, strides, spans, dilation, strict=True)
                )
            ]
            joined = function.reduce(window, axis=None, dtype=x.dtype)
            result[place] = joined if start is None else function(init, joined)
        return result

    return evaluate


def _reduce_window(
    by: str, start: int | None, dims: tuple[int, ...], *rest: Any
) -> Callable[..., Instruction]:
    return lambda x: op.ReduceWindow(
        x, by, dims, None if start is None else scalar(x, start), *rest
    )


def _windows_by_function(x: Value) -> Instruction:
    type = scalar(x)
    combine = function_of("combine", (type, type), op.Subtract)
    return op.ReduceWindow(x, combine, (2,), scalar(x, 3), (2,), ((1, 0),))


def _differences(x: Array) -> Array:
    three = x.dtype.type(3)
    return np.stack([three - three - x[0], three - x[1] - x[2]])


def _scanned(by: str, axes: Sequence[int], exclusive: bool, reverse: bool) -> Evaluate:
    def evaluate(x: Array) -> Array:
        for axis in axes:
            wide = np.flip(x, axis) if reverse else x
            if exclusive:
                first = np.full_like(wide.take([0], axis), _neutral(by, x.dtype))
                wide = np.concatenate([first, np.delete(wide, -1, axis)], axis)
            wide = UFUNCS[by].accumulate(wide, axis, x.dtype)
            x = np.flip(wide, axis) if reverse else wide
        return x

    return evaluate


def _scan(by: str, axes: tuple[int, ...], exclusive: bool, reverse: bool, x: Array) -> Sample:
    # Differences of infinities, with which these begin, are no numbers.
    begins_infinite = exclusive and by in ("min", "max")
    return Sample(
        lambda a: op.Scan(a, by, axes, exclusive, reverse),
        (x,),
        _scanned(by, axes, exclusive, reverse),
        None if begins_infinite else by not in LOGICAL,
    )


def _contract(text: str, *operands: Array) -> Sample:
    return Sample(
        lambda *factors: op.Contract(factors, text),
        operands,
        lambda *factors: np.einsum(text, *factors),
    )


WINDOWS: dict[type[Instruction], tuple[Sample, ...]] = {
    op.Convolve: (
        Sample(op.Convolve, (IMAGE, KERNEL),
               _convolved((1, 1), ((0, 0), (0, 0)), (1, 1), (1, 1), 1)),
        Sample(
            lambda x, k: op.Convolve(x, k, (2, 1), ((2, 1), (-1, 3)), (2, 3), (1, 2), 2),
            (DISTINCT.reshape(2, 4, 3, 1), EVEN[:2, :32].reshape(4, 2, 4, 2)),
            _convolved((2, 1), ((2, 1), (-1, 3)), (2, 3), (1, 2), 2),
        ),
        Sample(lambda x, k: op.Convolve(x, k, groups=3, padding=((1, 1),)),
               (ODD[None], EVEN[:, None, :4]), _convolved((1,), ((1, 1),), (1,), (1,), 3)),
        Sample(op.Convolve, (ODD[:, :4], EVEN[:, :4]), _convolved((), (), (), (), 1)),
        Sample(op.Convolve, (IMAGE[:0], KERNEL),
               _convolved((1, 1), ((0, 0), (0, 0)), (1, 1), (1, 1), 1)),
    ),
    op.ReduceWindow: (
        *(
            Sample(
                _reduce_window(by, None, (1, 2, 3), (1, 1, 2), "none", (1, 1, 1)), (DISTINCT,),
                _windows(by, None, (1, 2, 3), (1, 1, 2), ((0, 0),) * 3, (1,) * 3),
                by not in LOGICAL,
            )
            for by in ("multiply", "min", "max", "and", "or")
        ),
        Sample(_reduce_window("add", 2, (2, 4), (2, 3), "half", (1, 2)), (ODD,),
               _windows("add", 2, (2, 4), (2, 3), ((0, 1), (3, 3)), (1, 2))),
        Sample(_reduce_window("max", None, (2, 3), (1, 4), "full", (2, 1)), (ODD,),
               _windows("max", None, (2, 3), (1, 4), ((2, 2), (2, 2)), (2, 1))),
        Sample(_reduce_window("min", 0, (2, 2), None, ((2, -1), (-3, 1))), (ODD,),
               _windows("min", 0, (2, 2), (1, 1), ((2, -1), (-3, 1)), (1, 1)), None),
        Sample(_reduce_window("add", None, ()), (SCALAR,), lambda x: x),
        Sample(_windows_by_function, (ROW[:3],), _differences),
    ),
    op.Scan: (
        *(_scan(by, (2,), False, False, DISTINCT) for by in UFUNCS),
        *(_scan(by, (0, 2), True, True, DISTINCT) for by in UFUNCS),
        _scan("add", (1,), False, True, ODD),
        _scan("max", (0,), True, False, ODD),
    ),
    op.Contract: (
        _contract("bik,bkj->bij", DISTINCT, DISTINCT.reshape(2, 4, 3)),
        _contract("ji, jk", ODD[:, :4], EVEN[:, :5]),
        _contract("ii->i", DISTINCT.reshape(4, 6)[:, 2:]),
        _contract("ij,ij,j->", ODD[:, :4], EVEN[:, :4], ROW),
        _contract("...i,i...->...", DISTINCT, EVEN[:, :4].T),
        _contract("...,...i,i...", ROW[:3], DISTINCT[:1], EVEN[:, :4].T.reshape(4, 3, 1)),
        _contract("iij,k->", EVEN[:2, :6].reshape(2, 2, 3), ROW),
        _contract("i,j->ji", ROW[:0], ROW),
        _contract("...ij,jk,...ik,k,j->...k", DISTINCT, EVEN[:, :4].T, DISTINCT[..., :3],
                  ROW[:3], ROW[:4]),
        # More factors than NumPy multiplies at once.
        Sample(lambda *f: op.Contract(f, ",".join("i" * 70) + "->i"), (np.sign(ROW),) * 70,
               lambda *f: np.prod(f, 0, f[0].dtype), None),
    ),
}  # fmt: skip


def _sorted(axis: int, descending: bool, count: int | None = None) -> Evaluate:
    def evaluate(x: Array) -> tuple[Array, Array]:
        places = np.zeros(x.shape, np.int64)
        for row in np.ndindex(*np.delete(x.shape, axis)):
            at = (*row[:axis], slice(None), *row[axis:])
            keys = [(bool(k != k), k) for k in x[at].tolist()]
            places[at] = sorted(range(len(keys)), key=keys.__getitem__, reverse=descending)
        first = np.take(places, range(x.shape[axis] if count is None else count), axis)
        return np.take_along_axis(x, first, axis), first

    return evaluate


def _element_of_sort(number: int, count: int | None = None) -> Callable[..., Instruction]:
    def make(b: Builder, x: Value) -> Instruction:
        return op.Extract((number,), b.insert(op.Sort(x, 0, False, count)))

    return before(make)


_TIES = np.tile(np.rint(ODD[:, :11]), (1, 2))
_UNSORTED = np.array([2.0, np.nan, -1, np.inf, 0, -np.inf, -0.0, np.nan, 2, 1])
_BITS = np.array([0, 1, 2**14 + 3, 2**15 - 1024 - 1, 2**15 + 1, 2**16 - 2], np.uint16)

REARRANGEMENT: dict[type[Instruction], tuple[Sample, ...]] = {
    op.Sort: (
        *(
            Sample(lambda x, d=d, n=n: op.Sort(x, 1, d, n), (_TIES,), _sorted(1, d, n), None)
            for d in (False, True)
            for n in (None, 0, 1, 5)
        ),
        *(
            Sample(lambda x, d=d, n=n: op.Sort(x, 0, d, n), (_UNSORTED,), _sorted(0, d, n), None)
            for d in (False, True)
            for n in (None, 1, 3)
        ),
        Sample(_element_of_sort(0), (DISTINCT,), lambda x: np.sort(x, 0)),
        Sample(_element_of_sort(0, 1), (DISTINCT,), lambda x: np.sort(x, 0)[:1]),
        Sample(_element_of_sort(1), (DISTINCT,), lambda x: np.argsort(x, 0), False),
    ),
    op.Update: (
        Sample(lambda x, y: op.Update(x, y, indices_of(1, 3)), (ODD, EVEN[:2, :30]),
               lambda x, y: np.block([[x[:1]], [x[1:, :3], y, x[1:, 33:]]])),
        Sample(lambda x, y, i: op.Update(x, y, [i]), (ROW, EVEN[0, :2], np.array(2)),
               lambda x, y, _: np.concatenate([x[:2], y])),
        Sample(lambda x, y: op.Update(x, y, indices_of(4)), (ROW, ROW[:0]), lambda x, _: x),
        Sample(lambda x, y: op.Update(x, y, []), (SCALAR, ROW[0]), lambda _, y: y),
    ),
    op.BitCast: (
        *(
            Sample(lambda x, e=e: op.BitCast(x, e), (_BITS.reshape(2, 3),),
                   lambda x, e=e: x.view(e.numpy), False)
            for e in (ElementType.F16, ElementType.BF16, ElementType.I16, ElementType.U16)
        ),
        # Of 8 bytes are f64 and c64, which tests compute in c128.
        Sample(
            lambda x: op.BitCast(x, ElementType.I64), (DISTINCT,),
            lambda x: (x.astype(np.complex64) if np.iscomplexobj(x) else x).view(np.int64), False,
        ),
    ),
}  # fmt: skip


def _shape_queries(query: type[Instruction], function: Evaluate) -> tuple[Sample, ...]:
    return tuple(Sample(query, (x,), function, False) for x in (DISTINCT, SCALAR, ODD[:0]))


QUERIES: dict[type[Instruction], tuple[Sample, ...]] = {
    op.Rank: _shape_queries(op.Rank, lambda x: np.asarray(x.ndim)),
    op.ShapeOf: _shape_queries(op.ShapeOf, lambda x: np.asarray(x.shape, np.int64)),
    op.UnitCount: _shape_queries(op.UnitCount, lambda x: np.asarray(x.size)),
    op.Dimension: tuple(
        Sample(lambda x, a=a: op.Dimension(x, a), (DISTINCT,), lambda x, a=a: x.shape[a], False)
        for a in range(3)
    ),
}
