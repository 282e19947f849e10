"""Generates code for functions of large tensors of random shapes and their gradients.

The schedules are for several machines; memory that they keep must fit. Nothing is run. ``python -m
tests.fuzz.large_shapes --programs 2000`` draws 2000 functions.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import prod
from random import Random

from rich.progress import track

import dlvm
from dlvm.compiler import lower, lowered_module
from dlvm.compute.scheduling.kernel_schedules import schedule_module
from dlvm.compute.scheduling.machine import Cache, Machine

MOST = 1 << 26
"""How many elements a tensor has at most."""
EXTENTS = (1, 2, 3, 7, 8, 13, 16, 31, 32, 64, 100, 255, 256, 1000, 1024, 4096, 10000, 65536, 200000)


def tensor(shape: Sequence[int | str], element: str = "f32") -> str:
    return f"<{' x '.join(map(str, (*shape, element)))}>" if shape else element


def _function(parameters: dict[str, str], result: str, lines: str) -> str:
    """A module with a function, whose last line defines %y, and its gradient."""
    types, names = (
        ", ".join(parameters.values()),
        ", ".join(map("%{0[0]}: {0[1]}".format, parameters.items())),
    )
    wrt = ", ".join(map(str, range(len(parameters))))
    return (
        f"stage raw\nfunc @f: ({types}) -> {result} {{\n'entry({names}):\n{lines}\n"
        f"    return %y: {result}\n}}\n[gradient @f wrt {wrt} seedable]\n"
        f"func @g: ({types}, {result}) -> ({types})\n"
    )


def convolution(r: Random) -> str | None:
    rank, groups = r.choice((1, 2, 2, 2, 3)), r.choice((1, 1, 1, 2, 8))
    share, each = r.choice((1, 3, 4, 8, 16, 64, 256)), r.choice((1, 2, 4, 8, 16, 64, 256))
    if r.random() < 0.2:
        groups, share, each = r.choice((16, 64, 256)), 1, r.choice((1, 1, 2, 4))
    window = [r.choice((1, 2, 3, 3, 5, 7)) for _ in range(rank)]
    sizes = (1, 4, 7, 14, 28, 56, 64, 112, 224, 512, 1024, 30000)
    spatial = [max(k, r.choice(sizes)) for k in window]
    strides, spread, padding = (
        [r.choice(of) for _ in range(rank)] for of in ((1, 1, 2), (1, 1, 1, 2), (0, 1, 2))
    )
    result = [
        (n + 2 * p - ((k - 1) * d + 1)) // s + 1
        for n, k, s, d, p in zip(spatial, window, strides, spread, padding, strict=True)
    ]
    batch = r.choice((1, 1, 2, 8, 32, 128))
    shapes = (batch, groups * share, *spatial), (groups * each, share, *window)
    out = (batch, groups * each, *result)
    if min(result) < 1 or max(map(prod, (*shapes, out))) > MOST:
        return None
    element = r.choice(("f32", "f32", "f32", "f64", "bf16"))
    x, kernel, y = (tensor(s, element) for s in (*shapes, out))
    pads = ", ".join(f"({p}, {p})" for p in padding)
    clauses = f"strides {', '.join(map(str, strides))} padding {pads}"
    clauses += f" rightDilation {', '.join(map(str, spread))} groups {groups}"
    return _function(
        {"x": x, "k": kernel}, y, f"    %y = convolve %x: {x} kernel %k: {kernel} {clauses}"
    )


def contraction(r: Random) -> str | None:
    sizes = {label: r.choice(EXTENTS) for label in "abcde"[: r.randint(2, 5)]}
    first, second = (r.sample(list(sizes), r.randint(1, len(sizes))) for _ in range(2))
    result = [label for label in sizes if label in {*first, *second} and r.random() < 0.5]
    r.shuffle(result)
    shapes = [[sizes[label] for label in labels] for labels in (first, second, result)]
    if max(map(prod, shapes)) > MOST:
        return None
    x, w, y = map(tensor, shapes)
    labels = f"{''.join(first)},{''.join(second)}->{''.join(result)}"
    return _function({"x": x, "w": w}, y, f'    %y = contract %x: {x}, %w: {w} by "{labels}"')


def attention(r: Random) -> str | None:
    batch, heads = r.choice((1, 4)), r.choice((1, 8, 12))
    queries, keys = (r.choice((1, 16, 128, 1000, 4096, 16384)) for _ in range(2))
    width, out = (r.choice((8, 32, 64, 128, 256, 1000)) for _ in range(2))
    q, k, v, s, m, y = (
        tensor((batch, heads, *shape))
        for shape in ((queries, width), (keys, width), (keys, out), (queries, keys), (queries,),
                      (queries, out))
    )  # fmt: skip
    one, cast = tensor((batch, heads, queries, 1)), f"{batch} x {heads} x {queries} x 1"
    lines = f"""\
    %s = contract %q: {q}, %k: {k} by "bhld,bhmd->bhlm"
    %m = reduce %s: {s} by max along 3
    %n = shapeCast %m: {m} to {cast}
    %t = subtract %s: {s}, %n: {one}
    %p = exp %t: {s}
    %z = reduce %p: {s} by add along 3
    %o = shapeCast %z: {m} to {cast}
    %w = divide %p: {s}, %o: {one}
    %y = contract %w: {s}, %v: {v} by "bhlm,bhme->bhle\""""
    return _function({"q": q, "k": k, "v": v}, y, lines)


def normalization(r: Random) -> str | None:
    shape, axis = (r.choice(EXTENTS), r.choice(EXTENTS)), r.choice((0, 1))
    if prod(shape) > MOST:
        return None
    x, rest = tensor(shape), tensor((shape[1 - axis],))
    kept = (shape[0], 1) if axis else (1, shape[1])
    one, cast = tensor(kept), " x ".join(map(str, kept))
    lines = f"""\
    %m = reduce %x: {x} by max along {axis}
    %n = shapeCast %m: {rest} to {cast}
    %t = subtract %x: {x}, %n: {one}
    %p = exp %t: {x}
    %z = reduce %p: {x} by add along {axis}
    %o = shapeCast %z: {rest} to {cast}
    %w = divide %p: {x}, %o: {one}
    %q = square %w: {x}
    %u = reduce %q: {x} by add along {axis}
    %v = shapeCast %u: {rest} to {cast}
    %y = multiply %w: {x}, %v: {one}"""
    return _function({"x": x}, x, lines)


KINDS = (convolution, convolution, contraction, attention, normalization)


def draw(seed: int) -> tuple[str, Machine]:
    """A program, and a machine."""
    r = Random(seed)
    kind = r.choice(KINDS)
    while (text := kind(r)) is None:
        pass
    megabytes = r.choice((0.25, 0.5, 1, 2, 4, 16))
    machine = Machine(
        vector_bytes=r.choice((16, 32, 64)),
        registers=r.choice((16, 32)),
        threads=r.choice((1, 2, 16)),
        caches=(Cache(32 << 10), Cache(int(megabytes * 2**20))),
        line_rate=r.choice((1.0, 2.0)),
        far_run=r.choice((0.0, 40.0)),
    )
    return text, machine


def generate(text: str, machine: Machine) -> str:
    """The code of a program's kernels, by the schedules for a machine."""
    kernels = lowered_module(dlvm.parse(text), "compute")
    schedule_module(kernels, machine)
    code = lower(kernels, "llvm")
    assert isinstance(code, str)
    return code


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.large_shapes", description=__doc__)
    parser.add_argument(
        "--programs", type=int, default=500, help="number of programs (default: 500)"
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    options = parser.parse_args()
    failed = 0
    for seed in track(range(options.first, options.first + options.programs), "generating"):
        text, machine = draw(seed)
        try:
            generate(text, machine)
        except Exception as problem:
            failed += 1
            print(f"seed {seed}, {machine}: {problem}\n{text}")
    print(f"{options.programs} programs, {failed} failed")
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
