"""Changes to the control flow of a function that several passes make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dlvm.analysis.dominance import DominatorTree
from dlvm.analysis.loops import Loop
from dlvm.ir import Argument, Block, Function, Instruction, Successor
from dlvm.ir.instructions import Branch
from dlvm.ir.types import same_type
from dlvm.transforms.pipeline import count
from dlvm.transforms.substitution import substitute


def reachable_blocks(function: Function) -> set[Block]:
    """The blocks that control can get to."""
    found = {function.entry}
    pending = [function.entry]
    while pending:
        for successor in pending.pop().successors:
            if successor.block not in found:
                found.add(successor.block)
                pending.append(successor.block)
    return found


def reverse_postorder(function: Function) -> list[Block]:
    """The blocks that can be reached, each after those that dominate it."""
    order: list[Block] = []
    visited = {function.entry}
    pending = [(function.entry, list(function.entry.successors))]
    while pending:
        block, successors = pending[-1]
        if not successors:
            order.append(block)
            pending.pop()
            continue
        target = successors.pop().block
        if target not in visited:
            visited.add(target)
            pending.append((target, list(target.successors)))
    return order[::-1]


def dominator_walk(function: Function) -> Iterator[tuple[Block, bool]]:
    """Enters and leaves each block, inside the one that dominates it immediately."""
    tree = DominatorTree(function)
    children: dict[Block, list[Block]] = {}
    for block in function.blocks:
        above = tree.immediate_dominator(block)
        if above is not None:
            children.setdefault(above, []).append(block)
    pending = [(function.entry, True)]
    while pending:
        block, is_entered = pending.pop()
        yield block, is_entered
        if is_entered:
            pending.append((block, False))
            pending.extend((child, True) for child in reversed(children.get(block, ())))


def predecessors(function: Function) -> dict[Block, list[Block]]:
    """The blocks that each block is entered from."""
    found: dict[Block, dict[Block, None]] = {block: {} for block in function.blocks}
    for block in function.blocks:
        for successor in block.successors:
            found[successor.block][block] = None
    return {block: list(before) for block, before in found.items()}


def preheader(loop: Loop, before: Mapping[Block, Sequence[Block]]) -> Block | None:
    """The block that goes on at a loop's header and nowhere else, and that alone leads there from
    outside, if there is one. ``before`` are the blocks that each is entered from."""
    outside = [b for b in before[loop.header] if b not in loop.blocks]
    return outside[0] if len(outside) == 1 and len(outside[0].successors) == 1 else None


def forget_names(block: Block) -> None:
    """Takes the names of a copy, which the original has, away."""
    block.name = None
    for value in (*block.arguments, *block.instructions):
        value.name = None


def join_edges(target: Block, sources: Iterable[Block]) -> Block:
    """Puts a new block on the ways from some blocks to another one; gives the new one."""
    joined = target.function.add_block(after=target)
    target.function.blocks.remove(target)
    position = target.function.blocks.index(joined)
    target.function.blocks.insert(position + 1, target)
    arguments = [joined.add_argument(a.type, location=a.location) for a in target.arguments]
    for source in sources:
        assert source.terminator is not None
        source.terminator.replace_successor(target, joined)
    joined.insert(Branch(Successor(target, arguments)))
    return joined


def remove_unreachable(function: Function) -> bool:
    """Takes out the blocks that control can not get to."""
    reachable = reachable_blocks(function)
    unreachable = [b for b in function.blocks if b not in reachable]
    for block in unreachable:
        for instruction in block.instructions:
            instruction.drop_operands()
    if unreachable:
        function.blocks = [b for b in function.blocks if b in reachable]
        function.touch()
    count("unreachable blocks removed", len(unreachable))
    return bool(unreachable)


def merge_blocks(function: Function) -> bool:
    """Joins each block with the one it branches to, where nothing else leads there, and the types
    of what it passes leave nothing to be checked."""
    entered = Counter(s.block for b in function.blocks for s in b.successors)
    merged: set[Block] = set()
    for block in function.blocks:
        if block in merged:
            continue
        instructions = list(block.instructions)
        while instructions and isinstance(branch := instructions[-1], Branch):
            target = branch.target
            follows = target.block
            if entered[follows] != 1 or follows is function.entry or follows is block:
                break
            if not all(same_type(argument.type, value.type) for argument, value in target.passed):
                break
            instructions.pop()
            for argument, value in zip(follows.arguments, target.arguments, strict=True):
                argument.replace_uses(substitute(argument, value, instructions))
            branch.drop_operands()
            instructions += follows.instructions
            follows.instructions = []
            merged.add(follows)
        if instructions[-1:] != block.instructions[-1:]:
            block.set_instructions(instructions)
    function.blocks = [b for b in function.blocks if b not in merged]
    count("blocks joined", len(merged))
    return bool(merged)


def remove_arguments(function: Function, arguments: Collection[Argument]) -> list[Instruction]:
    """Takes out block arguments, which nothing uses, and what is passed for them; gives the new
    terminators. None of them may take the payload of an enum."""
    count("block arguments removed", len(arguments))
    kept = {b: [a not in arguments for a in b.arguments] for b in function.blocks}
    for block in function.blocks:
        block.arguments = [a for a, keep in zip(block.arguments, kept[block], strict=True) if keep]
    added: list[Instruction] = []
    for block in function.blocks:
        terminator = block.terminator
        if terminator is not None and not all(all(kept[s.block]) for s in block.successors):
            successors = [
                Successor(
                    s.block,
                    [a for a, keep in zip(s.arguments, kept[s.block], strict=True) if keep],
                    s.case,
                )
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
    old.erase()
    return block.insert(new)
