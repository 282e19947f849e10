"""Tensor instructions against PyTorch and JAX, over configurations drawn at random.

``python -m tests.crosscheck --configurations 300`` runs them in the interpreter and in compiled
code; ``--only convolve`` takes one instruction.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import dlvm
from dlvm.ir import Builder, Function, FunctionType, Instruction, Module, Stage, Type, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import VOID, element_type_of, tensor

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Case:
    """One configuration: the instruction for operands, the operands, and what is expected."""

    make: Callable[..., Instruction]
    operands: tuple[Array, ...]
    expected: tuple[Array, ...]
    tolerance: float = 1e-4


def _floats(random: Random, shape: Sequence[int]) -> Array:
    generator = np.random.default_rng(random.randrange(2**32))
    return generator.normal(size=tuple(shape)).astype(np.float32)


def _numbers(random: Random, shape: Sequence[int], dtype: Any, ties: bool = False) -> Array:
    if np.dtype(dtype).kind == "f":
        values = _floats(random, shape).astype(dtype)
        return np.round(values) if ties else values
    generator = np.random.default_rng(random.randrange(2**32))
    return generator.integers(-4 if np.dtype(dtype).kind == "i" else 0, 5, tuple(shape)).astype(
        dtype
    )


def _torch_convolution(
    x: Array,
    weights: Array,
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    left: Sequence[int],
    right: Sequence[int],
    groups: int,
) -> Array:
    import torch
    import torch.nn.functional as functional

    spatial = len(strides)
    spread = torch.zeros(
        *x.shape[:2], *((s - 1) * d + 1 for s, d in zip(x.shape[2:], left, strict=True))
    )
    spread[(slice(None), slice(None), *(slice(None, None, d) for d in left))] = torch.from_numpy(x)
    # PyTorch counts dimensions from the last one.
    padded = functional.pad(spread, [n for pair in reversed(padding) for n in pair])
    convolution = (functional.conv1d, functional.conv2d, functional.conv3d)[spatial - 1]
    kernel = torch.from_numpy(weights)
    result = convolution(padded, kernel, None, tuple(strides), 0, tuple(right), groups)
    return np.asarray(result)


def _convolve(random: Random) -> Case:
    spatial = random.choice((1, 1, 2, 2, 2, 3))
    groups = random.choice((1, 1, 2, 3))
    channels = random.randint(1, 3)
    outputs = groups * random.randint(1, 3)
    kernel = [random.randint(1, 4) for _ in range(spatial)]
    plain = random.random() < 0.4
    left = [1 if plain else random.choice((1, 1, 2, 3)) for _ in range(spatial)]
    right = [1 if plain else random.choice((1, 1, 2)) for _ in range(spatial)]
    strides = [random.choice((1, 1, 2, 3)) for _ in range(spatial)]
    size = [
        max(1, -(-((k - 1) * r + 1 + random.randint(0, 6)) // d))
        for k, r, d in zip(kernel, right, left, strict=True)
    ]
    padding: list[tuple[int, int]] = []
    for k, r, d, s in zip(kernel, right, left, size, strict=True):
        low, high = random.randint(-1, 3), random.randint(-1, 3)
        short = (k - 1) * r + 1 - ((s - 1) * d + 1 + low + high)
        padding.append((low, high + max(0, short)))
    x = _floats(random, [random.randint(1, 3), groups * channels, *size])
    weights = _floats(random, [outputs, channels, *kernel])
    expected = _torch_convolution(x, weights, strides, padding, left, right, groups)

    def make(a: Value, b: Value) -> Instruction:
        return op.Convolve(a, b, tuple(strides), tuple(padding), tuple(left), tuple(right), groups)

    return Case(make, (x, weights), (expected,))


def _torch_windows(
    x: Array,
    by: str,
    init: Any,
    dims: Sequence[int],
    strides: Sequence[int],
    padding: str | Sequence[tuple[int, int]],
    dilation: Sequence[int],
) -> Array:
    import torch
    import torch.nn.functional as functional

    reach = [(d - 1) * g + 1 for d, g in zip(dims, dilation, strict=True)]
    pairs = [(0, 0)] * x.ndim if isinstance(padding, str) else list(padding)
    if padding == "half":
        for axis, (size, window, step) in enumerate(zip(x.shape, reach, strides, strict=True)):
            total = max(0, (-(-size // step) - 1) * step + window - size)
            pairs[axis] = (total // 2, total - total // 2)
    wide = torch.from_numpy(x.astype(np.float64))
    wide = functional.pad(wide, [n for pair in reversed(pairs) for n in pair], value=float(init))
    joins = {"add": torch.sum, "multiply": torch.prod, "min": torch.amin, "max": torch.amax}
    for axis in range(x.ndim):
        windows = wide.unfold(axis, reach[axis], strides[axis])[..., :: dilation[axis]]
        wide = joins[by](windows, dim=-1)
    return np.asarray(wide).astype(x.dtype)


def _reduce_window(random: Random) -> Case:
    rank = random.randint(1, 4)
    by = random.choice(("add", "max", "min", "multiply"))
    dtype = random.choice((np.float32, np.float32, np.int32))
    shape = [random.randint(1, 7) for _ in range(rank)]
    dims = [random.randint(1, min(3, s)) for s in shape]
    strides = [random.choice((1, 1, 2, 3)) for _ in range(rank)]
    dilation = [
        random.choice((1, 1, 2)) if (d - 1) * 2 < s else 1 for d, s in zip(dims, shape, strict=True)
    ]
    x = _numbers(random, shape, dtype)
    init: Any = {"add": 0, "multiply": 1}.get(by)
    if init is None:
        extreme = np.inf if np.dtype(dtype).kind == "f" else np.iinfo(dtype).max
        low = -np.inf if np.dtype(dtype).kind == "f" else np.iinfo(dtype).min
        init = extreme if by == "min" else low
    padding: Any = random.choice(("none", "half", None))
    if padding is None:
        padding = tuple((random.randint(0, 2), random.randint(0, 2)) for _ in shape)
    expected = _torch_windows(x, by, init, dims, strides, padding, dilation)

    def make(a: Value) -> Instruction:
        return op.ReduceWindow(a, by, tuple(dims), None, tuple(strides), padding, tuple(dilation))

    return Case(make, (x,), (expected,))


def _gather(random: Random) -> Case:
    import torch

    shape = [random.randint(1, 6) for _ in range(random.randint(1, 4))]
    axis = random.randrange(len(shape))
    places = [random.randint(0, 5) for _ in range(random.randint(0, 2))]
    x = _numbers(random, shape, random.choice((np.float32, np.float64, np.int64, np.int8)))
    generator = np.random.default_rng(random.randrange(2**32))
    indices = generator.integers(0, shape[axis], places).astype(random.choice((np.int64, np.int32)))
    flat = torch.from_numpy(indices.astype(np.int64).reshape(-1))
    found = torch.index_select(torch.from_numpy(x), axis, flat).numpy()
    expected = found.reshape((*shape[:axis], *places, *shape[axis + 1 :]))
    return Case(lambda a, i: op.Gather(a, i, axis), (x, indices), (expected,), 0)


def _scan(random: Random) -> Case:
    import jax

    shape = [random.randint(0, 6) for _ in range(random.randint(1, 4))]
    axis = random.randrange(len(shape))
    by = random.choice(("add", "multiply", "min", "max"))
    dtype = random.choice((np.float32, np.int32, np.float64))
    x = _numbers(random, shape, dtype)
    reverse, exclusive = random.random() < 0.4, random.random() < 0.3
    functions = {
        "add": jax.lax.cumsum, "multiply": jax.lax.cumprod, "min": jax.lax.cummin,
        "max": jax.lax.cummax,
    }  # fmt: skip
    with jax.enable_x64(True):
        expected = np.asarray(functions[by](x, axis=axis, reverse=reverse))
    if exclusive:
        start: Any = {"add": 0, "multiply": 1}.get(by)
        if start is None:
            is_float = np.dtype(dtype).kind == "f"
            top = np.inf if is_float else np.iinfo(dtype).max
            bottom = -np.inf if is_float else np.iinfo(dtype).min
            start = top if by == "min" else bottom
        pieces = [np.full_like(np.take(x, range(min(1, shape[axis])), axis), start)]
        count = max(0, shape[axis] - 1)
        if reverse:
            pieces.insert(0, np.take(expected, range(shape[axis] - count, shape[axis]), axis))
        else:
            pieces.append(np.take(expected, range(count), axis))
        expected = np.concatenate(pieces, axis)
    return Case(lambda a: op.Scan(a, by, (axis,), exclusive, reverse), (x,), (expected,))


def _sort(random: Random) -> Case:
    import torch

    shape = [random.choice((0, 1, 2, 5, 9, 40)) for _ in range(random.randint(1, 3))]
    axis = random.randrange(len(shape))
    x = _numbers(
        random, shape, random.choice((np.float32, np.float64, np.int32, np.uint8)), ties=True
    )
    if x.dtype.kind == "f" and x.size and random.random() < 0.4:
        x.reshape(-1)[random.randrange(x.size)] = np.nan
        x.reshape(-1)[random.randrange(x.size)] = -0.0
    descending = random.random() < 0.5
    found = torch.sort(torch.from_numpy(x), dim=axis, descending=descending, stable=True)
    expected = (found.values.numpy(), found.indices.numpy())
    return Case(lambda a: op.Sort(a, axis, descending), (x,), expected, 0)


def _contract(random: Random) -> Case:
    letters = "abcdef"
    sizes = {letter: random.randint(1, 5) for letter in letters}
    terms = [
        "".join(random.choice(letters) for _ in range(random.randint(0, 3)))
        for _ in range(random.randint(1, 3))
    ]
    used = sorted({letter for term in terms for letter in term})
    result = "".join(random.sample(used, random.randint(0, len(used))))
    operands = tuple(_floats(random, [sizes[letter] for letter in term]) for term in terms)
    text = f"{','.join(terms)}->{result}"
    expected = np.einsum(text, *operands)
    return Case(lambda *values: op.Contract(values, text), operands, (np.asarray(expected),))


def _update(random: Random) -> Case:
    shape = [random.randint(1, 6) for _ in range(random.randint(1, 3))]
    block = [random.randint(0, s) for s in shape]
    start = [random.randint(0, s - b) for s, b in zip(shape, block, strict=True)]
    x, y = _floats(random, shape), _floats(random, block)
    expected = x.copy()
    expected[tuple(slice(a, a + b) for a, b in zip(start, block, strict=True))] = y
    offsets = tuple(np.asarray(s, np.int64) for s in start)
    return Case(lambda a, b, *at: op.Update(a, b, at), (x, y, *offsets), (expected,), 0)


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


def module_of(case: Case) -> Module:
    """A module whose function ``@main`` is one use of the instruction."""
    types: list[Type] = []
    for array in case.operands:
        element = element_type_of(array.dtype)
        assert element is not None
        types.append(tensor(element, *array.shape))
    module = Module("crosscheck", Stage.RAW)
    function = Function("main", FunctionType(tuple(types), VOID))
    builder = Builder(function.add_entry())
    made = builder.insert(case.make(*function.arguments))
    function.type = FunctionType(tuple(types), made.type)
    builder.insert(op.Return(made))
    module.add_function(function)
    return module


def difference(case: Case, result: Any) -> str | None:
    """What is wrong with a result, if anything."""
    found = result if isinstance(result, tuple) else (result,)
    for got, expected in zip(found, case.expected, strict=True):
        array = np.asarray(got)
        if array.shape != expected.shape:
            return f"shape {array.shape} found, expected {expected.shape}"
        close = np.allclose(
            array, expected, rtol=case.tolerance, atol=case.tolerance, equal_nan=True
        )
        if not close:
            return f"{array} found, expected {expected}"
    return None


def check(name: str, seed: int, compiled: bool = True) -> str | None:
    """Runs one configuration; says what is wrong with it, if anything."""
    case = CASES[name](Random(f"{name} {seed}"))
    module = module_of(case)
    dlvm.verify(module)
    ways: list[tuple[str, Callable[..., Any]]] = [
        ("interpreted", lambda *values: dlvm.interpret(module, "main", *values))
    ]
    if compiled:
        ways += [(f"compiled at O{o}", dlvm.compile(module, o)["main"]) for o in (0, 2)]
    for way, run in ways:
        problem = difference(case, run(*case.operands))
        if problem is not None:
            return f"{name} {seed}, {way}: {problem}\n{module}"
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks many configurations; prints a line for each instruction."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--configurations", type=int, default=300, help="of each instruction")
    parser.add_argument("--only", choices=CASES, help="one instruction")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--interpreted", action="store_true", help="leave compiled code out")
    options = parser.parse_args(arguments)
    failures = 0
    for name in [options.only] if options.only else CASES:
        wrong = 0
        for seed in range(options.first, options.first + options.configurations):
            problem = check(name, seed, not options.interpreted)
            if problem is not None:
                wrong += 1
                print(problem)
        print(f"{name}: {options.configurations} configurations, {wrong} differ", flush=True)
        failures += wrong
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
