"""CFG edits that several passes share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress
from typing import Any

from dlvm.analysis.cfg.analysis_cache import analyzed, of_control_flow, settling
from dlvm.analysis.cfg.control_flow import entries, reachable_blocks
from dlvm.analysis.cfg.loops import Loop
from dlvm.ir import Aggregate, Argument, Block, Function, Instruction, Literal, Successor, Value
from dlvm.ir.instructions import Branch, BranchEnum, Conditional, LiteralInstruction
from dlvm.ir.types import same_type
from dlvm.ir.values import copy_operand
from dlvm.transforms.pipeline import count
from dlvm.transforms.substitution import substitute


def preheader(loop: Loop, before: Mapping[Block, Sequence[Block]]) -> Block | None:
    """Returns the preheader of a loop: the only predecessor of the loop's header outside of the
    loop, if this predecessor has no other successor. Returns None if there is no preheader.

    ``before`` maps each block to its predecessors.
    """
    outside = [b for b in before[loop.header] if b not in loop.blocks]
    return outside[0] if len(outside) == 1 and len(outside[0].targets) == 1 else None


def ensure_preheader(
    loop: Loop, loops: Iterable[Loop], before: dict[Block, Sequence[Block]]
) -> tuple[Block, bool]:
    """Returns the preheader of a loop, and whether it was inserted.

    An inserted preheader is added to the ``loops`` that contain ``loop``, and to ``before``, which
    maps each block to its predecessors.
    """
    found = preheader(loop, before)
    if found is not None:
        return found, False
    header = loop.header
    outside = [b for b in before[header] if b not in loop.blocks]
    found = merge_edges(header, outside, "preheader")
    before[found] = outside
    before[header] = [found, *(b for b in before[header] if b in loop.blocks)]
    for other in loops:
        if other is not loop and header in other.blocks:
            other.blocks |= {found}
    return found, True


def clear_names(block: Block) -> None:
    """Removes the names of a copied block and its values, as the original keeps them."""
    block.name = None
    for value in (*block.arguments, *block.instructions):
        value.name = None


def qualified_name(*parts: str | None) -> str | None:
    """Joins the given names with periods, without those that are None."""
    return ".".join(filter(None, parts)) or None


def edge_name(source: Block, target: Block) -> str | None:
    """Returns the name for a block that splits an edge."""
    return f"{source.name}.to.{target.name}" if source.name and target.name else None


def merge_edges(target: Block, sources: Iterable[Block], role: str) -> Block:
    """Inserts a block that merges the edges from several blocks to ``target``, and returns it.

    ``role`` is the suffix of the block's name.
    """
    function = target.function
    joined = Block(function, qualified_name(target.name, role))
    position = function.blocks.index(target)
    function.set_blocks([*function.blocks[:position], joined, *function.blocks[position:]])
    arguments = [
        joined.add_argument(a.type, qualified_name(a.name, role) if a.name else None, a.location)
        for a in target.arguments
    ]
    for source in sources:
        assert source.terminator is not None
        source.terminator.replace_successor(target, joined)
    joined.insert(Branch(Successor(target, arguments)))
    return joined


def known_successor(terminator: Instruction) -> Successor | None:
    """Returns the successor of a terminator, or None if it is unknown. It is known if the condition
    is constant, the successors are equal, or the case of the enum value is known."""
    match terminator:
        case Conditional(condition=Literal(data=bool() as flag)):
            return terminator.then if flag else terminator.otherwise
        case Conditional():
            if len(set(terminator.targets)) > 1:
                return None
            then, otherwise = terminator.then, terminator.otherwise
            return then if all(map(same_value, then.arguments, otherwise.arguments)) else None
        case BranchEnum():
            value = terminator.value
            if isinstance(value, LiteralInstruction):
                (value,) = value.operands
            if not isinstance(value, Aggregate):
                return None
            (taken,) = (s for s in terminator.cases if s.case == value.case)
            pairs = zip(taken.block.arguments, value.operands, strict=True)
            if not all(same_type(argument.type, v.type) for argument, v in pairs):
                return None
            return Successor(taken.block, [copy_operand(v, {}) for v in value.operands])
        case _:
            return None


def same_value(a: Value, b: Value) -> bool:
    """Whether two operands are syntactically equal."""
    if isinstance(a, Aggregate) and isinstance(b, Aggregate):
        same = same_type(a.type, b.type) and a.case == b.case
        return same and all(map(same_value, a.operands, b.operands))
    return a is b or (isinstance(a, Literal) and a == b)


@settling
@of_control_flow
def remove_unreachable(function: Function) -> bool:
    """Removes unreachable blocks; returns whether there were any."""
    reachable = analyzed(reachable_blocks, function)
    unreachable = [b for b in function.blocks if b not in reachable]
    for block in unreachable:
        for instruction in block.instructions:
            instruction.drop_operands()
    if unreachable:
        function.set_blocks(b for b in function.blocks if b in reachable)
    count("unreachable blocks removed", len(unreachable))
    return bool(unreachable)


@settling
def merge_blocks(function: Function) -> bool:
    """Merges each block into its only predecessor if the predecessor has no other successor, and if
    the passed values have the types of the block arguments, so that no type is checked at run
    time; returns whether it merged any."""
    entered = analyzed(entries, function)
    merged: set[Block] = set()
    for block in function.blocks:
        if block in merged:
            continue
        instructions: list[Instruction] = []
        branch = block.terminator
        while isinstance(branch, Branch):
            (follows,) = branch.targets
            if entered[follows] != 1 or follows is function.entry or follows is block:
                break
            target = branch.target
            if not all(same_type(argument.type, value.type) for argument, value in target.passed):
                break
            instructions = instructions or list(block.instructions)
            instructions.pop()
            for argument, value in zip(follows.arguments, target.arguments, strict=True):
                argument.replace_uses(substitute(argument, value, instructions))
            branch.drop_operands()
            instructions += follows.instructions
            branch = follows.terminator
            follows.set_instructions(())
            merged.add(follows)
        if instructions:
            block.set_instructions(instructions)
    if merged:
        function.set_blocks(b for b in function.blocks if b not in merged)
    count("blocks joined", len(merged))
    return bool(merged)


def remove_arguments(function: Function, arguments: Collection[Argument]) -> list[Instruction]:
    """Removes unused block arguments and the operands passed for them; returns the new terminators.

    None of the arguments may receive the payload of an enum.
    """
    count("block arguments removed", len(arguments))
    kept: dict[Block, list[bool]] = {}  # Only blocks that lose arguments.
    for block in dict.fromkeys(argument.block for argument in arguments):
        kept[block] = [a not in arguments for a in block.arguments]
        block.set_arguments(compress(block.arguments, kept[block]))
    added: list[Instruction] = []
    for block in function.blocks:
        terminator = block.terminator
        if terminator is not None and any(target in kept for target in block.targets):
            successors = [
                Successor(s.block, list(compress(s.arguments, kept[s.block])), s.case)
                if s.block in kept
                else s
                for s in block.successors
            ]
            added.append(set_successors(terminator, successors))
    return added


def set_successors(terminator: Instruction, successors: Sequence[Successor]) -> Instruction:
    """Replaces a terminator with a copy that has the given successors, in the order of the old
    ones; returns the copy."""
    block = terminator.block
    assert block is not None
    remaining = iter(successors)
    fields: dict[str, Any] = dict(terminator.attributes)
    for name, field in terminator.fields.items():
        if field.kind == "cases":
            fields[name] = [next(remaining) for _ in getattr(terminator, name)]
        elif field.is_successor:
            fields[name] = next(remaining)
        elif field.is_operand:
            fields[name] = getattr(terminator, name)
    new = type(terminator)(**fields, location=terminator.location)
    return replace_terminator(terminator, new)


def replace_terminator(old: Instruction, new: Instruction) -> Instruction:
    """Replaces a terminator and returns the new one."""
    block = old.block
    assert block is not None
    new.location = new.location or old.location
    block.set_instructions([*block.instructions[:-1], new])
    old.block = None
    old.drop_operands()
    return new
