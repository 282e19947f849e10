"""Compute generation: lowers a module from stage optimizable to stage compute.

Linear algebra moves into definitions, one for each fusion group. Functions apply the definitions,
and keep control flow, calls, scalars and views of memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from dlvm.analysis.differentiation.gradients import parts_of
from dlvm.analysis.values.symbols import dimensions_in
from dlvm.compute.fusion.elementwise_fusion import join_maps
from dlvm.compute.fusion.fusion_plan import FusionGroup, FusionPlan
from dlvm.compute.fusion.grouping import (
    is_kernel,
    node_reads,
    plan_block,
)
from dlvm.compute.fusion.ordering import has_effect
from dlvm.compute.fusion.report import fusion_record
from dlvm.compute.fusion.row_block_fusion import join_row_blocks
from dlvm.compute.index_notation.expansion import expand
from dlvm.compute.index_notation.lowering import takes_constants
from dlvm.compute.index_notation.size_checks import size_checks
from dlvm.compute.index_notation.symbolic_sizes import Sizes
from dlvm.compute.index_notation.window_lowering import Contract, Convolve
from dlvm.compute.loop_nest.dimension_splitting import split_quotient
from dlvm.compute.loop_nest.wide_scalars import with_wide_scalars
from dlvm.diagnostics import Diagnostic, DiagnosticError, Location
from dlvm.ir.compute import (
    Affine,
    Body,
    Check,
    Definition,
    Expression,
    Read,
    Statement,
    map_index_sizes,
    map_range_sizes,
    map_reads,
    map_sizes,
    sizes_in,
)
from dlvm.ir.declaration import Effect, Trait
from dlvm.ir.dimensions import Requirement
from dlvm.ir.instruction import Block, Function, Instruction
from dlvm.ir.instructions import (
    Apply,
    Broadcast,
    Dot,
    Extract,
    Gather,
    LiteralInstruction,
    Random,
    Reduce,
    Scatter,
    ShapeCast,
)
from dlvm.ir.module import Module, Stage
from dlvm.ir.polynomial import Polynomial, Size, product, renamed, size_of
from dlvm.ir.types import (
    ERASED,
    INDEX,
    ArrayType,
    Dim,
    EnumType,
    FunctionType,
    Symbol,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.values import Aggregate, Literal, Resource, TensorData, User, Value, copy_operand

Item = FusionGroup | Instruction
Known = dict[tuple[FunctionType, Body, tuple[Location | None, ...]], Definition]
_LARGEST_CONSTANT = 1 << 16
"""The maximum number of elements of a splat constant that stays a constant."""


def generate_compute(module: Module) -> None:
    """Moves a module from stage optimizable to stage compute.

    Raises :class:`DiagnosticError` for an instruction that has no index notation yet.
    """
    known: Known = {}
    record = fusion_record()
    if record is not None:
        record.start(module)
    expand(module)
    for function in module.functions:
        sizes = Sizes(function)
        for block in list(function.blocks):
            if block not in function.blocks:
                continue  # Unreachable: earlier sizes contradict each other.
            _name_packed_values(block)
            sizes.enter(block)
            _generate_block(module, function, block, sizes, known)
        _remove_unused_sizes(function)
    module.stage = Stage.COMPUTE


def check_generated(module: Module) -> None:
    """Checks that a module that was read at stage compute or later has its linear algebra in
    definitions.

    Raises :class:`DiagnosticError` with every instruction that is not in a definition.
    """
    problems = [
        Diagnostic(
            f"expected a compute definition for {instruction.mnemonic} of tensors at stage "
            f"{module.stage.value}",
            instruction.location,
        )
        for function in module.functions
        for sizes in [Sizes(function)]
        for instruction in function.instructions()
        if is_kernel(instruction, sizes) and Trait.RESHAPE not in instruction.traits
    ]
    if problems:
        raise DiagnosticError(problems)


def _remove_unused_sizes(function: Function) -> None:
    """Removes arithmetic on sizes whose results only kernels used. The indices in kernels now
    contain the sizes instead."""
    for block in reversed(function.blocks):
        for instruction in reversed(block.instructions):
            is_arithmetic = bool((Trait.ELEMENTWISE | Trait.SHAPE_QUERY) & instruction.traits)
            is_size = is_arithmetic and instruction.type.canonical == INDEX
            if is_size and not instruction.effects and not instruction.has_uses_beyond(0):
                instruction.erase()


def _name_packed_values(block: Block) -> None:
    """Creates instructions for values that need memory: tensors and enum values that are built from
    other values, and constants whose sizes are known only at run time."""

    def name(user: User, instruction: Instruction) -> None:
        for position, operand in enumerate(user.operands):
            fresh: Instruction | None = None
            if isinstance(operand, Aggregate):
                # The operands come first, as they can need memory too.
                name(operand, instruction)
                packed = isinstance(operand.type.canonical, TensorType | EnumType)
                if packed and not isinstance(user, LiteralInstruction):
                    fresh = LiteralInstruction(copy_operand(operand, {}))
            elif isinstance(operand, Literal) and (parts := _parts(operand)) is not None:
                user.set_operand(position, parts)
                name(parts, instruction)
            elif isinstance(operand, Literal) and (
                not takes_constants(type(instruction)) or _is_view_of_open(instruction, operand)
            ):
                fresh = _spread(operand)
            if fresh is not None:
                fresh.location = operand.location or instruction.location
                block.insert(fresh, before=instruction)
                user.set_operand(position, fresh)

    for instruction in list(block.instructions):
        if isinstance(instruction, LiteralInstruction) and isinstance(instruction.value, Literal):
            spread = _spread(instruction.value)
            if spread is not None:
                spread.location = instruction.location
                block.insert(spread, before=instruction)
                instruction.replace_uses(spread)
                instruction.erase()
                continue
        name(instruction, instruction)


def _parts(literal: Literal) -> Aggregate | None:
    """The aggregate that equals a literal of a tuple or array type, if the type has sizes that are
    known only at run time; None for other literals."""
    whole = literal.type.canonical
    if not isinstance(whole, TupleType | ArrayType):
        return None
    if all(isinstance(size, int) for size in dimensions_in(whole)):
        return None
    parts = [Literal(type, literal.data, literal.location) for _, type in parts_of(whole)]
    return Aggregate(literal.type, parts)


def _is_view_of_open(instruction: Instruction, literal: Literal) -> bool:
    """Whether an instruction reshapes a constant whose sizes are known only at run time. The result
    may be a view of memory."""
    type = literal.type.canonical
    is_open = isinstance(type, TensorType) and type.static_shape is None
    return is_open and Trait.RESHAPE in instruction.traits


def _spread(literal: Literal) -> Broadcast | None:
    """A splat constant as a broadcast scalar, if its sizes are erased or it is large; None for
    other constants."""
    type = literal.type.canonical
    if not isinstance(type, TensorType) or isinstance(literal.data, TensorData | Resource):
        return None
    if type.static_shape is not None and math.prod(type.static_shape) <= _LARGEST_CONSTANT:
        return None
    scalar = Literal(TensorType((), type.element), literal.data)
    return Broadcast(scalar, type.shape)


def _generate_block(
    module: Module,
    function: Function,
    block: Block,
    sizes: Sizes,
    known: Known,
) -> None:
    plan = plan_block(block, sizes)
    if not plan.groups:
        return
    join_row_blocks(plan, block)
    join_maps(plan, block)
    rest = [
        i
        for i in block.instructions
        if i not in plan.nodes or (plan.nodes[i].inlined and plan.nodes[i].kept)
    ]
    items = _ordered(block, plan, sizes, rest)
    needed = set(chain.from_iterable(i.leaves() for i in rest))
    for group in plan.groups:
        needed.update(_inputs(group, plan))
        needed.update(m.instruction for m in group.members if m.kept)
    record = fusion_record()
    result: list[Instruction] = []
    moved: dict[Value, Value] = {}
    for item in items:
        if isinstance(item, FusionGroup):
            if not _is_dead(item, needed):
                apply, *parts = _apply_group(module, item, plan, sizes, needed, known, moved)
                result += [apply, *parts]
                if record is not None and isinstance(apply, Apply):
                    record.enter(function, item, plan, apply.callee.name or "")
        else:
            result.append(item)
    for instruction in plan.nodes:
        if instruction not in rest:
            instruction.block = None
    block.set_instructions(result)
    for instruction in plan.nodes:
        if instruction.block is None:
            instruction.drop_operands()


def _is_dead(group: FusionGroup, needed: set[Value]) -> bool:
    """Whether a group can be removed: nothing uses its results, and it draws no random numbers."""
    members = [m.instruction for m in group.members]
    return not any(m in needed or isinstance(m, Random) for m in members)


def _inputs(group: FusionGroup, plan: FusionPlan) -> list[Value]:
    """The values from outside of a group that it reads, in order of first use."""
    own = {s.target for m in group.members for s in m.statements}
    found: dict[Value, None] = {}
    for member in group.members:
        for statement in member.statements:
            if statement.base is not None:
                found[plan.values[statement.base]] = None
        for read in node_reads(member):
            if read.tensor not in own:
                found[plan.values[read.tensor]] = None
        for check in member.checks:
            found[check.indices] = None
    return [v for v in found if plan.names.get(v) not in own]


def _size_names(group: FusionGroup, plan: FusionPlan, sizes: Sizes) -> list[str]:
    """The symbols in a group's statements and types, in order of first use."""
    found: dict[str, None] = {}

    def note(size: Size) -> None:
        if isinstance(size, Polynomial):
            found.update(dict.fromkeys(n for m, _ in size.terms for n in m))

    values = [*_inputs(group, plan), *(m.instruction for m in group.members)]
    for value in values:
        if isinstance(value.type.canonical, TensorType):
            for dim in sizes.shape(value):
                note(size_of(dim))
    for member in group.members:
        for statement in member.statements:
            for loop_range in statement.ranges:
                note(loop_range.size)
            for index in (*(statement.indices or ()), statement.value):
                for size in index.sizes if isinstance(index, Affine) else sizes_in(index):
                    note(size)
        for check in member.checks:
            note(size_of(check.bound))
    return list(found)


def _ordered(
    block: Block, plan: FusionPlan, sizes: Sizes, rest: Sequence[Instruction]
) -> list[Item]:
    """Sorts groups and other instructions topologically, otherwise keeping their order."""
    place = {i: p for p, i in enumerate(block.instructions)}
    position: dict[Item, int] = {i: place[i] for i in rest}
    position.update({g: g.position for g in plan.groups})
    owner: dict[Value, Item] = {i: i for i in rest}
    owner.update({m.instruction: g for g in plan.groups for m in g.members})
    # Effects and traps keep their order. A group is at the position of its first check.
    ranks: dict[Item, int] = {i: place[i] for i in rest if i.effects & ~Effect.CONTROL}
    for group in plan.groups:
        first = [place[c.source] for c in group.checks]
        first += [m.position for m in group.members if has_effect(m.instruction)]
        if first:
            ranks[group] = min(first)
    inputs: dict[Item, list[Item]] = {}

    def needs(item: Item) -> list[Item]:
        if item not in inputs:
            values: Iterable[Value] = item.leaves() if isinstance(item, Instruction) else ()
            if isinstance(item, FusionGroup):
                names = _size_names(item, plan, sizes)
                demands = (a for m in item.members for a in m.demands.values())
                known = (sizes.known(name) for name in names)
                values = chain(_inputs(item, plan), known, demands)
            found = (owner[value] for value in values if value in owner)
            inputs[item] = [other for other in found if other is not item]
        return inputs[item]

    items = sorted(position, key=lambda i: position[i])
    by_inputs = {item: number for number, item in enumerate(_topological(items, needs))}
    # Groups can have checks in common. Those that do are in the order of their inputs.
    order = sorted(ranks, key=lambda i: (-ranks[i], -by_inputs[i]))
    before = {item: [other] for item, other in pairwise(order)}
    terminator = block.terminator
    if terminator is not None:
        items.remove(terminator)
    done = _topological(items, lambda item: [*needs(item), *before.get(item, ())])
    return done if terminator is None else [*done, terminator]


def _topological(items: Sequence[Item], needs: Callable[[Item], Sequence[Item]]) -> list[Item]:
    """Sorts items such that each follows those that it needs."""
    done: dict[Item, None] = {}
    for first in items:
        pending: dict[Item, Iterator[Item]] = {} if first in done else {first: iter(needs(first))}
        while pending:
            item = next(reversed(pending))
            other = next((o for o in pending[item] if o not in done), None)
            if other is None:
                done[item] = None
                del pending[item]
            else:
                assert other not in pending, "instructions that need each other"
                pending[other] = iter(needs(other))
    return list(done)


def _apply_group(
    module: Module,
    group: FusionGroup,
    plan: FusionPlan,
    sizes: Sizes,
    needed: set[Value],
    known: Known,
    moved: dict[Value, Value],
) -> Iterator[Instruction]:
    inputs = _inputs(group, plan)
    outputs = [m.instruction for m in group.members if m.instruction in needed]
    names = {plan.names[v]: _letter(n) for n, v in enumerate(v for v in inputs if v in plan.names)}
    parameters: list[str] = []
    for value in inputs:
        if value not in plan.names or plan.names[value] not in names:
            names[f"?{len(parameters)}"] = _letter(len(names))
            parameters.append(names[f"?{len(parameters)}"])
        else:
            parameters.append(names[plan.names[value]])
    for member in group.members:
        for statement in member.statements:
            names[statement.target] = _letter(len(names))
    demanded = {d: None for m in group.members for d in m.demands}
    symbols = _size_parameters(_size_names(group, plan, sizes), demanded)
    statements = tuple(_renamed(s, names, symbols) for m in group.members for s in m.statements)
    checks: dict[Check, None] = {}
    for asked in sorted(group.checks, key=lambda c: plan.nodes[c.source].position):
        name = parameters[inputs.index(asked.indices)]
        bound = _renamed_dim(asked.bound, symbols)
        checks.setdefault(Check(name, bound, location=asked.source.location))
    on_sizes = size_checks(sizes, symbols, demanded)
    draws: Size = 0
    for member in group.members:
        if isinstance(member.instruction, Random) and member.instruction.key is None:
            draws = product(tuple(r.size for r in member.main.ranges)) + draws
    passed = {letter: name for name, letter in reversed(symbols.items())}
    parameters.extend(f"_{letter}" for letter in reversed(passed))
    results = tuple(names[plan.names[o]] for o in outputs)
    statements = with_wide_scalars(statements, results)
    split = None
    if all(_can_be_cast_to(o.type) for o in outputs):
        statements, split = split_quotient(statements)
    body = Body(
        tuple(parameters), results, statements, tuple(checks), on_sizes, renamed(draws, symbols)
    )

    def type_of(value: Value) -> Type:
        type = value.type.canonical
        assert isinstance(type, TensorType)
        return type.with_shape(_renamed_dim(d, symbols) for d in sizes.shape(value))

    def split_type(type: Type) -> TensorType:
        assert isinstance(type, TensorType)
        return type.with_shape(split.shape(type.shape)) if split else type

    types = tuple(split_type(type_of(o)) for o in outputs)
    result = types[0] if len(types) == 1 else TupleType(types)
    type = FunctionType((*map(type_of, inputs), *(INDEX for _ in passed)), result)
    # Where other instructions do the same check, its failure is reported there.
    key = (type, body, tuple(c.location for c in checks))
    definition = known.get(key)
    location = group.members[0].instruction.location
    if definition is None:
        stem = _stem(group)
        number = sum(1 for d in known.values() if (d.name or "").startswith(stem + "."))
        definition = Definition(f"{stem}.{number}", type, body, location)
        known[key] = definition
        module.definitions.append(definition)
    arguments = [*inputs, *(sizes.known(name) for name in reversed(passed.values()))]
    own = tuple(split_type(o.type.canonical) for o in outputs)
    declared = own[0] if len(own) == 1 else TupleType(own)
    apply = Apply(definition, [moved.get(v, v) for v in arguments], declared)
    apply.location = location
    yield apply
    for position, output in enumerate(outputs):
        part: Instruction = apply
        if len(outputs) > 1:
            part = Extract((position,), apply)
            part.location = output.location
            yield part
        if split is not None:
            assert isinstance(output.type.canonical, TensorType)
            part = ShapeCast(part, output.type.canonical.shape)
            part.location = output.location
            yield part
        part.name = output.name
        moved[output] = part
        output.replace_uses(part)


def _size_parameters(names: Sequence[str], demanded: Iterable[Requirement]) -> dict[str, str]:
    """The names that sizes have in a definition. Those that are required to be equal share one."""
    first = {name: name for name in names}
    for requirement in demanded:
        match requirement:
            case Requirement("equal", Symbol(lhs), Symbol(rhs)) if {lhs, rhs} <= first.keys():
                one, other = sorted((first[lhs], first[rhs]), key=names.index)
                first = {name: one if f == other else f for name, f in first.items()}
            case _:
                pass
    letters = {name: _letter(n) for n, name in enumerate(dict.fromkeys(first.values()))}
    return {name: letters[f] for name, f in first.items()}


def _can_be_cast_to(type: Type) -> bool:
    """Whether ``shapeCast`` can produce the shape of a type: at most one size is unknown, and none
    if another size is 0."""
    type = type.canonical
    assert isinstance(type, TensorType)
    return type.shape.count(ERASED) <= (0 not in type.shape)


def _renamed_dim(dim: Dim, symbols: Mapping[str, str]) -> Dim:
    return Symbol(symbols[dim.name]) if isinstance(dim, Symbol) else dim


def _stem(group: FusionGroup) -> str:
    """The stem of a definition's name: the mnemonic of its most expensive operation."""
    for kind, stem in (
        (Convolve, "convolve"), (Dot, "dot"), (Contract, "contract"), (Scatter, "scatter"),
        (Gather, "gather"), (Random, "random"), (Reduce, "reduce"),
    ):  # fmt: skip
        if any(isinstance(m.work, kind) for m in group.members):
            return stem
    return "map" if len(group.members) > 1 else group.members[0].work.mnemonic


def _letter(number: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    cycle, place = divmod(number, len(letters))
    return letters[place] + (str(cycle) if cycle else "")


def _renamed(
    statement: Statement, names: Mapping[str, str], symbols: Mapping[str, str]
) -> Statement:
    def rename(read: Read) -> Expression:
        return Read(names[read.tensor], read.indices, read.element)

    def rename_size(size: Size) -> Size:
        return renamed(size, symbols)

    statement = Statement(
        names[statement.target],
        statement.ranges,
        map_reads(statement.value, rename),
        statement.indices
        and tuple(
            map_reads(i, rename) if isinstance(i, Expression) else i for i in statement.indices
        ),
        statement.by,
        statement.base and names[statement.base],
    )
    if not symbols:
        return statement
    return replace(
        statement,
        ranges=map_range_sizes(statement.ranges, rename_size),
        value=map_sizes(statement.value, rename_size),
        indices=statement.indices
        and tuple(map_index_sizes(i, rename_size) for i in statement.indices),
    )
