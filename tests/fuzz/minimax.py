# mpmath is optional.
# pyright: reportMissingImports=false
"""Fits the minimax polynomials of the vector functions.

``python -m tests.fuzz.minimax`` writes ``coefficients.py`` and ``lookup_tables.py`` in
``codegen/vector_math``. Each polynomial is the best one of its degree by the exchange algorithm
(Remez 1934; Muller, Elementary Functions, 2016, chapter 3), on a dense grid, weighted so that the
error is relative to the function. Coefficients are rounded one by one from the constant term up,
and the remaining ones are fitted again (Brisebarre, Muller and Tisserand 2006 show what is lost
otherwise).
"""

from __future__ import annotations

import argparse
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

import mpmath as mp
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tests.support.paths import ROOT

FOLDER = ROOT / "src/dlvm/codegen/vector_math"
POINTS = 600
HEADER = '''"""Minimax polynomials, from the constant term up.

``python -m tests.fuzz.minimax`` generates this file. ``float``
polynomials are for f32, ``double`` ones for f64, and ``wide`` ones for f32 results that are
computed in f64. Errors are relative to the function that each serves.
"""

# fmt: off
from typing import Final

Coefficients = tuple[float, ...]'''
TABLES_HEADER = '''"""Lookup tables of the vector functions.

``python -m tests.fuzz.minimax`` generates this file.
"""

# fmt: off
from typing import Final, NamedTuple


class Pieces(NamedTuple):
    """A piecewise polynomial on 0 to ``last``, in 8 or 16 pieces.

    The rows are the middle of each piece, the value of the function there, and the coefficients of
    a polynomial in the distance of x from the middle, for the difference. There are 4 pieces in
    each octave of ``first`` + ``scale`` x: the index of a piece is the lowest 3 or 4 bits of that
    number as an f32 without its last 21 bits. The first piece of an odd function is around 0, and
    approximates the function minus x.
    """

    last: float
    rows: tuple[tuple[float, ...], ...]
    first: float = 1.0

    @property
    def scale(self) -> float:
        return (2 ** (len(self.rows[0]) // 4) - self.first) / self.last


class Points(NamedTuple):
    """A function at 8 points from 0 to ``last``, for an addition theorem.

    The rows are the points, the values of the function, and its derivatives. There are 4 points in
    each octave of ``first`` + ``scale`` x: the index is found as that of a piece is.
    """

    last: float
    first: float
    rows: tuple[tuple[float, ...], ...]

    @property
    def scale(self) -> float:
        return (4 - self.first) / self.last

'''
Number: TypeAlias = Any
"""An ``mpf``, whose class mpmath makes at run time."""
Function = Callable[[Number], Any]


@dataclass(frozen=True)
class Approximation:
    """``target`` on an interval, times ``weight``, by a polynomial of so many terms for each
    precision."""

    name: str
    meaning: str
    target: Function
    weight: Function
    interval: Callable[[], tuple[Number, Number]]
    terms: dict[str, int]


def _tail(function: Function, leading: Callable[[Number], Number], power: int) -> Function:
    return lambda x: (function(x) - leading(x)) / x**power


def _root(function: Function) -> Function:
    """A function of x as one of x²."""
    return lambda z: function(mp.sqrt(z))


def _squared(bound: Callable[[], Number]) -> Callable[[], tuple[Number, Number]]:
    return lambda: (mp.mpf("1e-12"), bound() ** 2)


def _reduced() -> Number:
    return mp.log(2) / 2 * mp.mpf("1.0001")


def _eighth() -> Number:
    return mp.tan(mp.pi / 8) * mp.mpf("1.0001")


def _scaled_erfc(t: Number) -> Number:
    x = 4 * (1 + t) / (1 - t)
    return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)


def _scaled_tail(t: Number) -> Number:
    x = 5 * (1 + t) / (1 - t)
    return (1 + x) * mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2))


_TANH_LAST, _TANH_FIRST = "9.1", "1.0625"
"""Where tanh(x) is 1 in f32, and the place of 0 among the pieces: the first one is wider, so that
what is added to the values of the others is small."""
_POINTS = 8


@cache
def _tanh_points() -> list[tuple[float, float, float]]:
    """A point in each piece, with tanh and its derivative there, almost f32 (Gal 1986)."""
    points = [(0.0, 0.0, 1.0)]
    for index in range(1, _POINTS):
        low, high = _tanh_interval(index)
        # What is left of a point is closer to it, as the formula is most sensitive there.
        share = 0.4 if index == 1 else 0.5 if index < 4 else 0.45
        middle, width = low + share * (high - low), (high - low) / 120
        candidates = [rounded(middle + width * k / 4000, "float") for k in range(-4000, 4001)]
        points.append(min(((x, *_at(x)) for x in candidates), key=_inexactness)[:3])
    return points


def _tanh_interval(index: int) -> tuple[Number, Number]:
    scale = (4 - mp.mpf(_TANH_FIRST)) / mp.mpf(_TANH_LAST)
    octave, quarter = divmod(index, 4)
    low, high = (2**octave * (4 + quarter + k) / mp.mpf(4) for k in (0, 1))
    first = mp.mpf(_TANH_FIRST)
    return max(low - first, 0) / scale, (high - first) / scale


def _at(x: float) -> tuple[float, float, Number]:
    """tanh and its derivative in f32, and the larger of their relative errors."""
    value = mp.tanh(x)
    slope = 1 - value * value
    nearest = rounded(value, "float"), rounded(slope, "float")
    return *nearest, max(abs(nearest[0] / value - 1), abs(nearest[1] / slope - 1))


def _inexactness(point: tuple[float, float, float, Number]) -> Number:
    return point[3]


def _tanh_reach() -> Number:
    """The largest distance of a number from its point."""
    return max(
        abs(end - x)
        for index, (x, _, _) in enumerate(_tanh_points())
        for end in _tanh_interval(index)
    ) * mp.mpf("1.001")


def _tanh_weight(distance: Number) -> Number:
    """The relative error of tanh(x) for an error of 1 of (tanh(t) - t) / t³ at that distance of x
    from its point, in the piece where it is largest."""
    found = mp.mpf(0)
    for index, (point, value, slope) in enumerate(_tanh_points()):
        low, high = _tanh_interval(index)
        for t in (distance, -distance):
            x = point + t
            if low * mp.mpf("0.999") <= x <= high * mp.mpf("1.001") and x > 0:
                size = slope / (1 + value * mp.tanh(t)) ** 2
                found = max(found, distance**3 * size / mp.tanh(x))
    return found


def rounded(value: Number, precision: str) -> float:
    """To f32 for "float", to f64 otherwise."""
    if precision == "float":
        return struct.unpack("f", struct.pack("f", float(value)))[0]
    return float(value)


APPROXIMATIONS = (
    Approximation(
        "EXP", "(e^x - 1 - x) / x², for e^x",
        _tail(mp.exp, lambda x: 1 + x, 2), lambda x: x * x / mp.exp(x),
        lambda: (-_reduced(), _reduced()), {"float": 5, "double": 10, "wide": 6},
    ),
    Approximation(
        "EXP_SIXTEENTH", "(e^x - 1 - x) / x², for e^x, up to ln 2 / 32",
        _tail(mp.exp, lambda x: 1 + x, 2), lambda x: x * x / mp.exp(x),
        lambda: (-_reduced() / 16, _reduced() / 16), {"float": 2},
    ),
    Approximation(
        "EXP_EIGHTH", "(e^x - 1 - x) / x², for e^x, up to ln 2 / 16",
        _tail(mp.exp, lambda x: 1 + x, 2), lambda x: x * x / mp.exp(x),
        lambda: (-_reduced() / 8, _reduced() / 8), {"float": 3},
    ),
    Approximation(
        "EXPM1", "(e^x - 1 - x) / x², for e^x - 1",
        _tail(mp.exp, lambda x: 1 + x, 2), lambda x: x * x / mp.expm1(x),
        lambda: (-_reduced(), _reduced()), {"float": 6, "double": 11},
    ),
    Approximation(
        "LOG", "(ln(1 + x) - x + x²/2) / x³",
        _tail(mp.log1p, lambda x: x - x * x / 2, 3), lambda x: x**3 / mp.log1p(x),
        lambda: (mp.sqrt(0.5) * mp.mpf("0.9999") - 1, mp.sqrt(2) * mp.mpf("1.0001") - 1),
        {"float": 9},
    ),
    Approximation(
        "ATANH", "(2 artanh(x) / x - 2) / x², in x²",
        _root(_tail(lambda x: 2 * mp.atanh(x) / x, lambda _: mp.mpf(2), 2)),
        _root(lambda x: x**3 / (2 * mp.atanh(x))),
        _squared(lambda: (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1) * mp.mpf("1.0001")),
        {"double": 7, "wide": 5},
    ),
    Approximation(
        "ATANH_TAIL", "(2 artanh(x) / x - 2 - 2 x²/3) / x⁴, in x²",
        _root(_tail(lambda x: 2 * mp.atanh(x) / x, lambda x: 2 + 2 * x * x / 3, 4)),
        _root(lambda x: x**5 / (2 * mp.atanh(x))),
        _squared(lambda: (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1) * mp.mpf("1.0001")),
        {"double": 7},
    ),
    Approximation(
        "SIN", "(sin(x) / x - 1) / x², in x²",
        _root(_tail(lambda x: mp.sin(x) / x, lambda _: mp.mpf(1), 2)),
        _root(lambda x: x**3 / mp.sin(x)),
        _squared(lambda: mp.pi / 4 * mp.mpf("1.0001")), {"double": 6, "wide": 3},
    ),
    Approximation(
        "WAVE", "(sin(x) / x - 1) / x², in x², up to π/2",
        _root(_tail(lambda x: mp.sin(x) / x, lambda _: mp.mpf(1), 2)),
        _root(lambda x: x**3 / mp.sin(x)),
        _squared(lambda: mp.pi / 2 * mp.mpf("1.0001")), {"wide": 4},
    ),
    Approximation(
        "COS", "(cos(x) - 1 + x²/2) / x⁴, in x²",
        _root(_tail(mp.cos, lambda x: 1 - x * x / 2, 4)), _root(lambda x: x**4 / mp.cos(x)),
        _squared(lambda: mp.pi / 4 * mp.mpf("1.0001")), {"double": 6, "wide": 3},
    ),
    Approximation(
        "SINH", "(sinh(x) / x - 1) / x², in x²",
        _root(_tail(lambda x: mp.sinh(x) / x, lambda _: mp.mpf(1), 2)),
        _root(lambda x: x**3 / mp.sinh(x)), _squared(_reduced), {"float": 3, "double": 5},
    ),
    Approximation(
        "COSH", "(cosh(x) - 1) / x², in x²",
        _root(_tail(mp.cosh, lambda _: mp.mpf(1), 2)), _root(lambda x: x**2 / mp.sinh(x)),
        _squared(_reduced), {"float": 3, "double": 5},
    ),
    Approximation(
        "TANH", "(tanh(x) / x - 1) / x², in x², for differences from the points of TANH_POINTS",
        _root(_tail(lambda x: mp.tanh(x) / x, lambda _: mp.mpf(1), 2)), _root(_tanh_weight),
        _squared(_tanh_reach), {"float": 5},
    ),
    Approximation(
        "ASIN", "(arcsin(x) / x - 1) / x², in x²",
        _root(_tail(lambda x: mp.asin(x) / x, lambda _: mp.mpf(1), 2)),
        _root(lambda x: x**3 / mp.asin(x)),
        _squared(lambda: mp.mpf("0.5001")), {"float": 5, "double": 12},
    ),
    Approximation(
        "ATAN", "(arctan(x) / x - 1) / x², in x²",
        _root(_tail(lambda x: mp.atan(x) / x, lambda _: mp.mpf(1), 2)),
        _root(lambda x: x**3 / mp.atan(x)), _squared(_eighth), {"double": 11, "wide": 5},
    ),
    Approximation(
        "ERF", "erf(x) / x - 1, in x²",
        _root(lambda x: mp.erf(x) / x - 1), _root(lambda x: x / mp.erf(x)),
        _squared(lambda: mp.mpf("1.0001")), {"double": 12},
    ),
    Approximation(
        "LOG_ERFC", "ln(erfc(x)), from 1 to where erf(x) is 1",
        lambda x: mp.log(mp.erfc(x)), mp.erfc,
        lambda: (mp.mpf("0.9999"), mp.mpf(6)), {"double": 18},
    ),
    Approximation(
        "SCALED_ERFC", "(1 + 2x) e^(x²) erfc(x), in (x - 4) / (x + 4)",
        _scaled_erfc, lambda t: 1 / _scaled_erfc(t), lambda: (mp.mpf(-1), mp.mpf("0.75")),
        {"double": 28},
    ),
    Approximation(
        "SCALED_TAIL", "(1 + x) e^(x²/2) erfc(x/√2), in (x - 5) / (x + 5)",
        _scaled_tail, lambda t: 1 / _scaled_tail(t), lambda: (mp.mpf(-1), mp.mpf("0.78")),
        {"double": 28},
    ),
    Approximation(
        "NEAR_TAIL", "erf(x/√2) / x, in x²",
        _root(lambda x: mp.erf(x / mp.sqrt(2)) / x), _root(lambda x: x),
        _squared(lambda: mp.mpf("0.3601")), {"double": 8},
    ),
)  # fmt: skip


def _scale() -> float:
    """A number whose products with 2^(k/16), for k from 0 to 15, are nearly exact in f32."""
    scales = 1 + np.arange(1 << 21) / (1 << 22)
    exact = 2 ** (np.arange(16) / 16)[:, None] * scales
    errors = np.abs(exact.astype(np.float32) / exact - 1).max(0)
    return float(scales[np.argmin(errors)])


SCALE = _scale()


def _erfc(x: Number) -> Number:
    return 2 ** (x * x / rounded(mp.log(2), "float")) * mp.erfc(x) / SCALE


def _mills(x: Number) -> Number:
    return _erfc(x / mp.sqrt(2)) / 2


@dataclass(frozen=True)
class Pieces:
    """A function of 0 to ``last`` in pieces, in f32: the middle of each, the value there, and a
    polynomial in what is beside it, which takes up the rest."""

    name: str
    meaning: str
    target: Function
    last: str
    terms: dict[int, int]
    """For each number of pieces, the number of terms of the polynomials."""
    first: dict[int, str] = field(default_factory=dict[int, str])
    """For a number of pieces, the place of 0, if it is not 1: the first piece is narrower."""
    shares: dict[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])
    """For a number of pieces and an index, how far into the piece its middle is, if not half."""
    is_odd: bool = False
    """Whether it grows from 0 as its argument does, from which the first piece differs little."""

    def interval(self, count: int, index: int) -> tuple[Number, Number]:
        """The x whose piece it is by the lowest bits of the exponent of first + scale x and the
        highest two of its fraction."""
        octaves = count // 4
        octave, quarter = (index // 4 + 1) % octaves, index % 4
        first = mp.mpf(self.first.get(count, "1"))
        low, high = (mp.mpf(2**octave) * (4 + quarter + k) / 4 - first for k in (0, 1))
        scale = mp.mpf(self.last) / (2**octaves - first)
        return max(low, 0) * scale, high * scale

    def fitted(self, count: int, index: int) -> tuple[list[float], float]:
        """The numbers of a piece, and the largest relative error."""
        low, high = self.interval(count, index)
        share = mp.mpf(self.shares.get((count, index), "0.5"))
        middle, value = self._precise(low + share * (high - low), (high - low) / 25)
        known = int(self.is_odd and not low)
        if known:
            low, middle, value = mp.mpf("1e-9"), 0.0, 0.0
        others = Approximation(
            self.name, self.meaning,
            lambda t: (self.target(middle + t) - value) / t - known,
            lambda t: abs(t) / self.target(middle + t), lambda: (low - middle, high - middle),
            {"float": self.terms[count]},
        )  # fmt: skip
        numbers, error = fitted(others, "float")
        return [middle, value, *numbers], error

    def _precise(self, middle: Number, width: Number) -> tuple[float, float]:
        """A point near the middle whose value is almost an f32 (Gal, Computing elementary
        functions: a new approach for achieving high accuracy and good performance, 1986)."""
        points = [rounded(middle + width * k / 4000, "float") for k in range(-2000, 2001)]
        values = [self.target(mp.mpf(x)) for x in points]
        nearest = [rounded(v, "float") for v in values]
        errors = [abs(n / v - 1) for n, v in zip(nearest, values, strict=True)]
        best = errors.index(min(errors))
        return points[best], nearest[best]


PIECES = (
    Pieces(
        "MILLS", "2^(x²/2 / ln 2, which is an f32) erfc(x/√2) / 2, over the scale of SIXTEENTHS",
        _mills, "15", {16: 6, 8: 9}, {8: "1.125"}, {(8, 5): "0.6"},
    ),
    Pieces(
        "ERFC_PIECES", "2^(x² / ln 2, which is an f32) erfc(x), over the scale of SIXTEENTHS",
        _erfc, "10.2", {16: 6},
    ),
    Pieces("ERF_PIECES", "erf(x)", mp.erf, "4.2", {16: 5, 8: 7}, is_odd=True),
    Pieces("TANH_PIECES", "tanh(x)", mp.tanh, "9.4", {16: 5}, is_odd=True),
)  # fmt: skip


def fitted(approximation: Approximation, precision: str) -> tuple[list[float], float]:
    """The coefficients, from the constant term up, and the largest weighted error."""
    low, high = approximation.interval()
    middle, half = (low + high) / 2, (high - low) / 2
    grid = [middle - half * mp.cos(mp.pi * k / (POINTS - 1)) for k in range(POINTS)]
    target = [approximation.target(x) for x in grid]
    weight = [approximation.weight(x) for x in grid]
    terms = approximation.terms[precision]
    fixed: list[float] = []
    rest, scale = list(target), list(weight)
    current = _exchanged(grid, rest, scale, terms)
    while True:
        fixed.append(rounded(current[0], precision))
        if len(fixed) == terms:
            break
        # What is left is fitted by x times a polynomial of one term fewer.
        rest = [(r - fixed[-1]) / (x or mp.mpf("1e-40")) for r, x in zip(rest, grid, strict=True)]
        scale = [s * abs(x) for s, x in zip(scale, grid, strict=True)]
        candidates = (current[1:], _exchanged(grid, rest, scale, terms - len(fixed)))
        current = min(candidates, key=lambda c: _largest(grid, rest, scale, c))
    return fixed, float(_largest(grid, target, weight, fixed))


def _largest(
    grid: list[Number], target: list[Number], weight: list[Number], coefficients: Sequence[object]
) -> Number:
    """The largest weighted error of a polynomial."""
    descending = list(reversed(coefficients))
    return max(
        abs(w * (t - mp.polyval(descending, x)))
        for x, t, w in zip(grid, target, weight, strict=True)
    )


def _exchanged(
    grid: list[Number], target: list[Number], weight: list[Number], terms: int
) -> list[Number]:
    """The polynomial whose weighted error has equal extrema of alternating signs."""
    count = terms + 1
    usable = [k for k, w in enumerate(weight) if w]
    nodes = [usable[round(k * (len(usable) - 1) / terms)] for k in range(count)]
    coefficients: list[Number] = []
    for _ in range(30):
        matrix = mp.matrix(count, count)
        sides = mp.matrix(count, 1)
        for row, k in enumerate(nodes):
            for column in range(terms):
                matrix[row, column] = weight[k] * grid[k] ** column
            matrix[row, terms] = (-1) ** row
            sides[row] = weight[k] * target[k]
        solution = mp.lu_solve(matrix, sides)
        coefficients, level = list(solution[:terms]), abs(solution[terms])
        descending = list(reversed(coefficients))
        errors = [
            w * (t - mp.polyval(descending, x))
            for x, t, w in zip(grid, target, weight, strict=True)
        ]
        nodes = _extrema(errors, count)
        # Fewer extrema: the error of the fixed coefficients is larger than that of the others.
        if len(nodes) < count or max(abs(e) for e in errors) <= level * mp.mpf("1.001"):
            break
    return coefficients


def _extrema(errors: list[Number], count: int) -> list[int]:
    """The points with the largest error between changes of sign, as many as requested."""
    best: list[int] = []
    for k, error in enumerate(errors):
        if not error:
            continue
        if best and (errors[best[-1]] > 0) == (error > 0):
            if abs(error) > abs(errors[best[-1]]):
                best[-1] = k
        else:
            best.append(k)
    while len(best) > count:
        # Signs still alternate if an end or two neighbors are omitted.
        inner = [
            (max(abs(errors[best[i]]), abs(errors[best[i + 1]])), i) for i in range(len(best) - 1)
        ]
        if len(best) == count + 1:
            best.pop(0 if abs(errors[best[0]]) < abs(errors[best[-1]]) else -1)
        else:
            i = min(inner)[1]
            del best[i : i + 2]
    return best


def table_of(pieces: Pieces, count: int) -> tuple[list[str], str]:
    """The text of a table with so many pieces, and its largest error."""
    found = [pieces.fitted(count, index) for index in range(count)]
    size = f"2^{mp.nstr(mp.log(max(error for _, error in found), 2), 4)}"
    lines = [f"    {count}: Pieces({pieces.last}, (  # {size}"]
    for row in zip(*(numbers for numbers, _ in found), strict=True):
        lines += [f"    {line}" for line in _row(row)]
    first = f", {pieces.first[count]}" if count in pieces.first else ""
    return [*lines, f"    ){first}),"], size


def _row(row: Sequence[float]) -> list[str]:
    """The text of a row of a table."""
    lines = [", ".join(map(repr, row[start : start + 3])) for start in range(0, len(row), 3)]
    return ["    (", *(f"        {line}," for line in lines), "    ),"]


def _write(name: str, lines: Sequence[str]) -> None:
    (FOLDER / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    argparse.ArgumentParser(prog="python -m tests.fuzz.minimax", description=__doc__).parse_args()
    mp.mp.dps = 60
    table = Table("approximation", "precision", "terms", "error")
    lines = [HEADER]
    for approximation in track(APPROXIMATIONS, "fitting", transient=True):
        lines += ["", f"{approximation.name}: Final[dict[str, Coefficients]] = {{"]
        for precision, terms in approximation.terms.items():
            numbers, error = fitted(approximation, precision)
            size = f"2^{mp.nstr(mp.log(error, 2), 4)}"
            table.add_row(approximation.name, precision, str(terms), size)
            lines.append(f'    "{precision}": (  # {size}')
            lines += [f"        {number!r}," for number in numbers]
            lines.append("    ),")
        lines += ["}", f'"""{approximation.meaning}."""']
    _write("coefficients.py", lines)
    lines = [TABLES_HEADER, "POWERS: Final = ("]
    lines += [f"    {rounded(mp.mpf(2) ** (k / mp.mpf(16)), 'float')!r}," for k in range(16)]
    lines += [")", '"""2^(k/16)."""', "", "SIXTEENTHS: Final = ("]
    lines += [
        f"    {rounded(mp.mpf(SCALE) * mp.mpf(2) ** (k / mp.mpf(16)), 'float')!r},"
        for k in range(16)
    ]
    lines += [
        ")",
        f'"""2^(k/16), times {SCALE!r}, a factor that makes all of them nearly exact in f32."""',
    ]
    for pieces in track(PIECES, "fitting pieces", transient=True):
        lines += ["", f"{pieces.name}: Final = {{"]
        for count, terms in pieces.terms.items():
            text, size = table_of(pieces, count)
            table.add_row(f"{pieces.name} {count}", "float", str(terms), size)
            lines += text
        lines += ["}", f'"""{pieces.meaning}."""']
    lines += ["", f"TANH_POINTS: Final = Points({_TANH_LAST}, {_TANH_FIRST}, ("]
    # In the order of the lowest bits: the second octave first.
    points = _tanh_points()
    for row in zip(*(points[4:] + points[:4]), strict=True):
        lines += _row(row)
    lines += ["))", '"""tanh(x)."""']
    _write("lookup_tables.py", lines)
    Console().print(table)


if __name__ == "__main__":
    main()
