"""Makes irreducible loops reducible.

A dispatch block is inserted before the entries of a loop, and all edges to an entry are redirected
to it. Its arguments are the index of the entry to continue at, and the values passed to all
entries. Dominance is preserved, as each path continues at the same entry as before.

J. Stanier, D. Watson, A Study of Irreducibility in C Programs, 2012.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from dlvm.analysis.cfg.components import components
from dlvm.analysis.cfg.control_flow import predecessors
from dlvm.analysis.differentiation.gradients import parts_of
from dlvm.ir import (
    Aggregate,
    ArrayType,
    Block,
    Function,
    Literal,
    StructType,
    Successor,
    TensorType,
    TupleType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED, INDEX, Symbol
from dlvm.ir.values import Special, copy_operand, index_literal
from dlvm.transforms.cfg.editing import qualified_name, set_successors


def make_loops_reducible(function: Function) -> None:
    """Inserts a dispatch block before each loop with several entries. Blocks that take the payload
    of an enum must have a single incoming edge."""
    pending: list[Collection[Block]] = [list(function.blocks)]
    while pending:
        for members in _cycles(pending.pop()):
            before = predecessors(function)
            entries = [
                block
                for block in function.blocks
                if block in members and not members.issuperset(before[block])
            ]
            if len(entries) > 1:
                _dispatch(function, entries, before)
                entries = []
            # Inner loops do not contain the dispatch block.
            pending.append(members.difference(entries))


def _cycles(blocks: Collection[Block]) -> list[set[Block]]:
    """Returns the strongly connected components of the subgraph of some blocks."""
    inside = set(blocks)
    groups = components(blocks, lambda block: [t for t in block.targets if t in inside])
    return [set(group) for group in groups if len(group) > 1]


def _dispatch(
    function: Function, entries: Sequence[Block], before: Mapping[Block, Sequence[Block]]
) -> None:
    dispatch = Block(function, qualified_name(entries[0].name, "dispatch"))
    position = function.blocks.index(entries[0])
    function.set_blocks([*function.blocks[:position], dispatch, *function.blocks[position:]])
    number = dispatch.add_argument(INDEX)
    given = {
        e: [dispatch.add_argument(_with_erased_sizes(a.type)) for a in e.arguments] for e in entries
    }
    for source in dict.fromkeys(b for entry in entries for b in before[entry]):
        terminator = source.terminator
        assert terminator is not None
        edges: list[Successor] = []
        for edge in terminator.successors:
            passed = [copy_operand(a, {}) for a in edge.arguments]
            if edge.block in given:
                values: list[Value] = [index_literal(entries.index(edge.block))]
                for entry, arguments in given.items():
                    others = [_placeholder(a.type) for a in arguments]
                    values += passed if entry is edge.block else others
                edges.append(Successor(dispatch, values))
            else:
                edges.append(Successor(edge.block, passed, edge.case))
        set_successors(terminator, edges)
    block = dispatch
    for place, entry in enumerate(entries[:-2]):
        rest = function.add_block(after=block)
        is_here = block.insert(op.Equal(number, index_literal(place)))
        block.insert(op.Conditional(is_here, Successor(entry, given[entry]), Successor(rest)))
        block = rest
    first, second = entries[-2:]
    is_first = block.insert(op.Equal(number, index_literal(len(entries) - 2)))
    ends = Successor(first, given[first]), Successor(second, given[second])
    block.insert(op.Conditional(is_first, *ends))


def _with_erased_sizes(type: Type) -> Type:
    """Erases the named sizes of a type: a placeholder does not have these sizes."""
    match type.canonical:
        case TensorType() as tensor:
            dims = (ERASED if isinstance(dim, Symbol) else dim for dim in tensor.shape)
            return tensor.with_shape(tuple(dims))
        case TupleType(elements):
            return TupleType(tuple(map(_with_erased_sizes, elements)))
        case ArrayType(size, element):
            return ArrayType(size, _with_erased_sizes(element))
        case _:
            return type


def _placeholder(type: Type) -> Value:
    """Returns a value of static shape to pass in place of an unused one."""
    match whole := type.canonical:
        case TensorType():
            shape = tuple(1 if isinstance(dim, Symbol) else dim for dim in whole.shape)
            return Literal(whole.with_shape(shape), Special.UNDEFINED)
        case TupleType() | ArrayType() | StructType():
            return Aggregate(type, [_placeholder(part) for _, part in parts_of(type)])
        case _:
            return Literal(type, Special.UNDEFINED)
