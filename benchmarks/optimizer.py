"""Measures the time of differentiation and optimization per instruction.

``python -m benchmarks.optimizer`` uses modules of growing size: gradients of a network, and of code
with much control flow. Each module is measured alone, and in turn with as many others of its size
as have the instructions of the largest. Alone, a small module stays in the processor's caches; in
turn, no size has an advantage.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import time
from collections.abc import Callable
from dataclasses import dataclass

import dlvm
from dlvm.ir import Module
from dlvm.ir.collection import collection_paused
from dlvm.tools.reports import table, times_table
from dlvm.transforms import PassResult, parse_pipeline

SIZES = (1_000, 5_000, 20_000)
LAYER = """\
    %p{n} = dot %h{last}: <32 x 64 x f32>, %w: <64 x 64 x f32>
    %q{n} = add %p{n}: <32 x 64 x f32>, %b: <64 x f32>
    %r{n} = multiply %q{n}: <32 x 64 x f32>, 1: f32
    %h{n} = tanh %r{n}: <32 x 64 x f32>
"""
DIAMOND = """\
'b{n}(%x{n}: f32, %i{n}: i64):
    %a{n} = multiply %x{n}: f32, %y: f32
    %c{n} = lessThan %a{n}: f32, {n}: f32
    %e{n} = exp %y: f32
    conditional %c{n}: bool then 'then{n}() else 'loop{n}(%a{n}: f32, 0: i64)
'then{n}():
    %t{n} = multiply %x{n}: f32, %y: f32
    %u{n} = add %t{n}: f32, %e{n}: f32
    branch 'b{next}(%u{n}: f32, 2: i64)
'loop{n}(%s{n}: f32, %k{n}: i64):
    %v{n} = add %s{n}: f32, %e{n}: f32
    %l{n} = add %k{n}: i64, %i{n}: i64
    %m{n} = lessThan %l{n}: i64, 10: i64
    conditional %m{n}: bool then 'loop{n}(%v{n}: f32, %l{n}: i64) else 'b{next}(%v{n}: f32, 2: i64)
"""


def network(size: int) -> Module:
    """A network of so many layers that its gradient has about ``size`` instructions."""
    layers = max(1, size // 17)
    code = "".join(LAYER.format(n=n, last=n - 1) for n in range(1, layers + 1))
    parameters = "<32 x 64 x f32>, <64 x 64 x f32>, <64 x f32>"
    return dlvm.parse(f"""
stage raw
[gradient @loss wrt 1, 2]
func @slope: ({parameters}) -> (<64 x 64 x f32>, <64 x f32>)
func @loss: ({parameters}) -> f32 {{
'entry(%h0: <32 x 64 x f32>, %w: <64 x 64 x f32>, %b: <64 x f32>):
{code}    %loss = reduce %h{layers}: <32 x 64 x f32> by add along 0, 1
    return %loss: f32
}}
""")


def branches(size: int) -> Module:
    """Branches and loops, one after the other, that have about ``size`` instructions with their
    gradient."""
    count = max(1, size // 56)
    code = "".join(DIAMOND.format(n=n, next=n + 1) for n in range(count))
    return dlvm.parse(f"""
stage raw
[gradient @f wrt 0, 1]
func @slope: (f32, f32) -> (f32, f32)
func @f: (f32, f32) -> f32 {{
'entry(%x: f32, %y: f32):
    branch 'b0(%x: f32, 2: i64)
{code}'b{count}(%r: f32, %n: i64):
    return %r: f32
}}
""")


MODULES: dict[str, Callable[[int], Module]] = {"network": network, "branches": branches}


def main() -> None:
    options = _options()
    each = "calls" if options.calls else "µs"
    rows = [
        ("module", "instructions", "left", "AD, s", "passes, s", f"{each} each", f"{each}, in turn")
    ]
    for name in options.modules:
        # Sizes take turns, as the heap and the machine are not the same all the time.
        rounds = [
            [
                (
                    _measure(name, size, 1, options),
                    _measure(name, size, max(options.sizes) // size, options),
                )
                for size in options.sizes
            ]
            for _ in range(options.rounds)
        ]
        for found in zip(*rounds, strict=True):
            alone, in_turn = (
                sorted(costs, key=lambda cost: cost.each)[len(costs) // 2]
                for costs in zip(*found, strict=True)
            )
            times = (f"{alone.derived:.2f}", f"{alone.optimized:.2f}")
            costs = (f"{alone.each:.0f}", f"{in_turn.each:.0f}")
            rows.append((name, str(alone.before), str(alone.after), *times, *costs))
    print(table(rows, numbers=range(1, 7)))


@dataclass(frozen=True)
class _Cost:
    """How many instructions there were after differentiation and in the end, the seconds that both
    took, and what each instruction took: microseconds, or calls."""

    before: int
    after: int
    derived: float
    optimized: float
    each: float


def _measure(name: str, size: int, number: int, options: argparse.Namespace) -> _Cost:
    """What so many modules of a size take, pass by pass in turn."""
    gc.collect()  # What earlier modules leave is no cost of these.
    modules = [MODULES[name](size) for _ in range(number)]
    for module in modules:
        dlvm.verify(module)
    profile = cProfile.Profile() if options.profile or options.calls else None
    results: list[PassResult] = []
    with collection_paused():
        if profile is not None:
            profile.enable()
        start = time.process_time()
        for module in modules:
            dlvm.run_passes(module, "AD")
        derived = time.process_time() - start
        before = sum(map(_count, modules))
        start = time.process_time()
        for step in parse_pipeline(options.passes):
            for module in modules:
                results += dlvm.run_passes(module, [step], verify_each=options.verify_each)
        optimized = time.process_time() - start
        if profile is not None:
            profile.disable()
    each = 1e6 * (derived + optimized) / before
    if profile is not None and options.calls:
        each = sum(entry.callcount for entry in profile.getstats()) / before
    if options.time_passes and number == 1:
        print(f"{name}, {before} instructions\n{times_table(results)}\n", flush=True)
    if profile is not None and options.profile and number == 1:
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
    return _Cost(before, sum(map(_count, modules)), derived, optimized, each)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.optimizer", description=__doc__)
    parser.add_argument("modules", nargs="*", default=list(MODULES), help="network or branches")
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, metavar="N")
    parser.add_argument(
        "--rounds", type=int, default=3, help="report the median of this many runs (default: 3)"
    )
    parser.add_argument("--passes", default="O2", help="a pipeline (default: O2)")
    parser.add_argument("--verify-each", action="store_true", help="verify after each pass")
    parser.add_argument("--time-passes", action="store_true", help="print the time of each pass")
    parser.add_argument("--profile", action="store_true", help="print a profile")
    parser.add_argument(
        "--calls", action="store_true", help="count Python's function calls for each instruction"
    )
    options = parser.parse_args()
    for name in options.modules:
        if name not in MODULES:
            parser.error(f"there is no module {name}; there are {', '.join(MODULES)}")
    return options


def _count(module: Module) -> int:
    return sum(1 for function in module.functions for _ in function.instructions())


if __name__ == "__main__":
    main()
