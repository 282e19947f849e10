# JAX is optional.
# pyright: reportMissingImports=false
"""Compares tensor instructions with PyTorch and JAX, for random configurations.

``python -m tests.fuzz.crosscheck --configurations 300`` checks the interpreter and compiled code;
``--no-compiled`` checks the interpreter only, and ``--only convolve`` one instruction.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import ml_dtypes
import numpy as np
from rich.console import Console
from rich.progress import track

import dlvm
from dlvm.ir import Builder, Function, FunctionType, Instruction, Module, Type, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED, VOID, element_type_of, tensor
from tests.support.agreement import assert_agree

Array = np.ndarray[Any, np.dtype[Any]]
FLOATS = (np.float32, np.float32, np.float64, np.float16, ml_dtypes.bfloat16)
INTEGERS = (np.int32, np.int64, np.int8, np.uint8)
NUMBERS = (*FLOATS, *INTEGERS)


@dataclass(frozen=True)
class Case:
    """One configuration: the instruction for given operands, the operands, and the expected result.
    An exact one only moves elements."""

    make: Callable[..., Instruction]
    operands: tuple[Array, ...]
    expected: tuple[Any, ...]
    is_exact: bool = False


def _is_float(dtype: Any) -> bool:
    return dtype in FLOATS


def _draw(random: Random, shape: Sequence[int], dtype: Any) -> Array:
    generator = np.random.default_rng(random.randrange(2**32))
    if _is_float(dtype):
        return generator.normal(size=tuple(shape)).astype(dtype)
    if dtype is np.bool_:
        return generator.random(tuple(shape)) < 0.5
    return generator.integers(0, 6, tuple(shape)).astype(dtype) - dtype(
        0 if dtype is np.uint8 else 3
    )


def _neutral(by: str, dtype: Any) -> Array:
    """The parts of the operands that an operator does not change."""
    if by in ("min", "max"):
        if _is_float(dtype):
            return np.asarray(np.inf if by == "min" else -np.inf).astype(dtype)
        limits = np.iinfo(dtype)
        return np.asarray(limits.max if by == "min" else limits.min, dtype)
    if by == "and":
        return np.bitwise_not(np.zeros((), dtype))
    return np.asarray(by == "multiply").astype(dtype)


def _joining(random: Random) -> tuple[str, Any]:
    """An operator, and an element type that it combines."""
    dtype = random.choice((*NUMBERS, np.bool_))
    arithmetic = () if dtype is np.bool_ else ("add", "multiply", "min", "max")
    logical = () if _is_float(dtype) else ("and", "or")
    return random.choice((*arithmetic, *logical)), dtype


def _convolve(random: Random) -> Case:
    if random.random() < 0.4:
        return _plain_convolve(random)
    import jax

    spatial = random.choice((0, 1, 1, 2, 2, 2, 3))
    groups, share = random.choice((1, 1, 2, 3)), random.randint(1, 3)
    kernel = [random.randint(1, 4) for _ in range(spatial)]
    size = [random.choice((0, 1, 2, 3, 5, 8)) for _ in range(spatial)]
    left = [random.choice((1, 1, 2, 3)) for _ in range(spatial)]
    right = [random.choice((1, 1, 2)) for _ in range(spatial)]
    strides = [random.choice((1, 1, 2, 3)) for _ in range(spatial)]
    padding: list[tuple[int, int]] = []
    for s, d in zip(size, left, strict=True):
        low, high = random.randint(-2, 3), random.randint(-2, 3)
        whole = max(0, (s - 1) * d + 1)
        padding.append((low, max(high, -whole - low)))
    dtype = random.choice(NUMBERS)
    x = _draw(random, [random.choice((0, 1, 2, 3)), groups * share, *size], dtype)
    weights = _draw(random, [groups * random.randint(1, 5), share, *kernel], dtype)
    # With negative padding, XLA's grouped convolution reads out of bounds.
    margins = [(low, high, d - 1) for (low, high), d in zip(padding, left, strict=True)]
    padded: Any = jax.lax.pad(x, np.zeros((), dtype), [(0, 0, 0), (0, 0, 0), *margins])
    expected = jax.lax.conv_general_dilated(
        padded, jax.numpy.asarray(weights), strides, [(0, 0)] * spatial, rhs_dilation=right,
        feature_group_count=groups, precision="highest",
    )  # fmt: skip

    def make(a: Value, b: Value) -> Instruction:
        return op.Convolve(a, b, tuple(strides), tuple(padding), tuple(left), tuple(right), groups)

    return Case(make, (x, weights), (expected,))


def _plain_convolve(random: Random) -> Case:
    """What PyTorch has a function for."""
    import torch
    from torch.nn import functional

    spatial = random.randint(1, 3)
    groups, share = random.choice((1, 1, 2, 3)), random.randint(1, 3)
    kernel = [random.randint(1, 4) for _ in range(spatial)]
    right = [random.choice((1, 1, 2)) for _ in range(spatial)]
    strides = [random.choice((1, 1, 2, 3)) for _ in range(spatial)]
    padding = [random.randint(0, 3) for _ in range(spatial)]
    reach = [(k - 1) * r + 1 for k, r in zip(kernel, right, strict=True)]
    size = [max(1, n - 2 * p + random.randint(0, 6)) for n, p in zip(reach, padding, strict=True)]
    dtype = random.choice((np.float32, np.float64))
    x = _draw(random, [random.randint(1, 3), groups * share, *size], dtype)
    weights = _draw(random, [groups * random.randint(1, 5), share, *kernel], dtype)
    function = (functional.conv1d, functional.conv2d, functional.conv3d)[spatial - 1]
    given = torch.from_numpy(x), torch.from_numpy(weights)
    expected = function(*given, None, tuple(strides), tuple(padding), tuple(right), groups)

    def make(a: Value, b: Value) -> Instruction:
        pairs = tuple((p, p) for p in padding)
        return op.Convolve(a, b, tuple(strides), pairs, None, tuple(right), groups)

    return Case(make, (x, weights), (expected.numpy(),))


def _reduce_window(random: Random) -> Case:
    import jax

    by, dtype = _joining(random)
    rank = random.randint(1, 4)
    shape = [random.choice((0, 1, 2, 3, 5, 7)) for _ in range(rank)]
    dims = [random.randint(1, 3) for _ in shape]
    strides = [random.choice((1, 1, 2, 3)) for _ in shape]
    dilation = [random.choice((1, 1, 2)) for _ in shape]
    drawn = tuple((low, random.randint(-min(s + low, 1), 2)) for s in shape
                  for low in [random.randint(-min(s, 1), 2)])  # fmt: skip
    padding: Any = random.choice(("none", "half", "full", drawn))
    x = _draw(random, shape, dtype)
    start = None if random.random() < 0.5 else _draw(random, (), dtype)
    init = _neutral(by, dtype) if start is None else start
    functions = {
        "add": jax.lax.add, "multiply": jax.lax.mul, "min": jax.lax.min, "max": jax.lax.max,
        "and": jax.lax.bitwise_and, "or": jax.lax.bitwise_or,
    }  # fmt: skip
    reach = [(d - 1) * g + 1 for d, g in zip(dims, dilation, strict=True)]
    pairs: Any = {"none": [(0, 0)] * rank, "full": [(r - 1, r - 1) for r in reach]}.get(
        padding, padding
    )
    if padding == "half":
        pairs = jax.lax.padtype_to_pads(shape, reach, strides, "SAME")
    # JAX leaves out what lies outside, where init is meant to be: it is put there beforehand.
    wide = jax.lax.pad(x, init, [(*pair, 0) for pair in pairs])
    expected = jax.lax.reduce_window(
        wide, init, functions[by], dims, strides, "VALID", None, dilation
    )

    def make(a: Value, *b: Value) -> Instruction:
        return op.ReduceWindow(
            a, by, tuple(dims), b[0] if b else None, tuple(strides), padding, tuple(dilation)
        )

    return Case(make, (x,) if start is None else (x, start), (expected,))


def _gather(random: Random) -> Case:
    import torch

    shape = [random.randint(1, 6) for _ in range(random.randint(1, 4))]
    axis = random.randrange(len(shape))
    places = [random.randint(0, 5) for _ in range(random.randint(0, 2))]
    x = _draw(random, shape, random.choice((np.float32, np.float64, np.float16, *INTEGERS)))
    generator = np.random.default_rng(random.randrange(2**32))
    indices = generator.integers(0, shape[axis], places).astype(random.choice(INTEGERS))
    flat = torch.from_numpy(indices.astype(np.int64).reshape(-1))
    found = torch.index_select(torch.from_numpy(x), axis, flat).numpy()
    expected = found.reshape((*shape[:axis], *places, *shape[axis + 1 :]))
    return Case(lambda a, i: op.Gather(a, i, axis), (x, indices), (expected,), True)


def _scan(random: Random) -> Case:
    import jax

    by, dtype = _joining(random)
    shape = [random.choice((0, 1, 2, 4, 7)) for _ in range(random.randint(1, 4))]
    axes = tuple(random.sample(range(len(shape)), random.randint(1, len(shape))))
    reverse, exclusive = random.random() < 0.4, random.random() < 0.4
    x = _draw(random, shape, dtype)
    functions: dict[str, Callable[..., Any]] = {
        "add": jax.lax.cumsum, "multiply": jax.lax.cumprod, "min": jax.lax.cummin,
        "max": jax.lax.cummax,
    }  # fmt: skip
    for name, function in (("and", jax.lax.bitwise_and), ("or", jax.lax.bitwise_or)):
        functions[name] = lambda x, axis, reverse, f=function: jax.lax.associative_scan(
            f, jax.numpy.asarray(x), reverse, axis
        )
    expected = x
    for axis in axes:
        is_small = dtype in (np.float16, ml_dtypes.bfloat16)
        wide = expected.astype(np.float32) if is_small else expected
        if exclusive:
            count = max(0, shape[axis] - 1)
            kept = np.arange(shape[axis] - count, shape[axis]) if reverse else np.arange(count)
            border = np.take(wide, np.arange(shape[axis] - count), axis)
            pieces = [np.full_like(border, _neutral(by, dtype)), np.take(wide, kept, axis)]
            wide = np.concatenate(pieces[::-1] if reverse else pieces, axis)
        if wide.size:
            wide = np.asarray(functions[by](wide, axis=axis, reverse=reverse))
        expected = wide.astype(dtype)
    return Case(lambda a: op.Scan(a, by, axes, exclusive, reverse), (x,), (expected,))


def _sort(random: Random) -> Case:
    import jax
    import torch

    shape = [random.choice((0, 1, 2, 5, 9, 40)) for _ in range(random.randint(1, 3))]
    axis, descending = random.randrange(len(shape)), random.random() < 0.5
    dtype = random.choice((*NUMBERS, np.bool_))
    x = _draw(random, shape, dtype)
    if _is_float(dtype):
        x = np.round(x)  # Many are equal then, 0 and -0 among them.
        flat = x.reshape(-1)
        for special in (np.nan, np.nan, np.inf, -np.inf, -0.0):
            if x.size and random.random() < 0.5:
                flat[random.randrange(x.size)] = special
    if dtype is not ml_dtypes.bfloat16 and random.random() < 0.5:
        given = torch.from_numpy(x)
        values, places = torch.sort(given, dim=axis, descending=descending, stable=True)
        found = values.numpy(), places.numpy()
    else:
        places = np.asarray(
            jax.numpy.argsort(x, axis=axis, stable=True, descending=descending), np.int64
        )
        found = np.take_along_axis(x, places, axis), places
    count = random.choice((None, random.randint(0, shape[axis])))
    if count is not None:
        found = tuple(np.take(part, range(count), axis) for part in found)
    return Case(lambda a: op.Sort(a, axis, descending, count), (x,), found, True)


def _contract(random: Random) -> Case:
    import jax

    letters = "abcdeF"
    sizes = {letter: random.randint(0 if random.random() < 0.1 else 1, 5) for letter in letters}
    batch = [random.randint(1, 3) for _ in range(random.choice((0, 0, 1, 2)))]
    terms: list[str] = []
    shapes: list[list[int]] = []
    for _ in range(random.randint(1, 3)):
        term = [random.choice(letters) for _ in range(random.randint(0, 3))]
        wide = [random.choice((1, s, s)) for s in batch[random.randint(0, len(batch)) :]]
        place = random.randint(0, len(term))
        dims = [sizes[letter] for letter in term]
        shapes.append([*dims[:place], *wide, *dims[place:]])
        terms.append("".join([*term[:place], *(["..."] if batch else []), *term[place:]]))
    text = ",".join(terms)
    if random.random() < 0.8:
        used = sorted({letter for term in terms for letter in term if letter != "."})
        result = random.sample(used, random.randint(0, len(used)))
        if batch:
            result.insert(random.randint(0, len(result)), "...")
        text = f"{text} -> {''.join(result)}"
    dtype = random.choice((np.float32, np.float64, np.float16, np.int32, np.int64))
    operands = tuple(_draw(random, shape, dtype) for shape in shapes)
    # What is rounded at the end only.
    wide = [x.astype(np.float32) if dtype is np.float16 else x for x in operands]
    expected = np.asarray(jax.numpy.einsum(text.replace(" ", ""), *wide, precision="highest"))
    return Case(lambda *values: op.Contract(values, text), operands, (expected.astype(dtype),))


def _update(random: Random) -> Case:
    import jax

    shape = [random.randint(0, 6) for _ in range(random.randint(0, 3))]
    block = [random.randint(0, s) for s in shape]
    given = random.randint(min(1, len(shape)), len(shape))
    start = [
        random.randint(0, s - b) if axis < given else 0
        for axis, (s, b) in enumerate(zip(shape, block, strict=True))
    ]
    dtype = random.choice((*NUMBERS, np.bool_))
    x, y = _draw(random, shape, dtype), _draw(random, block, dtype)
    expected = jax.lax.dynamic_update_slice(x, y, [np.int64(s) for s in start])
    offsets = tuple(np.asarray(s, np.int64) for s in start[:given])
    return Case(lambda a, b, *at: op.Update(a, b, at), (x, y, *offsets), (expected,), True)


CASES: dict[str, Callable[[Random], Case]] = {
    "convolve": _convolve,
    "reduceWindow": _reduce_window,
    "gather": _gather,
    "scan": _scan,
    "sort": _sort,
    "contract": _contract,
    "update": _update,
}
"""For each instruction, how to draw a configuration of it."""


def draw_case(name: str, seed: int) -> Case:
    """A configuration of an instruction."""
    import jax

    with jax.enable_x64(True):
        return CASES[name](Random(f"{name} {seed}"))


def module_of(case: Case, open_sizes: Random | None = None) -> Module:
    """A module whose function ``@main`` is one use of the instruction; some sizes of the operands
    are left open, where it is said which."""
    types: list[Type] = []
    for array in case.operands:
        element = element_type_of(array.dtype)
        assert element is not None
        is_open = [open_sizes is not None and open_sizes.random() < 0.5 for _ in array.shape]
        dims = [ERASED if o else d for o, d in zip(is_open, array.shape, strict=True)]
        types.append(tensor(element, *dims))
    module = Module("crosscheck")
    function = Function("main", FunctionType(tuple(types), VOID))
    builder = Builder(function.add_entry())
    made = builder.insert(case.make(*function.arguments))
    function.type = FunctionType(tuple(types), made.type)
    builder.insert(op.Return(made))
    module.add_function(function)
    return module


def difference(case: Case, result: Any) -> str | None:
    """The difference between a result and the expected one, if there is any."""
    found = result if isinstance(result, tuple) else (result,)
    expected = tuple(map(np.asarray, case.expected))
    try:
        assert_agree(found, expected)
        if case.is_exact:
            for a, b in zip(found, expected, strict=True):
                np.testing.assert_array_equal(_comparable(a), _comparable(b))
    except AssertionError as problem:
        return str(problem).strip() or f"{found!r:.200} found, expected {expected!r:.200}"
    return None


def _comparable(x: Any) -> Array:
    """The result as an array for which NumPy compares NaNs as equal."""
    array = np.asarray(x)
    return array.astype(np.float32) if array.dtype == ml_dtypes.bfloat16 else array


def check(name: str, seed: int, compiled: bool = True) -> tuple[str | None, bool]:
    """The failure of a configuration, if any, and whether it was compiled. Those of odd seeds have
    open sizes."""
    case = draw_case(name, seed)
    module = module_of(case, Random(seed) if seed % 2 else None)
    dlvm.verify(module)
    ways = [("interpreted", lambda *values: dlvm.interpret(module, "main", *values))]
    if compiled:
        try:
            ways += [
                (f"compiled at O{n}", dlvm.compile(module, opt_level=n)["main"]) for n in (0, 2)
            ]
        except dlvm.DiagnosticError as problem:
            if "not supported" not in str(problem):
                return f"seed {seed}: {problem}\n{module}", False
    for way, run in ways:
        problem = difference(case, run(*case.operands))
        if problem is not None:
            return f"seed {seed}, {way}: {problem}\n{module}", len(ways) > 1
    return None, len(ways) > 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks many configurations; prints a line for each instruction."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument(
        "--configurations",
        type=int,
        default=300,
        help="configurations of each instruction (default: 300)",
    )
    parser.add_argument("--only", choices=CASES, help="check one instruction only")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument(
        "--compiled",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="check compiled code too",
    )
    options = parser.parse_args(arguments)
    os.environ["DLVM_CACHE_DIR"] = ""
    seeds = range(options.first, options.first + options.configurations)
    failures, console = 0, Console(stderr=True)
    for name in [options.only] if options.only else CASES:
        steps = track(seeds, name, console=console, disable=not console.is_terminal)
        outcomes = [check(name, seed, options.compiled) for seed in steps]
        wrong = [problem for problem, _ in outcomes if problem is not None]
        print(*wrong, sep="\n\n", end="\n" if wrong else "")
        compiled = sum(was for _, was in outcomes)
        print(f"{name}: {len(seeds)} configurations, {compiled} compiled, {len(wrong)} differ")
        failures += len(wrong)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
