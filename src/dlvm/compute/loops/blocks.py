"""``unroll`` and ``vectorize``: several iterations of a loop become a block of vectors, whose
values are in registers at the same time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from dlvm.compute.loops.sinking import PointBlock, block_of, sunk
from dlvm.compute.loops.strip_mining import FreshNames, Strip, in_steps, share_in_steps
from dlvm.ir.compute import Affine
from dlvm.ir.loops.kernels import ForLoop, If, Let, LoopKind, Parallel, Stmt
from dlvm.ir.loops.traversal import with_body


@dataclass(frozen=True)
class BlockShape:
    """The iterations of a variable that a block has: ``unroll`` vectors of ``lanes`` iterations. If
    vectors are ``narrow``, they cannot have masks that are known only at run time: LLVM 22 drops
    the mask of a masked store that it combines with a truncation. If iterations ``overlap``, they
    may run twice: the last block of a number that is known only at run time begins before the end
    of the previous one, since one block of a product takes less time than two smaller ones."""

    variable: str
    lanes: int = 1
    unroll: int = 1
    narrow: bool = False
    overlap: bool = False

    @property
    def step(self) -> int:
        return self.lanes * self.unroll


def in_blocks(body: Sequence[Stmt], shape: BlockShape, names: FreshNames) -> list[Stmt]:
    """The statements with the loops of a variable in blocks.

    ::

        for j from 0 to 24 {                         for j from 0 to 24 by 16 {
            alloc %c.sum: 1 x f32                        alloc %c.sum: 16 x f32
            for k from 0 to 32 {                         for k from 0 to 32 {
                %c.sum[0] by add = %b[24 * k + j]   →        vector j.v from 0 to 16 of 16 {
            }                                                    %c.sum[j.v] by add = …
        }                                                    }
                                                         }
                                                     }
                                                     alloc %c.sum: 16 x f32
                                                     …

    The iterations after the last whole block are smaller blocks, or a vector with a mask.
    """
    found: list[Stmt] = []
    for stmt in body:
        match stmt:
            case Parallel(body=(ForLoop() as loop,)) if loop.variable == shape.variable:
                found.append(with_body(stmt, _blocks(loop, shape, names, _sinking(loop), stmt)))
            case ForLoop() if stmt.variable == shape.variable:
                found += _blocks(stmt, shape, names, _sinking(stmt))
            case ForLoop(kind=LoopKind.SERIAL) | Parallel() | If():
                found.append(with_body(stmt, in_blocks(stmt.body, shape, names)))
            case _:
                found.append(stmt)
    return found


Make = Callable[[PointBlock], list[Stmt]]
"""The statements of a block."""


def blocks_of(loop: ForLoop, shape: BlockShape, names: FreshNames, make: Make) -> list[Stmt]:
    """A loop in blocks. ``make`` returns the statements of a block."""
    return _blocks(loop, shape, names, make)


def _blocks(
    loop: ForLoop, shape: BlockShape, names: FreshNames, make: Make, share: Parallel | None = None
) -> list[Stmt]:
    def block(begin: Affine, extent: int | None) -> Sequence[Stmt]:
        if extent is not None:
            return make(block_of(loop.variable, begin, extent, shape.lanes, names))
        rest = ForLoop(loop.variable, begin, loop.end, loop.body)
        return list(_rest(rest, shape, names, make))

    if share is not None and isinstance(share.size, int):
        return share_in_steps(share, loop, block, names)
    if loop.count is None and shape.overlap:
        return list(_overlapping(loop, shape.unroll, shape.unroll, block, names))
    return in_steps(loop, shape.step, block, names)


def block_sizes(step: int) -> list[int]:
    """A step, and the sizes of the blocks that cover the remainder after the last whole step: the
    step divided by powers of 2, and all sizes up to 4. Few blocks are best, since each reads the
    other operand of a product again."""
    sizes = set(range(1, min(step, 4) + 1))
    while step > 4:
        sizes.add(step)
        step = -(-step // 2)
    return sorted(sizes, reverse=True)


def _overlapping(
    loop: ForLoop, unroll: int, step: int, block: Strip, names: FreshNames
) -> Iterator[Stmt]:
    """A loop in blocks of decreasing size, the last of which may overlap the one before."""
    variable, low = loop.variable, loop.begin
    sizes = [s for s in block_sizes(unroll) if s <= step]
    for size, smaller in zip(sizes, [*sizes[1:], 0], strict=True):
        if size == 1:
            yield ForLoop(variable, low, loop.end, tuple(block(Affine.variable(variable), 1)))
            return
        end, at = names.fresh(f"{variable}.cover"), names.fresh(f"{variable}.at")
        numbers = map(Affine.size, (size, smaller))
        yield Let(end, "cover", (low, loop.end, *numbers, loop.begin))
        last = loop.end.plus(-size)
        first = Let(at, "min", (Affine.variable(variable), last))
        body = (first, *block(Affine.variable(at), size))
        yield ForLoop(variable, low, Affine.variable(end), body, size)
        following = names.fresh(f"{variable}.next")
        yield Let(following, "min", (Affine.variable(end), loop.end))
        low = Affine.variable(following)


def _sinking(loop: ForLoop) -> Make:
    """A function that sinks the iterations of a block into the body of its loop."""
    return lambda block: sunk(loop.body, loop.variable, block)


def _rest(loop: ForLoop, shape: BlockShape, names: FreshNames, make: Make) -> Iterator[Stmt]:
    """The iterations after the last whole block, whose number is known only at run time."""
    if shape.lanes == 1:
        smaller = next(s for s in block_sizes(shape.step) if s < shape.step)
        yield from _blocks(loop, BlockShape(shape.variable, 1, smaller), names, make)
    elif shape.unroll > 1:
        yield from _blocks(loop, replace(shape, unroll=1), names, make)
    elif shape.narrow:

        def single(begin: Affine, extent: int | None) -> Sequence[Stmt]:
            return make(block_of(loop.variable, begin, 1, shape.lanes, names))

        yield from in_steps(loop, 1, single, names)
    else:
        left = loop.end.plus(loop.begin.scaled(-1))
        yield from make(block_of(loop.variable, loop.begin, left, shape.lanes, names))
