"""``VP``: memory promotion (mem2reg and scalar replacement of aggregates)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from dlvm.analysis.cfg.analysis_cache import analyzed, settling
from dlvm.analysis.cfg.control_flow import dominator_walk, predecessors
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.analysis.cfg.instruction_kinds import instructions_of
from dlvm.analysis.memory.allocations import (
    Allocations,
    Path,
    PrivateMemory,
    constant,
    places_of,
    pointee,
)
from dlvm.ir import (
    Aggregate,
    Argument,
    Block,
    Function,
    Instruction,
    Literal,
    Module,
    Successor,
    TensorType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait, instructions_with
from dlvm.ir.types import ArrayType, StructType, TupleType, inner_types, same_type
from dlvm.ir.values import Special, copy_operand
from dlvm.ir.wellformed import literal_problem
from dlvm.transforms.cfg.editing import (
    remove_unreachable,
    set_successors,
)
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies
from dlvm.transforms.substitution import substitute

_MAX_SLOTS: Final = 64
"""The maximum number of slots into which an allocation is split."""


@register("VP")
@dataclass(frozen=True)
class MemoryPromotion(Pass):
    """Memory promotion: replaces allocations that are only loaded and stored with SSA values, which
    block arguments pass between blocks. Structs, tuples, arrays and tensors whose parts are
    accessed are split.

    Memory is left unchanged if it escapes, is accessed at an index that is out of bounds or not
    constant, or might be accessed after it is freed.

    R. Cytron et al., Efficiently Computing Static Single Assignment Form and the Control Dependence
    Graph, TOPLAS 1991.
    """

    before_gradients: ClassVar[bool] = True

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, promote_memory)


@settling
def promote_memory(function: Function) -> bool:
    """Promotes the memory of a function to values; returns whether it promoted any."""
    if not instructions_of(function, *instructions_with(Trait.ALLOCATION)):
        return False
    changed = remove_unreachable(function)
    allocations = Allocations(function)
    private = [m for m in allocations.own.values() if allocations.is_freed_last(m)]
    found = [v for m in private if (v := _slots_of(m, allocations)) is not None]
    if found:
        _Promotion(function, found).run()
        count("allocations promoted", len(found))
    return changed or bool(found)


@dataclass(eq=False)
class _Slot:
    """A part of memory that is accessed as a whole."""

    type: Type


@dataclass(eq=False)
class _SlotTree:
    """The slots of an allocation. ``places`` are the paths to which its pointers point, and
    ``inner`` the paths of values that are split."""

    memory: PrivateMemory
    places: Mapping[Value, Path]
    inner: set[Path]
    by_path: dict[Path, _Slot]

    def parts(self, path: Path, type: Type) -> Iterator[tuple[Path, Type]]:
        """Yields the slots of the value at a path."""
        if path not in self.inner:
            yield path, type
            return
        for step, part in _parts(type):
            yield from self.parts((*path, step), part)


def _slots_of(memory: PrivateMemory, allocations: Allocations) -> _SlotTree | None:
    """Returns the slots of an allocation, or None if it cannot be promoted."""
    size = constant(memory.allocation.operands[0]) if memory.allocation.operands else 1
    places = places_of(memory)
    if size is None or places is None:
        return None
    accessed: dict[Path, Type] = {}
    for access in memory.accesses:
        if isinstance(access, op.Copy) and constant(access.count) != 1:
            return None
        for pointer in access.operands:
            if pointer in places:
                accessed[places[pointer]] = pointee(pointer)
        if isinstance(access, op.Store) and not same_type(
            access.value.type, pointee(access.pointer)
        ):
            return None
    if any(not isinstance(path[0], int) or not 0 <= path[0] < size for path in accessed):
        return None
    inner = {path[:length] for path in accessed for length in range(1, len(path))}
    found = _SlotTree(memory, places, inner, {})
    for path, type in accessed.items():
        if _size(path, type, inner) > _MAX_SLOTS:
            return None
        for part, part_type in found.parts(path, type):
            found.by_path.setdefault(part, _Slot(part_type))
    unsized = {p for p, v in found.by_path.items() if not _has_size(v.type)}
    return found if not unsized or _is_stored_first(found, unsized, allocations) else None


def _parts(type: Type) -> list[tuple[int | str, Type]]:
    """Returns the parts of a value, each with its step."""
    match whole := type.canonical:
        case StructType():
            return list(whole.fields)
        case TupleType(elements):
            return list(enumerate(elements))
        case ArrayType(size, element):
            return [(n, element) for n in range(size)]
        case TensorType():
            size = whole.shape[0]
            assert isinstance(size, int)
            return [(n, whole.with_shape(whole.shape[1:])) for n in range(size)]
        case _:
            return []


def _size(path: Path, type: Type, inner: set[Path]) -> int:
    """Returns the number of slots of the value at a path; ``inner`` are the paths of values that
    are split. If an array or tensor alone exceeds the maximum, its slots are not counted."""
    whole = type.canonical
    if path not in inner:
        return 1
    direct = whole.size if isinstance(whole, ArrayType) else 0
    if isinstance(whole, TensorType) and isinstance(whole.shape[0], int):
        direct = whole.shape[0]
    if direct > _MAX_SLOTS:
        return direct
    return sum(_size((*path, step), part, inner) for step, part in _parts(type))


def _has_size(type: Type) -> bool:
    return all(
        part.static_shape is not None for part in inner_types(type) if isinstance(part, TensorType)
    )


def _is_stored_first(variables: _SlotTree, unsized: set[Path], allocations: Allocations) -> bool:
    """Whether every slot of unknown size is stored to before it is loaded, in the block that
    allocates it. This is required, as no constant can be the initial value of such a slot."""
    memory = variables.memory
    first = [a for a in memory.accesses if a.block is memory.allocation.block]
    missing = set(unsized)
    for access in sorted(first, key=allocations.position):
        target = access.operands[-1] if isinstance(access, op.Store) else None
        if target is not None and target in variables.places:
            missing.discard(variables.places[target])
        elif isinstance(access, op.Load):
            place = variables.places[access.pointer]
            if any(path in missing for path, _ in variables.parts(place, access.type)):
                return False
        elif isinstance(access, op.Copy):
            break
    return not missing


class _Promotion:
    """The promotion of memory in one function."""

    def __init__(self, function: Function, found: Sequence[_SlotTree]) -> None:
        self._function = function
        self._of = {pointer: variables for variables in found for pointer in variables.places}
        self._allocated = {variables.memory.allocation: variables for variables in found}
        self._dropped = {i for v in found for i in (*v.memory.pointers, *v.memory.users)}
        self._now: dict[_Slot, Value] = {}
        self._log: list[tuple[_Slot, Value | None]] = []
        self._joins = self._place_arguments(found)
        self._passed: dict[Argument, list[tuple[Block, Value | None]]] = {
            argument: [] for joined in self._joins.values() for argument in joined.values()
        }

    def run(self) -> None:
        changes: list[list[tuple[_Slot, Value | None]]] = []
        for block, is_entered in dominator_walk(self._function):
            if is_entered:
                self._log = []
                changes.append(self._log)
                self._rename(block)
            else:
                for variable, value in reversed(changes.pop()):
                    self._set(variable, value)
        self._pass_arguments()

    def _place_arguments(self, found: Sequence[_SlotTree]) -> dict[Block, dict[_Slot, Argument]]:
        """Adds block arguments where different values of slots merge: in the iterated dominance
        frontiers of the blocks that write them."""
        writes: dict[_Slot, dict[Block, None]] = {}
        for variables in found:
            memory = variables.memory
            for variable in variables.by_path.values():
                _write_in(writes, variable, memory.allocation.block)
            for access in memory.accesses:
                target = None if isinstance(access, op.Load) else access.operands[1]
                if target is not None and target in variables.places:
                    path = variables.places[target]
                    for part, _ in variables.parts(path, pointee(target)):
                        _write_in(writes, variables.by_path[part], access.block)
        frontiers = _dominance_frontiers(self._function)
        joins: dict[Block, dict[_Slot, Argument]] = {}
        for variable, blocks in writes.items():
            pending = list(blocks)
            for block in pending:
                for join in frontiers.get(block, ()):
                    joined = joins.setdefault(join, {})
                    if variable not in joined:
                        joined[variable] = Argument(variable.type, join)
                        pending.append(join)
        return joins

    def _rename(self, block: Block) -> None:
        """Replaces accesses to memory in a block with values."""
        for variable, argument in self._joins.get(block, {}).items():
            self._write(variable, argument)
        code: list[Instruction] = []
        for instruction in block.instructions:
            if instruction not in self._dropped:
                code.append(instruction)
                continue
            match instruction:
                case op.Load():
                    if instruction.is_used:
                        value = self._load(instruction.pointer, code)
                        value = substitute(instruction, value, code)
                        if not isinstance(value, Literal):
                            value.name = value.name or instruction.name
                        instruction.replace_uses(value)
                case op.Store():
                    self._store(instruction.value, instruction.pointer, code)
                case op.Copy():
                    self._store(self._load(instruction.source, code), instruction.target, code)
                case _ if instruction in self._allocated:
                    for variable in self._allocated[instruction].by_path.values():
                        self._write(variable, _fresh(variable.type))
                case _:
                    pass
            instruction.drop_operands()
        if code != block.instructions:
            block.set_instructions(code)
        for follows in dict.fromkeys(block.targets):
            for variable, argument in self._joins.get(follows, {}).items():
                self._passed[argument].append((block, self._now.get(variable)))

    def _load(self, pointer: Value, code: list[Instruction]) -> Value:
        """Builds the value at a pointer."""
        if pointer not in self._of:
            code.append(op.Load(pointer))
            return code[-1]
        variables = self._of[pointer]

        def whole(path: Path, type: Type) -> Value:
            if path not in variables.inner:
                return self._now[variables.by_path[path]]
            return Aggregate(type, [whole((*path, step), part) for step, part in _parts(type)])

        return whole(variables.places[pointer], pointee(pointer))

    def _store(self, value: Value, pointer: Value, code: list[Instruction]) -> None:
        """Updates the slots at a pointer."""
        if pointer not in self._of:
            code.append(op.Store(value, pointer))
            return
        variables = self._of[pointer]

        def take_apart(path: Path, type: Type, source: Value, within: Path) -> None:
            if path in variables.inner:
                for number, (step, part) in enumerate(_parts(type)):
                    if isinstance(source, Aggregate):
                        take_apart((*path, step), part, source.operands[number], ())
                    else:
                        take_apart((*path, step), part, source, (*within, step))
                return
            if within:
                source = op.Extract(within, source)
                code.append(source)
            elif isinstance(source, Aggregate):
                source = op.LiteralInstruction(copy_operand(source, {}))
                code.append(source)
            self._write(variables.by_path[path], source)

        take_apart(variables.places[pointer], pointee(pointer), value, ())

    def _write(self, variable: _Slot, value: Value) -> None:
        self._log.append((variable, self._now.get(variable)))
        self._set(variable, value)

    def _set(self, variable: _Slot, value: Value | None) -> None:
        if value is None:
            del self._now[variable]
        else:
            self._now[variable] = value

    def _pass_arguments(self) -> None:
        """Adds the used block arguments and the values passed for them."""
        needed = [argument for argument in self._passed if argument.is_used]
        live = set(needed)
        for argument in needed:
            for _, value in self._passed[argument]:
                if isinstance(value, Argument) and value in self._passed and value not in live:
                    live.add(value)
                    needed.append(value)
        count("block arguments added", len(live))
        added: dict[tuple[Block, Block], list[Value]] = {}
        for argument, passed in self._passed.items():
            if argument in live:
                argument.block.set_arguments([*argument.block.arguments, argument])
                for before, value in passed:
                    assert value is not None
                    added.setdefault((before, argument.block), []).append(value)
        for block in dict.fromkeys(before for before, _ in added):
            terminator = block.terminator
            assert terminator is not None
            successors = [
                _with_values(s, added.get((block, s.block), ())) for s in block.successors
            ]
            set_successors(terminator, successors)


def _write_in(writes: dict[_Slot, dict[Block, None]], variable: _Slot, block: Block | None) -> None:
    assert block is not None
    writes.setdefault(variable, {})[block] = None


def _dominance_frontiers(function: Function) -> dict[Block, list[Block]]:
    """Returns the dominance frontier of each block: the blocks that it does not strictly dominate,
    although it dominates one of their predecessors."""
    tree = analyzed(DominatorTree, function)
    frontiers: dict[Block, dict[Block, None]] = {}
    for join, before in analyzed(predecessors, function).items():
        if len(before) < 2:
            continue
        above = tree.immediate_dominator(join)
        for runner in before:
            while runner is not None and runner is not above:
                frontiers.setdefault(runner, {})[join] = None
                runner = tree.immediate_dominator(runner)
    return {block: list(found) for block, found in frontiers.items()}


def _with_values(edge: Successor, values: Sequence[Value]) -> Successor:
    """Returns a successor that passes ``values`` in addition to those of ``edge``. If the edge
    passes the payload of an enum, a new block in between passes the values."""
    if not values or not edge.receives_payload:
        return Successor(edge.block, [*edge.arguments, *values], edge.case)
    function = edge.block.function
    between = function.add_block()
    payload = edge.block.arguments[: len(edge.block.arguments) - len(values)]
    arguments = [between.add_argument(a.type) for a in payload]
    between.insert(op.Branch(Successor(edge.block, [*arguments, *values])))
    return Successor(between, (), edge.case)


def _fresh(type: Type) -> Literal:
    """Returns the initial content of memory."""
    whole = type.canonical
    if isinstance(whole, TensorType):
        return Literal(type, 0)
    is_zero = literal_problem(type, Special.ZERO) is None
    return Literal(type, Special.ZERO if is_zero else Special.UNDEFINED)
