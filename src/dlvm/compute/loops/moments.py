"""The directive ``tile`` for sums, and for sums of squared deviations from the mean: both are
computed block by block, and merged (Chan, Golub and LeVeque, 1979)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dlvm.compute.loop_nest.variance_merging import Moments, find_moments
from dlvm.compute.loops.nest_lowering import NestLowering
from dlvm.compute.loops.plain import cast, loop_over, plain_loops, point_body, reduction_loops
from dlvm.compute.loops.strip_mining import in_steps
from dlvm.compute.loops.structures import MergedPointNest
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    IndexValue,
    Read,
    Reduction,
    call,
    map_reads,
    map_reductions,
)
from dlvm.ir.loops.kernels import BufferAllocation, BufferStore, ForLoop, LoopKernel, Space, Stmt
from dlvm.ir.polynomial import Size
from dlvm.ir.types import F64, I64

_PLACE = (Affine(),)


def lower_merged_points(points: MergedPointNest) -> LoopKernel:
    """The loops of a nest of points whose moments are merged from blocks."""
    nest, plan = points.nest, points.plan
    lowering = NestLowering(nest, plan)
    prelude: list[Stmt] = []
    known: dict[int, Expression] = {}
    for moments in find_moments(nest):
        if moments.range.variable not in plan.tiles:
            continue
        names = [lowering.names.fresh(n) for n in ("total", "squares")]
        for name in names:
            prelude.append(BufferAllocation(name, 1, F64, Space.REGISTERS))
            prelude.append(BufferStore(name, _PLACE, Constant(0.0, F64)))
        prelude += _merged(lowering, moments, *names)
        for reduction, name in zip((moments.total, moments.squares), names, strict=True):
            known[id(reduction)] = cast(Read(name, _PLACE, F64), reduction.element)
    statements = tuple(
        replace(s, value=map_reductions(s.value, lambda r: known.get(id(r), r)))
        for s in nest.statements
    )
    nest = replace(nest, statements=statements)
    body = point_body(plain_loops(nest, lowering.across), nest)
    return lowering.points([*prelude, *body])


def _merged(lowering: NestLowering, moments: Moments, total: str, squares: str) -> list[Stmt]:
    """The loop over the blocks. ``total`` and ``squares`` are the sum of the values so far, and the
    sum of their squared deviations from their mean."""
    outer, *inner = moments.total.ranges
    names = lowering.names
    step = lowering.plan.tiles[outer.variable]
    whole = loop_over(outer, ())

    def block(begin: Affine, extent: int | None) -> Sequence[Stmt]:
        assert extent is not None
        loops = [ForLoop(outer.variable, begin, begin.plus(extent), ())]
        loops += [loop_over(r, ()) for r in inner]
        sizes: list[tuple[str, Size | None]] = [(outer.variable, extent)]
        sizes += [(r.variable, r.size) for r in inner]

        def sums(reductions: Sequence[Reduction], targets: Sequence[str]) -> list[Stmt]:
            stmts = reduction_loops(reductions, targets, loops)
            return lowering.across_terms(stmts, reductions[0], sizes)

        part, mean, rest, own = (names.fresh(n) for n in ("part", "mean", "deviations", "block"))
        count = extent * moments.inner
        element = moments.total.element
        # The deviations are from the mean of the block.
        scale = Constant(moments.count / count, element)
        value = call("multiply", Read(part, _PLACE, element), scale)

        def of_block(read: Read) -> Expression:
            return Read(mean, _PLACE, element) if read.tensor == moments.statement.target else read

        deviations, again = (
            replace(r, body=map_reads(r.body, of_block))
            for r in (moments.deviations, moments.squares)
        )
        return [
            *sums([moments.total], [part]),
            BufferAllocation(mean, 1, element, Space.REGISTERS),
            BufferStore(mean, _PLACE, value),
            *sums([deviations, again], [rest, own]),
            *_merge(
                lowering,
                begin.scaled(moments.inner),
                count,
                map_reads(moments.mean, of_block),
                [Read(name, _PLACE, element) for name in (rest, own)],
                total,
                squares,
            ),
        ]

    return in_steps(
        replace(whole, variable=names.fresh(f"{outer.variable}.block")), step, block, names
    )


def _merge(
    lowering: NestLowering,
    before: Affine,
    count: int,
    mean: Expression,
    sums: Sequence[Read],
    total: str,
    squares: str,
) -> list[Stmt]:
    """Merges a block of ``count`` values with the ``before`` values that precede it. For n values
    with the sum s and m values with the sum t, the sum of squared deviations of all values is the
    sum of the squared deviations of both, plus n m / (n + m) (t / m - s / n)². As the mean of the
    block is rounded, deviations from it do not add up to 0: their sum corrects the mean."""
    size = Constant(float(count), F64)
    rest, own = (cast(s, F64) for s in sums)
    number = IndexValue(before)
    divisor = cast(call("max", number, Constant(1, I64)), F64)
    values = cast(number, F64)
    both = call("add", values, size)
    share = call("divide", Constant(1.0, F64), divisor)
    weight = call("divide", call("multiply", values, size), both)
    exact, apart, added = (lowering.names.fresh(n) for n in ("exact", "apart", "added"))
    beyond = call("multiply", rest, Constant(1 / count, F64))

    def read(name: str) -> Expression:
        return Read(name, _PLACE, F64)

    steps: dict[str, Expression] = {
        exact: call("add", cast(mean, F64), beyond),
        apart: call("subtract", read(exact), call("multiply", read(total), share)),
        added: call("subtract", own, call("multiply", rest, beyond)),
    }
    stmts: list[Stmt] = []
    for name, value in steps.items():
        stmts.append(BufferAllocation(name, 1, F64, Space.REGISTERS))
        stmts.append(BufferStore(name, _PLACE, value))
    product = Call("multiply", (call("multiply", read(apart), weight), read(apart)), F64)
    return [
        *stmts,
        BufferStore(added, _PLACE, product, "add"),
        BufferStore(squares, _PLACE, read(added), "add"),
        BufferStore(total, _PLACE, call("multiply", read(exact), size), "add"),
    ]
