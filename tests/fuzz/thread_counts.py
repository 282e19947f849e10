"""Checks that results do not depend on the number of threads.

Random functions run with the schedules of several machines, on this one. ``python -m
tests.fuzz.thread_counts --programs 1000`` draws 1000 functions; ``--first S --programs 1 --print``
prints the program of a seed.
"""

from __future__ import annotations

import argparse
import ctypes
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from random import Random
from typing import Any
from unittest import mock

import numpy as np
from rich.progress import track

import dlvm
from dlvm.codegen.llvm import target
from dlvm.compiler import lowered_module
from dlvm.compute.loop_nest.nest import make_nest
from dlvm.compute.scheduling.execution_time import execution_time
from dlvm.compute.scheduling.machine import Cache, Machine
from dlvm.ir import Function, Module, TensorType
from dlvm.runtime.loading.loader import runtime
from tests.fuzz.large_shapes import attention, contraction, convolution, tensor

MACHINES = {
    "sse": Machine(vector_bytes=16, registers=16, caches=(Cache(32 << 10), Cache(1 << 18))),
    "neon": Machine(vector_bytes=16, registers=32, caches=(Cache(32 << 10), Cache(1 << 19))),
    "avx2": Machine(vector_bytes=32, registers=16, caches=(Cache(32 << 10), Cache(1 << 19))),
    "avx512": Machine(vector_bytes=64, registers=32, caches=(Cache(32 << 10), Cache(1 << 21))),
    "xeon": Machine(
        vector_bytes=64,
        registers=32,
        caches=(Cache(48 << 10, 12), Cache(1 << 21, 16)),
        line_rate=2.0,
        far_run=40.0,
    ),
}
"""LLVM makes several registers of a vector that is longer than this machine's."""
THREADS = (2, 3, 16)
"""The numbers of threads that one thread is compared with."""
LONGEST = 20_000_000_000
"""How many picoseconds the kernels of a program take at most."""
DRAWS = 4
"""How many times a function is called."""
SIZES = (1, 2, 3, 5, 8, 9, 16, 17, 33, 64, 70, 100, 130, 256, 257, 300, 511, 1000, 4096)
UNARY = ("tanh", "exp", "square", "negate", "sin")


def rows(r: Random) -> str | None:
    """Element-wise code, sums and extremes along some axes, and element-wise code with these."""
    shape: list[int | str] = [r.choice(SIZES) for _ in range(r.randint(1, 3))]
    if prod(map(int, shape)) > 1 << 17:
        return None
    if r.random() < 0.2:
        # Sizes that are known only at run time.
        shape = [s if r.random() < 0.3 else f"_{'nmk'[n]}" for n, s in enumerate(shape)]
    element = r.choice(("f32", "f32", "f32", "f64", "f16"))
    x = tensor(shape, element)
    lines = [f"%v0 = {r.choice(UNARY)} %x: {x}"]
    value, type = "%v0", x
    is_known = all(isinstance(s, int) for s in shape)
    if is_known and r.random() < 0.5:
        value, type, shape = _moved(r, lines, value, shape, element)
    axes = sorted(r.sample(range(len(shape)), r.randint(1, len(shape))))
    kept = [s for n, s in enumerate(shape) if n not in axes]
    total = tensor(kept, element)
    along = ", ".join(map(str, axes))
    results: list[tuple[str, str]] = []
    for number, by in enumerate(r.choices(("add", "add", "max", "min"), k=r.randint(1, 3))):
        lines.append(f"%t{number} = reduce {value}: {type} by {by} along {along}")
        results.append((f"%t{number}", total))
    last, back = results[-1][0], total
    if kept:
        for axis in axes:
            kept.insert(axis, 1)
            lines.append(f"%back{axis} = padShape {last}: {back} at {axis}")
            last, back = f"%back{axis}", tensor(kept, element)
    if r.random() < 0.7:
        lines.append(f"%less = subtract {value}: {type}, {last}: {back}")
        value = "%less"
        if r.random() < 0.7:
            lines.append(f"%square = square %less: {type}")
            lines.append(f"%again = reduce %square: {type} by add along {along}")
            results.append(("%again", total))
        lines.append(f"%exp = exp %less: {type}")
        axis = r.randrange(len(shape))
        lines.append(f"%sum = reduce %exp: {type} by add along {axis}")
        results.append(("%sum", tensor(shape[:axis] + shape[axis + 1 :], element)))
    if r.random() < 0.5:
        results.append((value, type))
    return _function({"x": x}, results, lines)


def _moved(
    r: Random, lines: list[str], value: str, shape: Sequence[Any], element: str
) -> tuple[str, str, list[Any]]:
    """A tensor whose elements are padded, repeated or omitted."""
    type = tensor(shape, element)
    kind, axis = r.choice(("pad", "concatenate", "slice", "transpose")), r.randrange(len(shape))
    after = list(shape)
    if kind == "pad":
        padding = [(r.randint(0, 2), r.randint(0, 3)) for _ in shape]
        interior = [r.choice((0, 0, 1)) for _ in shape]
        pairs = ", ".join(f"({a}, {b})" for a, b in padding)
        text = f"pad {value}: {type} by {pairs} with 0.5: {element}"
        text += f" interior {', '.join(map(str, interior))}"
        after = [
            a + b + s + (s - 1) * i for s, (a, b), i in zip(shape, padding, interior, strict=True)
        ]
    elif kind == "concatenate":
        text = f"concatenate {value}: {type}, {value}: {type} along {axis}"
        after[axis] *= 2
    elif kind == "slice":
        begin = [r.randrange(s) if r.random() < 0.5 else 0 for s in shape]
        starts, ends = (", ".join(map(str, numbers)) for numbers in (begin, shape))
        text = f"slice {value}: {type} from {starts} upto {ends}"
        after = [s - b for s, b in zip(shape, begin, strict=True)]
    else:
        order = r.sample(range(len(shape)), len(shape))
        text = f"transpose {value}: {type} along {', '.join(map(str, order))}"
        after = [shape[n] for n in order]
    lines.append(f"%moved = {text}")
    return "%moved", tensor(after, element), after


def layer(r: Random) -> str | None:
    """Products of matrices with element-wise code and sums around them."""
    m, k, n = (r.choice(SIZES) for _ in range(3))
    if m * k * n > 1 << 23:
        return None
    rows = "_n" if r.random() < 0.2 else m
    x, w, b, y = tensor((rows, k)), tensor((k, n)), tensor((n,)), tensor((rows, n))
    lines = [f"%xw = dot %x: {x}, %w: {w}", f"%z = add %xw: {y}, %b: {b}", f"%h = tanh %z: {y}"]
    results = [("%h", y)]
    for axis in (0, 1):
        if r.random() < 0.5:
            lines.append(f"%s{axis} = reduce %h: {y} by add along {axis}")
            results.append((f"%s{axis}", tensor((n,) if axis == 0 else (rows,))))
    if r.random() < 0.5:
        back, turned = tensor((k, n)), tensor((k, rows))
        lines.append(f"%t = transpose %x: {x}")
        lines.append(f"%g = dot %t: {turned}, %h: {y}")
        results.append(("%g", back))
    if r.random() < 0.3:
        lines.append(f"%q = square %h: {y}")
        lines.append(f"%all = reduce %q: {y} by add along 0, 1")
        results.append(("%all", "f32"))
    return _function({"x": x, "w": w, "b": b}, results, lines)


def scans(r: Random) -> str | None:
    shape = [r.choice(SIZES) for _ in range(r.randint(1, 3))]
    if prod(shape) > 1 << 17:
        return None
    x, axis = tensor(shape), r.randrange(len(shape))
    by, flag = r.choice(("add", "add", "max", "multiply")), r.choice(("", " exclusive", " reverse"))
    lines = [f"%t = tanh %x: {x}", f"%s = scan %t: {x} by {by} along {axis}{flag}"]
    return _function({"x": x}, [("%t", x), ("%s", x)], lines)


def _function(
    parameters: dict[str, str], results: Sequence[tuple[str, str]], lines: Sequence[str]
) -> str:
    """A module with a function of several results."""
    types = ", ".join(parameters.values())
    names = ", ".join(f"%{n}: {t}" for n, t in parameters.items())
    result = f"({', '.join(type for _, type in results)})"
    values = ", ".join(f"{value}: {type}" for value, type in results)
    body = "\n".join(f"    {line}" for line in [*lines, f"return ({values}): {result}"])
    return f"stage raw\nfunc @f: ({types}) -> {result} {{\n'entry({names}):\n{body}\n}}\n"


KINDS = (rows, rows, rows, layer, layer, scans, convolution, contraction, attention)


def draw(seed: int) -> tuple[str, Module]:
    """A program as text, and its kernels, which do not take long."""
    r = Random(seed)
    kind = r.choice(KINDS)
    while True:
        text = kind(r)
        if text is None or (found := kernels(text)) is None:
            continue
        return text, found


def kernels(text: str) -> Module | None:
    """The kernels of a program, if they do not take too long."""
    module = dlvm.parse(text)
    sizes = [
        t.shape for f in module.functions for t in f.type.parameters if isinstance(t, TensorType)
    ]
    if any(prod(s for s in shape if isinstance(s, int)) > 1 << 18 for shape in sizes):
        return None
    module = lowered_module(module, "compute")
    times = [execution_time(make_nest(d), 4) for d in module.definitions]
    return module if sum(t for t in times if isinstance(t, int)) <= LONGEST else None


@contextmanager
def on_machine(machine: Machine) -> Iterator[None]:
    """Creates schedules for a given machine instead of the processor."""
    host = target.host_target

    def chosen(threads: int, cpu: str | None = None) -> target.Target:
        found = host(threads, cpu)
        own = replace(machine, threads=threads, has_avx512=found.machine.has_avx512)
        return replace(found, machine=own)

    with mock.patch.object(target, "host_target", chosen):
        yield


TASK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


@ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 3, ctypes.c_int64, ctypes.c_int64)
def _in_turn(context: int, task: int, arguments: int, tasks: int, time: int) -> int:
    """Stands in for ``dlvm_parallel``: does tasks as several threads may, a few at a time
    and the last ones first."""
    run, most = TASK(task), max(1, tasks // 8)
    ends = [*range(tasks, max(0, tasks - 4), -1), *range(tasks - 4, 0, -most)]
    for begin, end in zip([*ends[1:], 0], ends, strict=True):
        run(arguments, begin, end)
    return 0


def differences(module: Module, machine: Machine) -> Iterator[str]:
    """Where results on several threads of a machine are not to the bit those on one of them, for a
    module at stage compute."""
    addresses = runtime().addresses
    shared = ctypes.cast(_in_turn, ctypes.c_void_p).value
    with on_machine(machine), mock.patch.dict(addresses, dlvm_parallel=shared):
        schedules = {n: str(lowered_module(module, "schedule", threads=n)) for n in (1, *THREADS)}
        counts = {text: n for n, text in reversed(schedules.items())}
        if len(counts) == 1:
            return
        made = {n: dlvm.compile(module, threads=n) for n in sorted(counts.values())}
        for function in module.functions:
            name = function.name or ""
            for seed in range(DRAWS):
                given = arguments(function, seed)
                expected, *others = (
                    [_bits(r) for r in _leaves(f[name](*given))] for f in made.values()
                )
                for count, found in zip(list(made)[1:], others, strict=True):
                    if found != expected:
                        yield f"@{name} on {count} threads, arguments {seed}"


def arguments(function: Function, seed: int) -> list[Any]:
    """Arguments for a function, with sizes for those that are not known. Sums are rounded in many
    ways: some of the numbers are about equally large."""
    random, sizes = np.random.default_rng(seed), dict[Any, int]()
    found: list[Any] = []
    for type in function.type.parameters:
        own = type.canonical
        assert isinstance(own, TensorType)
        shape = [s if isinstance(s, int) else sizes.setdefault(str(s), 67) for s in own.shape]
        spread = np.exp2(random.uniform(-5, 5, shape) * (seed % 2))
        found.append((random.uniform(-1, 1, shape) * spread).astype(own.element.numpy))
    return found


def _leaves(result: Any) -> Sequence[Any]:
    return result if isinstance(result, tuple) else (result,)


def _bits(result: Any) -> bytes:
    return np.asarray(result).tobytes()


def problems(seed: int) -> list[str]:
    """The failure of the program of a seed."""
    _, module = draw(seed)
    return [
        f"seed {seed}, {name}: {found}"
        for name, machine in MACHINES.items()
        for found in differences(module, machine)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.thread_counts", description=__doc__)
    parser.add_argument(
        "--programs", type=int, default=200, help="number of programs (default: 200)"
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--print", action="store_true", help="print the programs")
    options = parser.parse_args()
    os.environ["DLVM_CACHE_DIR"] = ""
    failed = 0
    for seed in track(range(options.first, options.first + options.programs), "comparing"):
        if options.print:
            print(draw(seed)[0])
        found = problems(seed)
        failed += bool(found)
        print(*found, sep="\n", end="\n" if found else "")
    print(f"{options.programs} programs, {failed} differ")
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
