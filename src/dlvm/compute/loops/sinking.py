"""Sinking: the iterations of a block move into the loops inside it, down to single statements
(unroll-and-jam). Registers that belong to one iteration become arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dlvm.compute.loops.strip_mining import FreshNames
from dlvm.ir.compute import Affine, Read
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    ForLoop,
    If,
    Let,
    LoopKind,
    Parallel,
    Prefetch,
    Space,
    Stmt,
)
from dlvm.ir.loops.traversal import bound, tensors_read, variables_of, walk, with_body, with_reads


@dataclass(frozen=True)
class PointBlock:
    """The iterations of a block: unrolled loops, the innermost of which can be a vector loop.
    ``index`` is the value of the blocked variable, and ``position`` the number of an iteration out
    of ``size``."""

    loops: tuple[ForLoop, ...]
    index: Affine
    position: Affine
    size: int

    def around(self, stmt: Stmt) -> Stmt:
        """A statement in the loops of the block."""
        for loop in reversed(self.loops):
            stmt = with_body(loop, [stmt])
        return stmt

    @property
    def last(self) -> int | None:
        """The number of the last iteration of a vector, if it is known."""
        if not self.loops:
            return 0
        loop = self.loops[-1]
        return None if loop.count is None else min(loop.count, loop.lanes) - 1

    @property
    def lanes(self) -> dict[str, Affine]:
        """The first lane of the vector loop."""
        return {s.variable: Affine() for s in self.loops if s.kind is LoopKind.VECTOR}


def block_of(
    variable: str, begin: Affine, extent: int | Affine, lanes: int, names: FreshNames
) -> PointBlock:
    """The block of ``extent`` iterations from ``begin`` on, in vectors of ``lanes``. An extent that
    is not a number is at most the number of lanes."""
    loops: list[ForLoop] = []
    vectors = -(-extent // lanes) if isinstance(extent, int) else 1
    position = Affine()
    if vectors > 1:
        name = names.fresh(f"{variable}.u")
        end = Affine.size(vectors)
        loops.append(ForLoop(name, Affine(), end, (), kind=LoopKind.UNROLLED))
        position = Affine.variable(name).scaled(lanes)
    if lanes > 1:
        name = names.fresh(f"{variable}.v")
        end = Affine.size(lanes)
        if not isinstance(extent, int):
            end = extent
        elif extent % lanes:
            end = Affine.size(extent).plus(position.scaled(-1))
        loops.append(ForLoop(name, Affine(), end, (), kind=LoopKind.VECTOR, lanes=lanes))
        position = position.plus(Affine.variable(name))
    return PointBlock(tuple(loops), begin.plus(position), position, vectors * lanes)


def vectors_of(block: PointBlock) -> list[PointBlock]:
    """The vectors of a block, each as a block; its iterations if it has no vectors."""
    if not block.loops or block.loops[0].kind is LoopKind.VECTOR:
        return [block]
    loop, *rest = block.loops
    assert loop.count is not None
    found: list[PointBlock] = []
    for number in range(loop.count):
        place = {loop.variable: Affine.size(number)}
        inner = tuple(s for s in (bound(r, place) for r in rest) if isinstance(s, ForLoop))
        position = Affine.variable(inner[0].variable) if inner else Affine()
        size = inner[0].lanes if inner else 1
        found.append(PointBlock(inner, block.index.substitute(place), position, size))
    return found


def sunk(body: Sequence[Stmt], variable: str, block: PointBlock) -> list[Stmt]:
    """The statements of one iteration, changed to those for all iterations of a block. The
    registers that they allocate have an element for each iteration, if their values depend on
    it."""
    own = {s.name for s in walk(body) if isinstance(s, BufferAllocation)}
    shared = {s.tensor for s in walk(body) if isinstance(s, BufferStore) and s.by is not None} - own
    dependent = _dependent(body, variable) | shared
    return _sunk(body, variable, block, frozenset(own & dependent), frozenset(dependent))


def _dependent(body: Sequence[Stmt], variable: str) -> set[str]:
    """The tensors whose elements depend on a variable, or on others that do."""
    stores = [s for s in walk(body) if isinstance(s, BufferStore)]
    found: set[str] = set()
    count = -1
    while count < len(found):
        count = len(found)
        for store in stores:
            if variable in variables_of(store) or tensors_read([store]) & found:
                found.add(store.tensor)
    return found


def _sunk(
    body: Sequence[Stmt],
    variable: str,
    block: PointBlock,
    expanded: frozenset[str],
    dependent: frozenset[str],
) -> list[Stmt]:
    found: list[Stmt] = []
    for stmt in body:
        match stmt:
            case BufferAllocation():
                assert stmt.space is Space.REGISTERS
                factor = block.size if stmt.name in expanded else 1
                found.append(replace(stmt, count=stmt.count * factor))
            case ForLoop(kind=LoopKind.SERIAL) | Parallel() | If():
                assert variable not in variables_of(stmt)
                inner = _sunk(stmt.body, variable, block, expanded, dependent)
                found.append(with_body(stmt, inner))
            case Let():
                assert variable not in variables_of(stmt)
                found.append(stmt)
            case BufferStore() | Prefetch() | ForLoop():
                found.append(_leaf(stmt, variable, block, expanded, dependent))
            case _:
                raise AssertionError(f"{type(stmt).__name__} cannot be inside a block")
    return found


def _leaf(
    stmt: Stmt,
    variable: str,
    block: PointBlock,
    expanded: frozenset[str],
    dependent: frozenset[str],
) -> Stmt:
    """A statement, in loops that are expanded already, for all iterations of a block."""
    if isinstance(stmt, ForLoop):
        assert len(stmt.body) == 1
        return with_body(stmt, [_leaf(stmt.body[0], variable, block, expanded, dependent)])
    if isinstance(stmt, Prefetch):
        return _prefetch(stmt, variable, block)
    assert isinstance(stmt, BufferStore)
    if stmt.tensor not in dependent:
        return stmt
    return block.around(expanded_store(bound(stmt, {variable: block.index}), block, expanded))


def expanded_store(stmt: Stmt, block: PointBlock, expanded: frozenset[str]) -> Stmt:
    """A store whose registers have an element for each iteration of a block."""

    def placed(read: Read) -> Read:
        if read.tensor not in expanded:
            return read
        (index,) = read.indices
        assert isinstance(index, Affine)
        place = index.scaled(block.size).plus(block.position)
        return Read(read.tensor, (place,), read.element)

    stmt = with_reads(stmt, placed)
    assert isinstance(stmt, BufferStore)
    if stmt.tensor in expanded:
        (index,) = stmt.indices
        assert isinstance(index, Affine)
        stmt = replace(stmt, indices=(index.scaled(block.size).plus(block.position),))
    return stmt


def _prefetch(stmt: Prefetch, variable: str, block: PointBlock) -> Stmt:
    """A prefetch for each vector of a block that reads elsewhere."""
    found = bound(bound(stmt, {variable: block.index}), block.lanes)
    used = variables_of(found)
    for loop in reversed(block.loops):
        if loop.variable in used:
            found = with_body(loop, [found])
    return found
