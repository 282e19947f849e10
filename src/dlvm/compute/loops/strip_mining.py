"""Strip-mining: loops run in steps of several iterations, with code of its own for the iterations
after the last whole step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dlvm.ir.compute import Affine
from dlvm.ir.loops.kernels import ForLoop, If, Let, Parallel, Stmt

Strip = Callable[[Affine, int | None], Sequence[Stmt]]
"""The code for some iterations of a loop, from an index on: their number, or None for those that
are left."""


@dataclass(frozen=True)
class LoopTile:
    """A part of a loop with ``size`` iterations: ``most`` of them from ``begin`` on, or fewer in
    the last tile."""

    begin: Affine
    size: int
    most: int


@dataclass
class FreshNames:
    """The names of a kernel's variables and allocations."""

    taken: set[str] = field(default_factory=set[str])
    tiles: dict[str, LoopTile] = field(default_factory=dict[str, LoopTile])
    """The tiles of loops, by the variables at which they end."""

    def fresh(self, stem: str) -> str:
        """A name that is not taken yet."""
        name, number = stem, 1
        while name in self.taken:
            name, number = f"{stem}{number}", number + 1
        self.taken.add(name)
        return name


def in_steps(loop: ForLoop, step: int, block: Strip, names: FreshNames) -> list[Stmt]:
    """A loop in steps, and the rest of its iterations."""
    variable, begin = loop.variable, loop.begin
    if loop.count is not None:
        whole, rest = loop.count // step * step, loop.count % step
        found: list[Stmt] = []
        if whole == step:
            found += block(begin, step)
        elif whole:
            body = tuple(block(Affine.variable(variable), step))
            found.append(ForLoop(variable, begin, begin.plus(whole), body, step))
        if rest:
            found += block(begin.plus(whole), rest)
        return found
    if _most(loop, names) < step:
        return list(block(begin, None))
    body = tuple(block(Affine.variable(variable), step))
    if step == 1:
        return [ForLoop(variable, begin, loop.end, body)]
    rest = _rest(loop, step, names)
    if rest == 0:
        return [ForLoop(variable, begin, loop.end, body, step)]
    end = names.fresh(f"{variable}.whole")
    place = Affine.variable(end)
    return [
        Let(end, "whole", (begin, loop.end, Affine.size(step))),
        ForLoop(variable, begin, place, body, step),
        If(place, loop.end, tuple(block(place, rest))),
    ]


def _tile(loop: ForLoop, names: FreshNames) -> LoopTile | None:
    """The tile whose iterations a loop runs; None if there is none."""
    if loop.end.constant or len(loop.end.terms) != 1:
        return None
    ((end, _),) = loop.end.terms
    tile = names.tiles.get(end)
    return tile if tile is not None and tile.begin == loop.begin else None


def _most(loop: ForLoop, names: FreshNames) -> float:
    """The maximum number of iterations."""
    tile = _tile(loop, names)
    return math.inf if tile is None else tile.most


def _rest(loop: ForLoop, step: int, names: FreshNames) -> int | None:
    """The number of iterations after the last whole step of a loop over a tile, if only the last
    tile has any."""
    tile = _tile(loop, names)
    return None if tile is None or tile.most % step else tile.size % step


def share_in_steps(share: Parallel, loop: ForLoop, block: Strip, names: FreshNames) -> list[Stmt]:
    """A loop over a thread's share of a known number of iterations, in steps of the share."""
    size, step, variable = share.size, share.step, loop.variable
    assert isinstance(size, int)
    whole = size // step * step
    found: list[Stmt] = []
    end = Affine.variable(share.end)
    if whole:
        body = tuple(block(Affine.variable(variable), step))
        last = end
        if whole < size:
            name = names.fresh(f"{variable}.whole")
            found.append(Let(name, "min", (end, Affine.size(whole))))
            last = Affine.variable(name)
        found.append(ForLoop(variable, loop.begin, last, body, step))
    if whole < size:
        rest = tuple(block(Affine.size(whole), size - whole))
        found.append(If(Affine.size(whole), end, rest))
    return found
