"""Changes to the control flow of a function that several passes make."""

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
    """The block that goes on at a loop's header and nowhere else, and that alone leads there from
    outside, if there is one. ``before`` are the blocks that each is entered from."""
    outside = [b for b in before[loop.header] if b not in loop.blocks]
    return outside[0] if len(outside) == 1 and len(outside[0].targets) == 1 else None


def ensure_preheader(
    loop: Loop, loops: Iterable[Loop], before: dict[Block, Sequence[Block]]
) -> tuple[Block, bool]:
    """The preheader of a loop, and whether it has been put in now: then the loops around, all but
    ``loop`` among ``loops``, have it, and ``before``, which blocks each is entered from, knows."""
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
    """Takes the names of a copy, which the original has, away."""
    block.name = None
    for value in (*block.arguments, *block.instructions):
        value.name = None


def qualified_name(*parts: str | None) -> str | None:
    """The name of what belongs to things with names, some of which may have none."""
    return ".".join(filter(None, parts)) or None


def edge_name(source: Block, target: Block) -> str | None:
    """The name of a block on the way from one to another one."""
    return f"{source.name}.to.{target.name}" if source.name and target.name else None


def merge_edges(target: Block, sources: Iterable[Block], role: str) -> Block:
    """Puts a new block on the ways from some blocks to another one; gives the new one. ``role`` is
    the word by which its name differs from that of the other one."""
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
    """Where a terminator goes on, if that is known: for a condition that is constant, the same
    block with the same values either way, and an enum value whose case is known."""
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
    """Whether two operands are written the same."""
    if isinstance(a, Aggregate) and isinstance(b, Aggregate):
        same = same_type(a.type, b.type) and a.case == b.case
        return same and all(map(same_value, a.operands, b.operands))
    return a is b or (isinstance(a, Literal) and a == b)


@settling
@of_control_flow
def remove_unreachable(function: Function) -> bool:
    """Takes out the blocks that control can not get to."""
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
    """Joins each block with the one it branches to, where nothing else leads there, and the types
    of what it passes leave nothing to be checked."""
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
    """Takes out block arguments, which nothing uses, and what is passed for them; gives the new
    terminators. None of them may take the payload of an enum."""
    count("block arguments removed", len(arguments))
    kept: dict[Block, list[bool]] = {}  # By block, where some go.
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
    """Puts in place of a terminator one that goes on as given, in the order of its successors."""
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
    """Puts one terminator in place of another one."""
    block = old.block
    assert block is not None
    new.location = new.location or old.location
    block.set_instructions([*block.instructions[:-1], new])
    old.block = None
    old.drop_operands()
    return new
