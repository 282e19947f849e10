# mpmath is optional.
# pyright: reportMissingImports=false
"""Measures the precision and speed of the vector functions.

``python -m tests.fuzz.vector_math`` writes the tables in ``docs/vector-math.md``. Functions of one
f32 are tested on all 2^32 values, or on every n-th and all around 1; others on random values: of
all exponents, and of the range where the function is interesting. Errors are in units in the last
place of the exact result: NumPy's f64 for f32, and 80-bit x87 floats or mpmath for f64.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import mpmath as mp
import numpy as np
import scipy.special
from rich.progress import Progress

import dlvm
from tests.support.paths import ROOT

PAGE = ROOT / "docs/vector-math.md"
LIMIT = {"f32": 1.5, "f64": 2.0}
CHUNK = 1 << 15
NEAR = np.float32(2.0**-13), np.float32(2.0**7)
"""All f32 of these sizes are tried."""
Reference = Callable[..., Any]


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def _gelu(x: Any) -> Any:
    return x * 0.5 * scipy.special.erfc(-x * np.sqrt(0.5))


def _multiprecision(
    function: Callable[[Any], Any], approximate: Reference, is_signed: bool
) -> Reference:
    """mpmath's function as one of arrays of x87's numbers, one element at a time; its zeros have
    the sign of the argument where ``is_signed``."""

    def one(x: float) -> Any:
        if not np.isfinite(x):
            with np.errstate(all="ignore"):
                return np.longdouble(approximate(np.float64(x)))
        with mp.workprec(160):
            # Beyond these bounds, functions are constant, or equal to x.
            bounded = mp.mpf(np.clip(x, -1e5, 1e5))
            value = function(bounded)
            value = mp.mpf(x) if value == bounded else value
            result = np.longdouble(mp.nstr(value, 25) if abs(value) > mp.mpf("1e-4000") else 0)
        return np.copysign(result, x) if is_signed and not result else result

    return lambda x: np.array([one(float(v)) for v in x], np.longdouble)


def _exact_sigmoid(x: Any) -> Any:
    return 1 / (1 + mp.exp(-x))


def _exact_gelu(x: Any) -> Any:
    return x / 2 * mp.erfc(-x * mp.sqrt(mp.mpf(0.5)))


@dataclass(frozen=True)
class Case:
    """A function: its body in the IR (or its mnemonic), and its reference functions."""

    reference: Reference
    long_reference: Reference | None = None
    """For f64, where that for f32 cannot be applied to longer numbers."""
    operands: int = 1
    body: str = "%y = {name} {operands}"
    largest: float = 3.0
    """Random sizes go up to the power of 10."""
    sign: int = 0
    """1 of even functions, -1 of odd ones."""


SIGMOID = """%one = literal 1: T
    %minus = negate %a: T
    %power = exp %minus: T
    %sum = add %one: T, %power: T
    %y = divide %one: T, %sum: T"""
BY_TANH = """%half = multiply %a: T, 0.5: {element}
    %wave = tanh %half: T
    %scaled = multiply %wave: T, 0.5: {element}
    %y = add %scaled: T, 0.5: {element}"""
GELU = """%half = multiply %a: T, 0.5: {element}
    %scaled = multiply %a: T, 0.7071067811865476: {element}
    %erf = erf %scaled: T
    %sum = add %erf: T, 1: {element}
    %y = multiply %half: T, %sum: T"""

CASES: dict[str, Case] = {
    "exp": Case(np.exp),
    "expm1": Case(np.expm1),
    "log": Case(np.log),
    "log1p": Case(np.log1p),
    "sin": Case(np.sin, sign=-1),
    "cos": Case(np.cos, sign=1),
    "tan": Case(np.tan, sign=-1),
    "asin": Case(np.arcsin, largest=0.0, sign=-1),
    "acos": Case(np.arccos, largest=0.0),
    "atan": Case(np.arctan, sign=-1),
    "sinh": Case(np.sinh, sign=-1),
    "cosh": Case(np.cosh, sign=1),
    "tanh": Case(np.tanh, largest=1.0, sign=-1),
    "erf": Case(
        scipy.special.erf, _multiprecision(mp.erf, scipy.special.erf, True), largest=1.0, sign=-1
    ),
    "erfc": Case(
        scipy.special.erfc, _multiprecision(mp.erfc, scipy.special.erfc, False), largest=1.45
    ),
    "sqrt": Case(np.sqrt),
    "rsqrt": Case(lambda x: 1 / np.sqrt(x)),
    "power": Case(np.power, operands=2),
    "atan2": Case(np.arctan2, operands=2),
    "sigmoid": Case(_sigmoid, _multiprecision(_exact_sigmoid, _sigmoid, False), body=SIGMOID),
    "sigmoidByTanh": Case(_sigmoid, _multiprecision(_exact_sigmoid, _sigmoid, False), body=BY_TANH),
    "gelu": Case(_gelu, _multiprecision(_exact_gelu, _gelu, True), body=GELU, largest=1.5),
}
SPECIAL = (
    0.0, 1.0, 0.5, 2.0, 3.0, np.pi, np.inf, np.nan, 88.72283, 88.72284, 103.97, 104.0, 709.782712,
    709.782713, 745.13, 745.14, 2.0**40, 2.0**127, 6381956970095103 * 2.0**797,
)  # fmt: skip


def compiled(name: str, element: str, size: int) -> Callable[..., Any]:
    """The native function of vectors of this size."""
    case = CASES[name]
    type = f"<{size} x {element}>"
    names = [f"%{letter}: {type}" for letter in "ab"[: case.operands]]
    body = case.body.format(name=name, operands=", ".join(names), element=element)
    body = re.sub(r"\bT\b", type, body)
    types = ", ".join([type] * case.operands)
    text = (
        f'module "m"\nstage optimizable\nfunc @f: ({types}) -> {type} {{\n'
        f"'entry({', '.join(names)}):\n    {body}\n    return %y: {type}\n}}"
    )
    return dlvm.compile(dlvm.parse(text), threads=1)["f"]


@dataclass
class Errors:
    """The largest errors so far."""

    count: int = 0
    normal: float = 0.0
    place: tuple[float, ...] = ()
    subnormal: float = 0.0
    """Where an argument or the result is subnormal."""
    wrong: list[tuple[float, ...]] = field(default_factory=list[tuple[float, ...]])
    """Arguments whose result has the wrong sign, or is NaN or is not, wrongly."""

    def add(self, operands: tuple[Any, ...], found: Any, exact: Any) -> None:
        """Compares results with exact ones, which are of a longer type."""
        info = np.finfo(found.dtype)
        self.count += found.size
        with np.errstate(all="ignore"):
            if self._is_known(operands, found, exact):
                return
            # Infinity stands for the number after the largest.
            first = np.ldexp(exact.dtype.type(1), int(info.maxexp))
            is_nan = np.isnan(exact)
            wrong = is_nan != np.isnan(found)
            wrong |= ~is_nan & (np.signbit(found) != np.signbit(exact))
            exact = np.clip(exact, -first, first)
            wide = np.clip(found.astype(exact.dtype), -first, first)
            unit = np.maximum(_units(exact, info), exact.dtype.type(info.smallest_subnormal))
            error = np.where(is_nan | wrong, 0, np.abs(wide - exact) / unit)
        if wrong.any():
            where = np.flatnonzero(wrong)[: 8 - len(self.wrong)]
            self.wrong += [tuple(float(x[k]) for x in operands) for k in where]
        small = np.abs(exact) < float(info.smallest_normal)
        for x in operands:
            small |= np.abs(x) < info.smallest_normal
        self.subnormal = max(self.subnormal, float(np.max(error, where=small, initial=0)))
        error[small] = 0
        k = int(np.argmax(error))
        if error[k] > self.normal:
            self.normal = float(error[k])
            self.place = tuple(float(x[k]) for x in operands)

    def add_equal(self, numbers: Any, found: Any, expected: Any) -> None:
        """Takes results in that are to be equal to ones whose errors are known."""
        self.count += found.size
        differ = (found != expected) & ~(np.isnan(found) & np.isnan(expected))
        differ |= (np.signbit(found) != np.signbit(expected)) & ~np.isnan(found)
        where = np.flatnonzero(differ)[: 8 - len(self.wrong)] if differ.any() else ()
        self.wrong += [(float(numbers[k]),) for k in where]

    def _is_known(self, operands: tuple[Any, ...], found: Any, exact: Any) -> bool:
        """Whether all results are normal and no error is larger than one before, or all are NaN, or
        infinite, or 0, as they should: that is so of most parts, and found in little time."""
        info = np.finfo(found.dtype)
        if exact.dtype != np.float64 or any(
            np.abs(x).min() < info.smallest_normal for x in operands
        ):
            return False
        powers = _powers(exact)
        least, largest = powers.min(), powers.max()
        if least >= info.smallest_normal and largest < np.ldexp(1.0, int(info.maxexp)):
            error = np.subtract(found, exact)
            np.abs(error, out=error)
            powers *= self.normal * float(info.eps)
            return bool((error <= powers).all())
        if largest < info.smallest_subnormal * 2.0**-50:
            return not found.any() and np.array_equal(np.signbit(found), np.signbit(exact))
        if np.isnan(exact).all():
            return bool(np.isnan(found).all())
        is_endless = least >= np.ldexp(1.0, int(info.maxexp))
        return bool(is_endless and np.array_equal(found, np.copysign(np.inf, exact)))


def _powers(numbers: Any) -> Any:
    """The powers of 2 up to numbers of f64, 0 for subnormal ones, infinity where they are not
    finite."""
    return (numbers.view(np.uint64) & np.uint64(0x7FF << 52)).view(np.float64)


def _units(numbers: Any, info: Any) -> Any:
    """The units in the last place of a type, at numbers of a wider type that are not subnormal."""
    if numbers.dtype == np.float64:
        return _powers(numbers) * float(info.eps)
    return np.ldexp(numbers.dtype.type(1), np.frexp(numbers)[1] - (info.nmant + 1))


def every(step: int, bits: int = 32) -> list[tuple[int, int]]:
    """Where parts of f32s begin and how far apart they are, by their bits: each ``step``-th of
    all, or of those of fewer bits, and, beside them, all of the sizes where functions are
    interesting."""
    parts = [(start, step) for start in range(0, 1 << bits, CHUNK * step)]
    if step > 1:
        low, high = (int(size.view(np.uint32)) for size in NEAR)
        for sign in (0, 1 << 31):
            parts += [(start + sign, 1) for start in range(low, high, CHUNK)]
    return parts


def part(start: int, step: int) -> tuple[Any]:
    places = np.arange(CHUNK, dtype=np.uint32) * np.uint32(step) + np.uint32(start)
    return (places.view(np.float32),)


def special(element: str) -> Any:
    """Both zeros and infinities, NaN, subnormal numbers, and ends of ranges."""
    info = np.finfo({"f32": np.float32, "f64": np.float64}[element])
    least, normal = info.smallest_subnormal, info.smallest_normal
    with np.errstate(over="ignore"):
        of_type = (info.max, normal, normal - least, normal / 3, 5 * least, least)
        sizes = np.array((*SPECIAL, *of_type), info.dtype)
    return np.concatenate([sizes, -sizes])


def drawn(case: Case, element: str, count: int, size: int, seed: int) -> Iterator[tuple[Any, ...]]:
    """Numbers at random, and special ones first: of two operands, all pairs."""
    random = np.random.default_rng(seed)
    dtype = np.dtype({"f32": np.float32, "f64": np.float64}[element])
    bits = {"f32": np.uint32, "f64": np.uint64}[element]
    info = np.finfo(dtype)
    pairs = np.meshgrid(*[special(element)] * case.operands)
    first = [p.ravel()[:size] for p in pairs]
    for start in range(0, count, size):
        numbers: list[Any] = []
        for k in range(case.operands):
            of_any_size = random.integers(0, 2 ** (8 * dtype.itemsize), size // 2, np.uint64)
            near = 10.0 ** random.uniform(-3, case.largest, size - size // 2)
            near *= random.choice([-1.0, 1.0], near.size)
            x = np.concatenate([of_any_size.astype(bits).view(dtype), near.astype(dtype)])
            if case.operands == 2 and k == 1:
                # Powers over the whole range of results, and quotients near 1.
                with np.errstate(all="ignore"):
                    base = np.abs(numbers[0].astype(np.float64))
                    exponent = random.uniform(-1.05, 1.05, size) * info.maxexp / np.log2(base)
                    x[::2] = exponent[::2].astype(dtype)
                    x[1::4] = (numbers[0] * random.uniform(0.1, 10, size))[1::4]
            numbers.append(x)
        if start == 0:
            for x, y in zip(numbers, first, strict=True):
                x[: y.size] = y
        yield tuple(numbers)


def measured(
    name: str, element: str, step: int | None = None, count: int = CHUNK, seed: int = 0
) -> Iterator[Errors]:
    """The errors after each part of the work; f32s all, or each ``step``-th, or ``count`` at
    random."""
    case = CASES[name]
    size = min(count, CHUNK)
    # What numbers below 0 give is only compared with what their opposites do.
    is_half = step == 1 and case.sign != 0
    if step is not None:
        parts = (part(*place) for place in every(step, 31 if is_half else 32))
    else:
        parts = drawn(case, element, count, size, seed)
    function = compiled(name, element, CHUNK if step is not None else size)
    errors = Errors()
    for operands in parts:
        with np.errstate(all="ignore"):
            if element == "f32":
                exact = case.reference(*(x.astype(np.float64) for x in operands))
            elif case.long_reference is not None:
                exact = case.long_reference(*operands)
            else:
                exact = case.reference(*(x.astype(np.longdouble) for x in operands))
        found = function(*operands)
        errors.add(operands, found, exact)
        if is_half:
            mirrored = found if case.sign == 1 else -found
            errors.add_equal(-operands[0], function(-operands[0]), mirrored)
        yield errors


def nanoseconds(name: str, element: str, size: int = 1 << 16) -> float:
    """The time that a number takes on one thread, in the fastest of many calls."""
    case = CASES[name]
    function = compiled(name, element, size)
    random = np.random.default_rng(0)
    dtype = {"f32": np.float32, "f64": np.float64}[element]
    operands = [
        random.uniform(0.1, min(5.0, 10.0**case.largest), size).astype(dtype)
        for _ in range(case.operands)
    ]
    best = float("inf")
    for _ in range(200):
        start = time.perf_counter()
        function(*operands)
        best = min(best, time.perf_counter() - start)
    return best / size * 1e9


def row(name: str, element: str, errors: Errors, time: float) -> str:
    """A row of the table in the page."""
    place = ", ".join(f"{x:.9g}" if element == "f32" else f"{x:.17g}" for x in errors.place)
    tried = f"{errors.count:,}" if errors.count < 1 << 32 else "all"
    wrong = "none" if not errors.wrong else f"{len(errors.wrong)} or more"
    return (
        f"| `{name}` | {errors.normal:.2f} | {place} | {errors.subnormal:.2f} | {wrong} | {tried} "
        f"| {time:.2f} |"
    )


def written(element: str, rows: dict[str, str]) -> None:
    """Puts rows into the page's table, in place of those that have the names."""
    page = PAGE.read_text("utf-8")
    table = re.compile(rf"(?<=<!-- {element} -->\n).*?(?=<!-- end -->)", re.DOTALL)
    found = table.search(page)
    assert found is not None
    known = {n: line for line in found[0].splitlines() for n in re.findall(r"^\| `(\w+)`", line)}
    known.update(rows)
    header = (
        "| function | error | at | subnormal | wrong specials | tried | ns |\n"
        "|---|---|---|---|---|---|---|\n"
    )
    lines = "".join(known[n] + "\n" for n in CASES if n in known)
    PAGE.write_text(table.sub(lambda _: header + lines, page, count=1), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.fuzz.vector_math", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=list(CASES), default=list(CASES))
    parser.add_argument("--element", nargs="+", choices=["f32", "f64"], default=["f32", "f64"])
    parser.add_argument("--step", type=int, default=1, help="test every n-th f32")
    parser.add_argument("--count", type=int, default=1 << 22, help="number of random arguments")
    options = parser.parse_args()
    with Progress() as progress:
        for element in options.element:
            for name in options.only:
                case = CASES[name]
                step = options.step if element == "f32" and case.operands == 1 else None
                # What mpmath computes takes long.
                is_slow = element == "f64" and case.long_reference is not None
                count = options.count >> 8 if is_slow else options.count
                total = len(every(step)) * CHUNK if step else count
                task = progress.add_task(f"{name} {element}", total=total)
                errors = Errors()
                for errors in measured(name, element, step, count):
                    progress.update(
                        task, completed=errors.count, description=f"{name} {errors.normal:.3f}"
                    )
                written(element, {name: row(name, element, errors, nanoseconds(name, element))})
                for place in errors.wrong:
                    progress.console.print(f"{name} of {place} is not as expected")


if __name__ == "__main__":
    main()
