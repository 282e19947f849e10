"""The functions of the array API standard (2024.12), with calls of each on which staged functions
and NumPy have to agree. ``docs/arrays.md`` lists the functions; ``python -m tests.regenerate``
writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.nnkit.array_api.unsupported import ABSENT
from tests.support.paths import ROOT

Call = Callable[..., Any]
"""A call of a function of ``np``, which is ``nnkit`` or NumPy, on arrays."""
Shape = tuple[int, ...]

STANDARD: dict[str, str] = {
    "Constants": "e inf nan newaxis pi",
    "Creation": "arange asarray empty empty_like eye from_dlpack full full_like linspace meshgrid "
    "ones ones_like tril triu zeros zeros_like",
    "Dtypes": "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 "
    "complex128",
    "Data types": "astype can_cast finfo iinfo isdtype result_type",
    "Elements": "abs acos acosh add asin asinh atan atan2 atanh bitwise_and bitwise_left_shift "
    "bitwise_invert bitwise_or bitwise_right_shift bitwise_xor ceil clip conj copysign cos cosh "
    "divide equal exp expm1 floor floor_divide greater greater_equal hypot imag isfinite isinf "
    "isnan less less_equal log log1p log2 log10 logaddexp logical_and logical_not logical_or "
    "logical_xor maximum minimum multiply negative nextafter not_equal positive pow real "
    "remainder round sign signbit sin sinh square sqrt subtract tan tanh trunc",
    "Indices": "take",
    "Linear algebra": "matmul matrix_transpose tensordot vecdot",
    "Manipulation": "broadcast_arrays broadcast_to concat expand_dims flip moveaxis permute_dims "
    "repeat reshape roll squeeze stack tile unstack",
    "Searching": "argmax argmin nonzero searchsorted where",
    "Sets": "unique_all unique_counts unique_inverse unique_values",
    "Sorting": "argsort sort",
    "Statistics": "cumulative_sum max mean min prod std sum var",
    "Whether": "all any",
    "linalg": "cholesky cross det diagonal eigh eigvalsh inv matmul matrix_norm matrix_power "
    "matrix_rank matrix_transpose outer pinv qr slogdet solve svd svdvals tensordot trace vecdot "
    "vector_norm",
    "fft": "fft fftfreq fftn fftshift hfft ifft ifftn ifftshift ihfft irfft irfftn rfft rfftfreq "
    "rfftn",
}
"""The names of the main namespace by chapter, and of the extensions."""

EXTENSIONS = ("linalg", "fft")
"""The chapters that are modules of their own."""

BESIDE = (
    "angle rsqrt reciprocal erf erfc erfinv lgamma digamma dot einsum kron outer swapaxes split "
    "ravel pad take_along_axis scatter one_hot cumulative_prod count_nonzero diff top_k convolve "
    "reduce_window segment_sum segment_prod segment_max segment_min segment_mean bincount "
    "histogram interp fftconvolve linalg.lstsq linalg.norm linalg.solve_triangular"
)
"""Functions beyond the standard."""

FLOATS, F16, COMPLEX = "f4 f8", "f2 f4 f8", "c8 c16"
SIGNED, WHOLE = "i1 i4 i8", "i1 i2 i4 i8 u1 u2 u4 u8"
NUMBERS, ORDERED = f"{WHOLE} {F16}", f"{WHOLE} {F16} ?"
ALL = f"{ORDERED} {COMPLEX}"

ONE: list[Sequence[Shape]] = [[()], [(1,)], [(0,)], [(2, 3)], [(3, 0, 2)], [(2, 1, 3)]]
TWO: list[Sequence[Shape]] = [
    [(), ()], [(2, 3), (3,)], [(1, 3), (2, 1)], [(0, 3), (1,)], [(3,), (2, 2, 3)],
]  # fmt: skip
FILLED: list[Sequence[Shape]] = [[(1,)], [(4,)], [(2, 3)], [(2, 1, 3)]]
MATRIX: list[Sequence[Shape]] = [[(2, 3)], [(1, 1)], [(0, 3)], [(2, 3, 2)]]
CUBE: list[Sequence[Shape]] = [[(2, 3, 4)], [(1, 0, 2)]]


@dataclass(frozen=True)
class Row:
    """A call on arrays of each of the dtypes and shapes; ``smooth`` if it has a gradient."""

    call: Call
    dtypes: str = FLOATS
    shapes: Sequence[Sequence[Shape]] = ()
    domain: Callable[[Any], Any] | None = None
    smooth: bool = False

    def arguments(self, rng: np.random.Generator) -> Iterator[tuple[Any, ...]]:
        """Drawn arrays: each dtype meets a shape, and each shape a dtype."""
        dtypes = self.dtypes.split()
        for n in range(max(len(dtypes), len(self.shapes))):
            shapes = self.shapes[n % len(self.shapes)]
            yield tuple(self.draw(rng, s, dtypes[n % len(dtypes)]) for s in shapes)

    def draw(self, rng: np.random.Generator, shape: Shape, dtype: str) -> Any:
        """A random array of distinct integers or fractions, positive and negative."""
        kind = np.dtype(dtype)
        if kind.kind == "b":
            return np.asarray(rng.random(shape) < 0.5)
        count = int(np.prod(shape))
        distinct = rng.permutation(np.arange(count) - count // 3).reshape(shape)
        values = distinct + (rng.uniform(0.1, 0.4, shape) if kind.kind in "fc" else 0)
        if kind.kind == "c":
            values = values + 1j * rng.permutation(values.ravel()).reshape(shape)
        if self.domain is not None:
            values = self.domain(values)
        return np.asarray(np.abs(values) if kind.kind == "u" else values).astype(kind)


def positive(x: Any) -> Any:
    return np.abs(x) + 1


def inside(x: Any) -> Any:
    return np.sin(x) * 0.9


def bounded(x: Any) -> Any:
    return np.clip(x, -4, 4)


def shift(x: Any) -> Any:
    return np.abs(x) % 4


def unary(names: str, dtypes: str = FLOATS, smooth: bool = True, domain: Any = None) -> Any:
    return {
        n: [Row(lambda np, x, n=n: getattr(np, n)(x), dtypes, ONE, domain, smooth)]
        for n in names.split()
    }


def binary(names: str, dtypes: str = FLOATS, smooth: bool = True, domain: Any = None) -> Any:
    return {
        n: [Row(lambda np, x, y, n=n: getattr(np, n)(x, y), dtypes, TWO, domain, smooth)]
        for n in names.split()
    }


def like(names: str, calls: Sequence[str], *rest: Any, **named: Any) -> dict[str, list[Row]]:
    """The same calls, written as text, of each of the functions ``f``."""
    return {
        n: [row(c.replace("f(", f"np.{n}("), *rest, **named) for c in calls] for n in names.split()
    }


def row(call: str, dtypes: str, shapes: Sequence[Sequence[Shape]], **named: Any) -> Row:
    """A call written as text, of ``np`` on ``x`` and ``y``."""
    return Row(eval(f"lambda np, x, y=None: {call}"), dtypes, shapes, **named)


def rows(dtypes: str, shapes: Sequence[Sequence[Shape]], *calls: str, **named: Any) -> list[Row]:
    return [row(c, dtypes, shapes, **named) for c in calls]


SQUARE: list[Sequence[Shape]] = [[(3, 3)], [(1, 1)], [(2, 2, 2)], [(5, 5)]]
RECTANGLE: list[Sequence[Shape]] = [[(3, 3)], [(4, 2)], [(2, 4)], [(2, 3, 2)], [(1, 1)]]
SYMMETRIC = "x + np.matrix_transpose(x)"
SIGNALS: list[Sequence[Shape]] = [[(6,)], [(2, 5)], [(1, 2)], [(2, 3, 4)]]
PARTS = "(lambda y: np.real(y) + 2 * np.imag(y))"
POSITIVE = "np.matmul(x, np.matrix_transpose(x)) + np.eye(x.shape[-1], dtype=x.dtype)"
"""A positive definite matrix."""

ROWS: dict[str, list[Row]] = {
    **unary("exp expm1 sin cos tanh atan asinh sinh cosh", F16, domain=bounded),
    **unary("tan", domain=inside),
    **unary("log log1p log2 log10 sqrt acosh", F16, domain=positive),
    **unary("asin acos atanh", domain=inside),
    **unary("abs positive square", NUMBERS, domain=bounded),
    **unary("negative sign", f"{SIGNED} {F16}"),
    **unary("floor ceil trunc round", NUMBERS, smooth=False),
    **unary("isnan isinf isfinite", NUMBERS, smooth=False),
    **unary("signbit", F16, smooth=False),
    **unary("conj real imag", NUMBERS),
    **unary("angle", F16),
    **unary("bitwise_invert", f"{WHOLE} ?", smooth=False),
    **unary("logical_not", "?", smooth=False),
    **binary("add subtract multiply maximum minimum", NUMBERS, domain=bounded),
    **binary("divide hypot logaddexp", F16, domain=positive),
    **binary("atan2 copysign", FLOATS),
    **binary("floor_divide remainder", NUMBERS, smooth=False, domain=positive),
    **binary("pow", f"i4 i8 {F16}", domain=lambda x: positive(x) % 3 + 1),
    **binary("bitwise_and bitwise_or bitwise_xor", f"{WHOLE} ?", smooth=False),
    **binary("bitwise_left_shift bitwise_right_shift", WHOLE, smooth=False, domain=shift),
    **binary("equal not_equal less less_equal greater greater_equal", NUMBERS, smooth=False),
    **binary("logical_and logical_or logical_xor", "?", smooth=False),
    "clip": [
        *rows(NUMBERS, ONE, "np.clip(x, 0, 2)", "np.clip(x, 1, None)", smooth=True),
        *rows(FLOATS, TWO, "np.clip(x, None, y)", "np.clip(x + y, y, y + 1)", smooth=True),
    ],
    "where": [
        *rows(ORDERED, TWO, "np.where(x > y, x, y)"),
        *rows(COMPLEX, TWO, "np.where(np.real(x) > 1, x, y)", "np.where(x == y, x, 1j)"),
        *rows(FLOATS, TWO, "np.where(x < y, x * y, 1.5)", smooth=True),
    ],
    # Creation
    "arange": rows(
        "i8", [[(5,)]], "x + np.arange(5)", "x + np.arange(2, 12, 2)", "x + np.arange(9, -1, -2)",
        "x + np.arange(5, dtype=np.int64)", "x[:0] + np.arange(3, 1)",
    ) + rows("f4", [[(4,)]], "x + np.arange(0.0, 2.0, 0.5, dtype=x.dtype)"),
    "asarray": rows("f4 f8 i8", [[(2,)]], "np.asarray(x)", "np.asarray(x, dtype=x.dtype) + x"),
    "eye": rows(
        FLOATS, [[(3,)]], "x * np.eye(2, 3, dtype=x.dtype)", "x + np.eye(3, k=-1, dtype=x.dtype)",
        "x * np.eye(0, 3, k=2, dtype=x.dtype)",
    ),
    "linspace": rows(
        FLOATS, [[(5,)]], "x + np.linspace(0, 1, 5, dtype=x.dtype)",
        "x * np.linspace(2, -1, 5, endpoint=False, dtype=x.dtype)",
        "x[:1] + np.linspace(3, 4, 1, dtype=x.dtype)",
    ),
    "meshgrid": [
        row(f"tuple(np.meshgrid(x, y{option}))", "f4 i8", [[(2,), (3,)], [(1,), (0,)]], smooth=True)
        for option in ("", ", indexing='ij'")
    ],
    **like("full", ["x + f((2, 3), 2, dtype=x.dtype)", "f(2, True)"], NUMBERS, [[(2, 3)]]),
    **like("ones zeros", ["x + f((2, 1), dtype=x.dtype)", "f(3, dtype=bool)"], NUMBERS, [[(3,)]]),
    **like("empty", ["f((2, 0), dtype=x.dtype)"], NUMBERS, [[(3,)]]),
    **like("full_like", ["f(x, 1)", "f(x, 2, dtype=np.int32)"], NUMBERS, ONE),
    **like("ones_like zeros_like", ["f(x)", "f(x, dtype=np.float32)"], ALL, ONE),
    **like("empty_like", ["f(x[:0])"], ALL, FILLED),
    **like("tril triu", ["f(x)", "f(x, k=1)", "f(x, k=-1)"], ALL, MATRIX, smooth=True),
    # Data types
    "astype": [
        row(f"np.astype(x, np.{d})", f"{WHOLE} {FLOATS} ?", ONE, domain=positive)
        for d in ("float32", "float64", "int64", "int8", "uint8", "bool", "complex64")
    ],
    "result_type": rows(
        "f4 i2 u1", [[(2,), (2,)]], "x + np.ones(2, dtype=np.result_type(x, y))",
        "x + np.ones(2, dtype=np.result_type(x, 1))",
    ),
    "can_cast": rows(
        "f4", [[(1,)]], "x + int(np.can_cast(np.int8, np.int16))",
        "x * int(np.can_cast('i1', 'u1'))",
    ),
    "isdtype": rows(
        "f4 i8 u1 ?", [[()]], "x if np.isdtype(x.dtype, ('integral', 'bool')) else x * 2"
    ),
    "finfo": rows(FLOATS, [[(2,)]], "x + np.finfo(x.dtype).eps + np.finfo(x.dtype).bits"),
    "iinfo": rows("i8 i4 u1", [[(2,)]], "x * 0 + np.iinfo(x.dtype).max - np.iinfo(x.dtype).bits"),
    # Indices, linear algebra
    "take": rows(
        f"{FLOATS} i4", [[(3, 2)], [(4, 1)]], "np.take(x, np.asarray([2, 0, 0]), axis=0)",
        "np.take(x, np.asarray([0]), axis=-1)", smooth=True,
    ),
    "matmul": rows(
        "f4 f8 i8",
        [[(3,), (3,)], [(2, 3), (3,)], [(3,), (3, 2)], [(2, 3), (3, 4)], [(0, 3), (3, 2)],
         [(2, 2, 3), (3, 2)], [(2, 1, 2, 3), (3, 3, 1)], [(3,), (2, 3, 2)], [(2, 0), (0, 3)]],
        "np.matmul(x, y)", smooth=True,
    ),
    "matrix_transpose": rows(ALL, MATRIX, "np.matrix_transpose(x)", smooth=True),
    "tensordot": rows(
        "f4 f8 i8", [[(2, 3, 4), (3, 4, 2)], [(1, 2, 2), (2, 2, 0)]], "np.tensordot(x, y)",
        "np.tensordot(x, y, axes=0)", smooth=True,
    ) + rows("f4", [[(2, 3), (3, 2)]], "np.tensordot(x, y, axes=((0, 1), (1, 0)))",
             "np.tensordot(x, y, axes=1)", smooth=True),
    "vecdot": rows(
        "f4 f8 i8", [[(3,), (3,)], [(2, 3), (3,)], [(2, 1, 3), (4, 3)], [(0,), (0,)]],
        "np.vecdot(x, y)", smooth=True,
    ) + rows("f4", [[(3, 2), (3, 1)]], "np.vecdot(x, y, axis=-2)", smooth=True),
    # Manipulation
    "broadcast_arrays": rows(ALL, TWO, "tuple(np.broadcast_arrays(x, y))", smooth=True),
    "broadcast_to": rows(
        ALL, [[(3,)], [(1, 3)], [()], [(1, 1)]], "np.broadcast_to(x, (2, 4, 3))",
        "np.broadcast_to(x[..., :1] if x.ndim else x, (2, 0))", smooth=True,
    ),
    "concat": rows(
        ALL, [[(2, 3), (1, 3)], [(0, 2), (3, 2)]], "np.concat([x, y, x])",
        "np.concat([x, y], axis=None)", smooth=True,
    ) + rows(NUMBERS, [[(2, 3), (2, 1)]], "np.concat([x, y], axis=-1)",
             "np.concat([x, y * 2], axis=1)", smooth=True),
    "expand_dims": rows(
        ALL, ONE, "np.expand_dims(x, axis=0)", "np.expand_dims(x, axis=-1)", smooth=True
    ),
    "flip": rows(ALL, ONE, "np.flip(x)", smooth=True)
    + rows(ALL, CUBE, "np.flip(x, axis=1)", "np.flip(x, axis=(0, -1))", smooth=True),
    "moveaxis": rows(
        ALL, CUBE, "np.moveaxis(x, 0, -1)", "np.moveaxis(x, (0, 1), (2, 0))", smooth=True
    ),
    "permute_dims": rows(ALL, CUBE, "np.permute_dims(x, (2, 0, 1))", smooth=True),
    "repeat": rows(ALL, ONE, "np.repeat(x, 2)", smooth=True) + rows(
        ALL, CUBE, "np.repeat(x, 3, axis=1)", "np.repeat(x, 0, axis=0)",
        "np.repeat(x, np.arange(x.shape[2]).shape[0] * [2], axis=2)", smooth=True),
    "reshape": rows(ALL, ONE, "np.reshape(x, (-1,))", smooth=True)
    + rows(ALL, CUBE, "np.reshape(x, (x.shape[2], -1, 1))", "np.reshape(x, -1)", smooth=True),
    "roll": rows(ALL, ONE, "np.roll(x, 2)", smooth=True) + rows(
        ALL, CUBE, "np.roll(x, -1, axis=2)", "np.roll(x, (1, 5), axis=(0, 1))", smooth=True),
    "squeeze": rows(ALL, [[(1, 2)], [(1, 0)]], "np.squeeze(x, axis=0)", smooth=True)
    + rows(ALL, [[(2, 1, 1)]], "np.squeeze(x, axis=(1, -1))", smooth=True),
    "stack": rows(
        ALL, [[(2, 3), (2, 3)], [(0,), (0,)], [(), ()]], "np.stack([x, y])",
        "np.stack([x, y], axis=-1)", smooth=True,
    ),
    "tile": rows(
        ALL, ONE, "np.tile(x, (2,))", "np.tile(x, (2, 1, 3, 1))",
        smooth=True,
    ),
    "unstack": rows(ALL, CUBE, "np.unstack(x)", "np.unstack(x, axis=-1)", smooth=True),
    # Searching, sorting, statistics
    **like(
        "argmax argmin", ["f(x)", "f(x, axis=0)", "f(x, axis=-1, keepdims=True)"], NUMBERS, FILLED
    ),
    "searchsorted": [
        row(f"np.searchsorted(np.sort(x), y{o})", f"{NUMBERS}", [[(4,), (2, 3)], [(0,), (2,)]])
        for o in ("", ", side='right'")
    ],
    "sort": rows(NUMBERS, FILLED, "np.sort(x)", "np.sort(x, axis=0)", smooth=True)
    + rows(NUMBERS, [[(0, 3)]], "np.sort(x, axis=0)"),
    "argsort": rows(NUMBERS, FILLED, "np.argsort(x)", "np.argsort(x, axis=0)"),
    **like(
        "sum prod", ["f(x)", "f(x, axis=0)", "f(x, axis=-1)",
                     "f(x, axis=0, keepdims=True)"],
        f"{WHOLE} {FLOATS}", [*FILLED, [(0, 2)], [(3, 0)]], smooth=True, domain=bounded,
    ),
    **like(
        "max min", ["f(x)", "f(x, axis=0)", "f(x, axis=-1, keepdims=True)"], NUMBERS, FILLED,
        smooth=True,
    ),
    **like(
        "mean", ["f(x)", "f(x, axis=-1)", "f(x, axis=0, keepdims=True)"], FLOATS, FILLED,
        smooth=True,
    ),
    **like(
        "std var", ["f(x)", "f(x, axis=-1)", "f(x, axis=1, keepdims=True, correction=1)"],
        FLOATS, [[(2, 3)], [(3, 4)]], smooth=True,
    ),
    "cumulative_sum": rows(
        f"{WHOLE} {FLOATS}", CUBE, "np.cumulative_sum(x, axis=1)",
        "np.cumulative_sum(x, axis=-1, include_initial=True)", smooth=True,
    ) + rows("f4 i1", [[(4,)]], "np.cumulative_sum(x)", "np.cumulative_sum(x, dtype=np.float64)"),
    **like("all any", ["f(x)", "f(x, axis=0)", "f(x, axis=-1, keepdims=True)"], ALL, FILLED),
    # linalg
    "linalg.cross": rows(
        "f4 f8 i8", [[(3,), (3,)], [(2, 3), (2, 3)]], "np.linalg.cross(x, y)", smooth=True
    ),
    "linalg.diagonal": [
        row(f"np.linalg.diagonal(x{o})", NUMBERS, MATRIX, smooth=True)
        for o in ("", ", offset=1", ", offset=-2")
    ],
    "linalg.trace": rows(
        f"i8 {FLOATS}", MATRIX, "np.linalg.trace(x)", "np.linalg.trace(x, offset=1)", smooth=True
    ),
    "linalg.matrix_norm": [
        row(f"np.linalg.matrix_norm(x{o})", FLOATS, [[(2, 3)], [(2, 3, 2)]], smooth=True)
        for o in ("", ", keepdims=True", ", ord=1", ", ord=-np.inf", ", ord=2", ", ord=-2",
                  ", ord='nuc'")
    ],
    "linalg.matrix_power": [
        row(f"np.linalg.matrix_power(x, {n})", FLOATS, [[(2, 2)], [(3, 2, 2)]], smooth=True)
        for n in (0, 1, 5, -2)
    ],
    "linalg.outer": rows(
        "f4 f8 i8", [[(2,), (3,)], [(0,), (1,)]], "np.linalg.outer(x, y)", smooth=True
    ),
    "linalg.cholesky": [
        row(f"np.linalg.cholesky({POSITIVE}{o})", FLOATS, SQUARE, smooth=True, domain=inside)
        for o in ("", ", upper=True")
    ],
    **{
        f"linalg.{n}": rows(FLOATS, SQUARE, f"np.linalg.{n}({SYMMETRIC})", smooth=True)
        for n in ("eigvalsh", "inv", "det")
    },
    "linalg.eigh": rows(FLOATS, SQUARE, f"abs(np.linalg.eigh({SYMMETRIC})[1])", smooth=True),
    "linalg.qr": rows(FLOATS, RECTANGLE, "tuple(np.linalg.qr(x))", smooth=True)
    + rows(FLOATS, RECTANGLE, "tuple(np.linalg.qr(x, mode='complete'))"),
    "linalg.svd": [
        row(f"(lambda u, s, vh: (abs(u), s, abs(vh)))(*np.linalg.svd(x{o}))", FLOATS, shapes,
            smooth=True)
        for o, shapes in (("", SQUARE), (", full_matrices=False", RECTANGLE))
    ],
    "linalg.svdvals": rows(FLOATS, RECTANGLE, "np.linalg.svdvals(x)", smooth=True),
    "linalg.pinv": rows(FLOATS, RECTANGLE, "np.linalg.pinv(x)", smooth=True)
    + rows(FLOATS, RECTANGLE, "np.linalg.pinv(x, rtol=0.2)"),
    "linalg.matrix_rank": rows(
        FLOATS, RECTANGLE, "np.linalg.matrix_rank(x)", "np.linalg.matrix_rank(x, rtol=0.2)",
        "np.linalg.matrix_rank(x - x)",
    ),
    "linalg.slogdet": rows(FLOATS, SQUARE, "tuple(np.linalg.slogdet(x))")
    + rows(FLOATS, SQUARE, "np.linalg.slogdet(x)[1]", smooth=True),
    "linalg.solve": rows(
        FLOATS, [[(3, 3), (3, 2)], [(2, 2), (2,)], [(2, 3, 3), (2, 3, 1)], [(2, 2, 2), (2,)]],
        "np.linalg.solve(x, y)", smooth=True,
    ),
    **{
        f"fft.{n}": rows(ALL, ONE[1:], f"np.fft.{n}(x)", smooth=True) + rows(
            ALL, CUBE, f"np.fft.{n}(x, axes=-1)", f"np.fft.{n}(x, axes=(0, 1))", smooth=True)
        for n in ("fftshift", "ifftshift")
    },
    **{
        f"fft.{n}": rows(
            "f4", [[(1,)]], *(f"x + np.astype(np.fft.{n}({o}), x.dtype)"
                              for o in ("1", "4", "5", "7, d=0.3", "8, d=-2")))
        + rows("f4", [[()]], f"np.astype(np.fft.{n}(5, d=x), x.dtype)", smooth=True)
        for n in ("fftfreq", "rfftfreq")
    },
    **{
        f"fft.{n}": [
            row(f"{whole}(np.fft.{n}(x{o}))", f"{FLOATS} {dtypes}", shapes, smooth=True)
            for o, shapes in (
                ("", SIGNALS), (", n=4", SIGNALS), (", n=7, norm='ortho'", SIGNALS),
                (", axis=0, norm='forward'", CUBE[:1]))
        ]
        for n, dtypes, whole in (
            ("fft", COMPLEX, PARTS), ("ifft", COMPLEX, PARTS), ("rfft", "", PARTS),
            ("ihfft", "", PARTS), ("irfft", COMPLEX, ""), ("hfft", COMPLEX, ""))
    },
    **{
        f"fft.{n}": [
            row(f"{whole}(np.fft.{n}(x{o}))", f"{FLOATS} {dtypes}", shapes, smooth=True)
            for o, shapes in (
                ("", SIGNALS), (", axes=(2, 0), norm='ortho'", CUBE[:1]),
                (", s=(3, 4), axes=(1, 2), norm='forward'", CUBE[:1]))
        ]
        for n, dtypes, whole in (
            ("fftn", COMPLEX, PARTS), ("ifftn", COMPLEX, PARTS), ("rfftn", "", PARTS),
            ("irfftn", COMPLEX, ""))
    },
    "linalg.vector_norm": [
        row(f"np.linalg.vector_norm(x{o})", FLOATS, FILLED, smooth=True)
        for o in ("", ", axis=-1", ", axis=0, keepdims=True", ", ord=1", ", ord=3", ", ord=np.inf",
                  ", ord=-np.inf", ", ord=0")
    ],
}  # fmt: skip
COMPLEX_ROWS: dict[str, list[Row]] = {
    **unary(
        "abs acos acosh angle asin asinh atan atanh conj cos cosh exp expm1 imag isfinite isinf "
        "isnan log log1p log2 log10 negative positive real round sign sin sinh sqrt square tan "
        "tanh",
        COMPLEX, smooth=False,
    ),
    **binary("add subtract multiply divide pow equal not_equal", COMPLEX, smooth=False),
    **like("mean prod sum", ["f(x)", "f(x, axis=-1, keepdims=True)"], COMPLEX, FILLED),
    **like("std var", ["f(x)", "f(x, axis=1, correction=1)"], COMPLEX, [[(2, 3)], [(3, 4)]]),
    "cumulative_sum": rows(COMPLEX, CUBE, "np.cumulative_sum(x, axis=1)"),
    "matmul": rows(COMPLEX, [[(3,), (3, 2)], [(2, 3), (3, 4)], [(2, 2, 3), (3, 2)]],
                   "np.matmul(x, y)"),
    "tensordot": rows(COMPLEX, [[(2, 3, 4), (3, 4, 2)]], "np.tensordot(x, y)"),
    "vecdot": rows(COMPLEX, [[(3,), (3,)], [(2, 3), (3,)]], "np.vecdot(x, y)"),
    "result_type": rows(COMPLEX, [[(2,)]], "x + np.ones(2, dtype=np.result_type(x, 1j))"),
    "finfo": rows(COMPLEX, [[(2,)]], "x + np.finfo(x.dtype).eps"),
}  # fmt: skip
for _name, _rows in COMPLEX_ROWS.items():
    ROWS[_name] += _rows
for _name in ("matmul", "matrix_transpose", "tensordot", "vecdot"):
    ROWS[f"linalg.{_name}"] = [
        Row(r.call, r.dtypes, r.shapes, r.domain, r.smooth) for r in ROWS[_name]
    ]

PLAIN = ("Constants", "Dtypes")
"""The chapters of constants and other items that are not functions."""


def qualified(chapter: str, name: str) -> str:
    """The name with the module of its extension."""
    return f"{chapter}.{name}" if chapter in EXTENSIONS else name


def names() -> Iterator[tuple[str, str]]:
    """The chapter and the name of each function in the standard."""
    for chapter, functions in STANDARD.items():
        for name in functions.split():
            yield chapter, qualified(chapter, name)


def lookup(name: str) -> Any:
    """The function of ``nnkit``."""
    found: Any = nnkit
    for part in name.split("."):
        found = getattr(found, part)
    return found


PAGE = ROOT / "docs" / "arrays.md"
MARK = "<!-- generated: python -m tests.regenerate -->\n"


def summary(name: str) -> str:
    """The first sentence of the docstring of a function."""
    text = (lookup(name).__doc__ or "").replace("\n", " ")
    return " ".join(text.split()).replace("``", "`").split(". ")[0].rstrip(".")


def table() -> str:
    """The table of functions, with the reasons for missing ones."""
    lines: list[str] = []
    for chapter, functions in STANDARD.items():
        heading = f"`{chapter}`" if chapter in EXTENSIONS else chapter
        lines += [f"**{heading}**", "", "| function | | gradient |", "|---|---|:-:|"]
        for name in functions.split():
            full = qualified(chapter, name)
            if full in ABSENT:
                reason, remedy = ABSENT[full]
                lines.append(f"| ~~`{name}`~~ | {reason}; {remedy} | |")
            elif chapter in PLAIN:
                lines.append(f"| `{name}` | {getattr(lookup(full), '__name__', lookup(full))} | |")
            else:
                smooth = any(r.smooth for r in ROWS.get(full, ()))
                lines.append(f"| `{name}` | {summary(full)} | {'✓' if smooth else ''} |")
        lines.append("")
    lines += ["**Beyond the standard**", "", "| function | |", "|---|---|"]
    lines += [f"| `{name}` | {summary(name)} |" for name in BESIDE.split()]
    return "\n".join(lines) + "\n"
