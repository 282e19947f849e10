"""The reverse pass: one block for each block of the primal, which propagates gradients backwards.

The gradients of values are variables of these blocks. The reverse of a block with several
predecessors branches to the reverse of that predecessor from which control entered the block; the
forward pass has recorded it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import cast

from dlvm.analysis.cfg.loops import Loop
from dlvm.analysis.differentiation.differentiability import (
    differentiable_leaves,
    unsupported,
)
from dlvm.analysis.values.symbols import result_of_call
from dlvm.ir import (
    Aggregate,
    Argument,
    Block,
    Builder,
    Function,
    Instruction,
    Literal,
    TensorType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait
from dlvm.ir.instructions import Path
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import ERASED, INDEX, STACK, Shape, Symbol
from dlvm.ir.values import Special, index_literal
from dlvm.transforms.cfg.editing import edge_name, merge_blocks, qualified_name
from dlvm.transforms.differentiation.calls.aggregate_parts import member, part_at
from dlvm.transforms.differentiation.calls.augmented_functions import AugmentedCall
from dlvm.transforms.differentiation.reverse.primal import CFGEdge, Primal, add_edge_arguments
from dlvm.transforms.differentiation.reverse.reversed_cfg import ReversedCfg, edge_numbers
from dlvm.transforms.differentiation.reverse.shadow_values import Shadows, zero
from dlvm.transforms.differentiation.reverse.ssa_construction import SsaBuilder
from dlvm.transforms.differentiation.reverse.trip_counts import (
    CountedLoop,
    InductionVariable,
    ensure_counter,
    induction_variables,
    loop_headed_by,
)
from dlvm.transforms.differentiation.rules.adjoints import ADJOINT
from dlvm.transforms.differentiation.rules.composites import composed, flow_back
from dlvm.transforms.differentiation.rules.value_builder import TensorValue


class ReversePass:
    """The reverse pass of a function under construction. Its blocks are added to ``target``.

    The forward pass pushes values to ``stack``, and the reverse pass pops them from ``taken``. The
    gradients of values that the original pushes and pops are popped and pushed in reverse order, on
    stacks of their own; ``gradient_stacks`` are those that the caller passes.
    """

    def __init__(
        self,
        primal: Primal,
        target: Function,
        active: set[Value],
        calls: Mapping[Instruction, AugmentedCall],
        stack: Value | None,
        taken: Value | None,
        gradient_stacks: Mapping[Value, Value],
        shadows: Shadows,
    ) -> None:
        self.primal = primal
        self.gradient_stacks = gradient_stacks
        self.shadows = shadows
        self.active = active
        self.calls = calls
        self.stack = stack
        self.taken = taken
        self.originals = primal.reversible()
        self.blocks = {
            block: target.add_block(qualified_name(block.name, "reverse"))
            for block in self.originals
        }
        last = self.blocks[primal.exit] if primal.exit is not None else None
        self.variables = SsaBuilder(last, _initial, _variable_name)
        self._local: dict[Value, dict[Path, TensorValue]] = {}
        self._cross_block = self._find_cross_block()
        self._materialized = self._find_materialized()
        self._edges = ReversedCfg(self.blocks)
        self._sums: list[op.Add] = []
        self._recorded_values: list[op.LiteralInstruction] = []
        self._materializations: list[tuple[Value, Sequence[Instruction], Instruction]] = []
        self.induction_variables: dict[Argument, InductionVariable] = {}
        """The arguments of the primal that can be recomputed from the trip count."""
        if primal.exit is not None:
            self.enter(primal.exit)

    def enter(self, original: Block) -> None:
        """Continues at the reverse of a block."""
        self.original = original
        self.builder = Builder(self.blocks[original])

    def _find_cross_block(self) -> set[Value]:
        """Returns the active values whose gradients are accumulated in several blocks."""
        found: set[Value] = set()
        for block in self.originals:
            for instruction in block.instructions:
                passes = instruction.is_terminator and not isinstance(instruction, op.Return)
                found.update(
                    leaf
                    for leaf in instruction.leaves()
                    if isinstance(leaf, Argument | Instruction)
                    and leaf in self.active
                    and (passes or leaf.block is not block)
                )
        return found

    # Gradients

    def term(self, value: Value) -> TensorValue:
        return TensorValue(value, self.builder)

    def wants(self, value: Value) -> bool:
        """Whether the gradient of an operand is requested."""
        if isinstance(value, Aggregate):
            return any(leaf in self.active for leaf in value.leaves())
        return value in self.active

    def gradient(self, value: Value) -> TensorValue:
        """Returns the gradient of a tensor that has one."""
        return self.gradients(value)[()]

    def gradients(self, value: Value) -> dict[Path, TensorValue]:
        """Returns the gradients of the float tensors in a value, by path."""
        if value not in self._cross_block:
            return self._local.get(value, {})
        leaves = differentiable_leaves(value.type)
        return {path: self._whole(value, path, type) for path, type in leaves}

    def _whole(self, value: Value, path: Path, type: TensorType) -> TensorValue:
        """Returns a gradient variable broadcast to its full shape. If sizes are unknown, the
        variable can hold a scalar zero."""
        found = self._read(value, path)
        if type.static_shape is not None:
            return found
        before = len(self.builder.block.instructions)
        repeated = found.repeated(self.part(value, path))
        steps = self.builder.block.instructions[before:]
        whole = self.builder.insert(_of_shape(repeated.value, type.shape))
        self._materializations.append((found.value, steps, whole))
        return self.term(whole)

    def _remove_unused_zeros(self) -> None:
        """Removes code for scalar zeros that never occur: broadcasts of gradients to the full
        shape, and additions of zero. In a loop, every iteration would run that code."""
        predecessors = self._edges.predecessors()
        for found, steps, whole in self._materializations:
            if not any(map(_is_zero, self.variables.reaching(found, predecessors))):
                whole.set_operand(0, found)
                for step in reversed(steps):
                    step.erase()
        replaced: dict[Value, Value] = {}
        for total in self._sums:
            if tensor_type(total).static_shape is not None:
                continue
            if all(map(_is_zero, self.variables.reaching(total.lhs, predecessors))):
                assert total.block is not None
                gradient = _of_shape(total.rhs, tensor_type(total).shape)
                total.block.insert(gradient, total)
                replaced[total] = gradient
                total.replace_uses(gradient)
                total.erase()
        self.variables.replace(replaced)

    def _read(self, value: Value, path: Path) -> TensorValue:
        found = self.variables.known(self.builder.block, (value, path))
        if found is None:
            type = op.element_at(value.type, path).canonical
            assert isinstance(type, TensorType)
            # The variable may hold a zero of size 1 along any dimension of unknown size.
            shape = (ERASED if isinstance(d, Symbol) else d for d in type.shape)
            found = self.variables.read(
                self.builder.block, (value, path), type.with_shape(tuple(shape))
            )
        return self.term(found)

    def add(self, value: Value, path: Path, gradient: TensorValue) -> None:
        """Adds to the gradient of a value, or of its part at a path."""
        if isinstance(value, Aggregate):
            self._add_to_elements(value, path, gradient)
        elif value in self.active:
            type = op.element_at(value.type, path).canonical
            assert isinstance(type, TensorType)
            gradient = _fit(gradient, type)
            if value in self._cross_block:
                self._add_to_variable(value, path, gradient)
                return
            parts = self._local.setdefault(value, {})
            if path not in parts or _is_zero(parts[path].value):
                parts[path] = gradient
            elif not _is_zero(gradient.value):
                parts[path] = self._sum(parts[path], gradient)

    def put_into(self, value: Value, put: Callable[[TensorValue], TensorValue]) -> None:
        """Adds to some elements of the gradient of a tensor. ``put`` maps the current gradient to
        the new one."""
        if value not in self.active:
            if self.wants(value):
                self.add(value, (), put(self.term(value).filled(0)))
        elif value not in self._cross_block:
            parts = self._local.setdefault(value, {})
            parts[()] = put(parts[()] if () in parts else self.term(value).filled(0))
        elif tensor_type(value).static_shape is not None or self.is_in_loop(value):
            self._write(value, (), put(self._read(value, ())).value)
        else:
            self.add(value, (), put(self.term(value).filled(0)))

    def is_in_loop(self, value: Value) -> bool:
        """Whether a loop accumulates the gradient of an operand over its iterations."""
        home = value.block if isinstance(value, Argument | Instruction) else None
        within = self.primal.loop_between(self.original, home)
        return value in self._cross_block and within is not None

    def _find_materialized(self) -> dict[Loop, list[Value]]:
        """Returns, for each loop, the tensors of unknown size of which it gathers or slices
        elements. Their gradients are materialized before the reversed loop."""
        found: dict[Loop, list[Value]] = {}
        for block in self.originals:
            for instruction in block.instructions:
                if isinstance(instruction, op.Gather | op.Slice):
                    value = instruction.x
                    home = value.block if isinstance(value, Argument | Instruction) else None
                    loop = self.primal.loop_between(block, home)
                    is_known = tensor_type(value).static_shape is not None
                    if value in self._cross_block and loop is not None and not is_known:
                        found.setdefault(loop, []).append(value)
        return found

    def _materialize(self, original: Block) -> None:
        """Materializes the gradients that a loop accumulates, if the original block follows the
        loop."""
        sources = [edge.source for edge in self.primal.entries[original]]
        left = {x: None for s in sources for x in self.primal.loops(s) if original not in x.blocks}
        for value in dict.fromkeys(v for loop in left for v in self._materialized.get(loop, ())):
            self._write(value, (), self._whole(value, (), tensor_type(value)).value)

    def _add_to_variable(self, value: Value, path: Path, gradient: TensorValue) -> None:
        if _is_zero(gradient.value):
            return
        before, total = self._read(value, path), gradient
        if not _is_zero(before.value):
            total = self._sum(before, gradient)
        self._write(value, path, total.value)

    def _sum(self, before: TensorValue, gradient: TensorValue) -> TensorValue:
        total = op.Add(before.value, gradient.value)
        self._sums.append(total)
        return before.wrap(total)

    def _write(self, value: Value, path: Path, gradient: Value) -> None:
        if self.primal.has(gradient):
            gradient = self._recorded(gradient)
        self.variables.write(self.builder.block, (value, path), gradient)

    def _add_to_elements(self, value: Aggregate, path: Path, gradient: TensorValue) -> None:
        if isinstance(value.type.canonical, TensorType):
            for index, element in enumerate(value.operands):
                if self.wants(element):
                    part = gradient.wrap(op.Extract((index,), gradient.value))
                    self.add(element, (), part)
            return
        self.add(member(value, path[0]), path[1:], gradient)

    def part(self, value: Value, path: Path) -> TensorValue:
        """Returns the part of a value at a path."""
        return self.term(part_at(self.builder, value, path))

    def filled(self, value: Value, path: Path, number: float) -> TensorValue:
        """Returns a tensor like the part of a value at a path, filled with one number."""
        type = op.element_at(value.type, path).canonical
        if isinstance(type, TensorType) and type.static_shape is not None:
            return self.term(Literal(type, number))
        return self.part(value, path).filled(number)

    def leaf(self, value: Value, path: Path) -> TensorValue:
        """Returns the gradient of a float tensor in a value; zeros if there is none."""
        found = self.gradients(value).get(path)
        return self.filled(value, path, 0) if found is None else found

    # Code

    def run(self) -> None:
        """Propagates the gradients from the results to the arguments. The reverse of the entry
        block remains open."""
        primal = self.primal
        for original in reversed(self.originals):
            if original is not self.original or original is not primal.exit:
                self.enter(original)
            self._reverse_instructions(original)
            self._reverse_entries(original)
        if primal.blocks[0] in self.blocks:
            self.enter(primal.blocks[0])
        self.builder.location = None
        self._remove_unused_zeros()

    def _reverse_instructions(self, original: Block) -> None:
        for instruction in reversed(original.instructions):
            self.builder.location = instruction.location
            has_gradient = instruction in self._local or instruction in self._cross_block
            call = self.calls.get(instruction)
            if Trait.STACK in instruction.traits:
                self._reverse_stack(instruction)
            elif Trait.MEMORY in instruction.traits:
                self.shadows.reverse(self, instruction)
            elif self.shadows.is_enum(instruction):
                self.shadows.gather_payload(self, instruction)
            elif not has_gradient and (call is None or not call.augmented.has_effects):
                continue
            elif call is not None:
                self._reverse_call(instruction, call)
            elif (whole := composed(instruction)) is not None:
                flow_back(self, instruction, whole)
            elif type(instruction) in ADJOINT:
                ADJOINT[type(instruction)](self, instruction)
            else:
                raise unsupported(instruction.mnemonic, instruction)
            self._restart_accumulation(instruction, original)
        self.builder.location = None

    def _reverse_stack(self, instruction: Instruction) -> None:
        """Turns a push into a pop of the gradient stack, and a pop into a push."""
        stack = instruction if isinstance(instruction, op.CreateStack) else instruction.operands[-1]
        if stack not in self.active:
            return
        key = ("gradients", stack)
        match instruction:
            case op.Push():
                for path, type in reversed(list(differentiable_leaves(instruction.value.type))):
                    popped = self.builder.insert(op.Pop(type, self._gradient_stack(stack)))
                    self.add(instruction.value, path, self.term(popped))
            case op.Pop():
                for path, _ in differentiable_leaves(instruction.type):
                    gradient = self.leaf(instruction, path)
                    self.builder.insert(op.Push(gradient.value, self._gradient_stack(stack)))
            case op.DestroyStack():
                fresh = self.builder.insert(op.CreateStack())
                self.variables.write(self.builder.block, key, fresh)
            case op.CreateStack():
                self.builder.insert(op.DestroyStack(self._gradient_stack(stack)))
            case _:
                pass

    def _gradient_stack(self, stack: Value) -> Value:
        given = self.gradient_stacks.get(stack)
        return given or self.variables.read(self.builder.block, ("gradients", stack), STACK)

    def _restart_accumulation(self, value: Value, original: Block) -> None:
        """Resets the gradient of a value at its definition in a loop, as earlier iterations
        accumulate their own."""
        if value in self._cross_block and self.primal.loops(original):
            for path, type in differentiable_leaves(value.type):
                self._write(value, path, zero(type))

    def _reverse_entries(self, original: Block) -> None:
        if original is self.primal.blocks[0]:
            return
        self._materialize(original)
        block = self.builder.block
        active = [a for a in original.arguments if a in self.active]
        for argument in active:
            self.shadows.scatter_payload(self, argument)
        found = [(a, self.gradients(a)) for a in active]
        for argument in active:
            self._restart_accumulation(argument, original)
        edges = [e for e in self.primal.entries[original] if e.source in self.blocks]
        if len(edges) == 1:
            self._pass_gradients(original, edges[0], found)
            self._edges.set_targets(block, [self.blocks[edges[0].source]])
            return
        places: list[Block] = []
        for edge in edges:
            name = edge_name(original, edge.source)
            place = self._edges.add_block(original, block, name)
            self.builder = Builder(place)
            self._pass_gradients(original, edge, found)
            self._edges.set_targets(place, [self.blocks[edge.source]])
            places.append(place)
        self.builder = Builder(block)
        loop = loop_headed_by(self.primal, original)
        counted = ensure_counter(self.primal, loop) if loop is not None else None
        if counted is None:
            self._edges.set_targets(block, places, self._origin(original, edges))
        else:
            self._count_down(counted, dict(zip(edges, places, strict=True)))

    def _pass_gradients(
        self,
        original: Block,
        edge: CFGEdge,
        found: Sequence[tuple[Argument, dict[Path, TensorValue]]],
    ) -> None:
        """Propagates the gradients ``found`` of block arguments to the values an edge passes."""
        passed = dict(edge.successor.passed)
        for argument, gradients in found:
            # The edge does not pass the payload of an enum: its gradients are added to the cells.
            for path, gradient in gradients.items() if argument in passed else ():
                self.add(passed[argument], path, self.term(gradient.value))

    def _origin(self, original: Block, edges: Sequence[CFGEdge]) -> Value:
        """Returns the index of the edge along which control entered; for two edges, a bool that is
        true for the second."""
        numbers = edge_numbers(len(edges))
        by_edge = dict(zip(edges, numbers, strict=True))
        noted = add_edge_arguments(
            self.primal,
            original,
            [by_edge.get(e, numbers[0]) for e in self.primal.entries[original]],
        )
        return self._recorded(noted)

    def _recorded(self, value: Value) -> Value:
        """Wraps a value of the forward pass as an operand for use in the control flow of the
        reverse pass."""
        note = self.builder.insert(op.LiteralInstruction(value))
        self._recorded_values.append(note)
        return note

    def _count_down(self, counted: CountedLoop, places: Mapping[CFGEdge, Block]) -> None:
        """Reverses a loop by counting down its iterations. ``places`` maps the entry edge and the
        back edge of the loop to the blocks that reverse them."""
        loop, block, key = counted.loop, self.builder.block, ("trip count", counted.loop)
        left = self.variables.read(block, key, INDEX)
        is_more = self.builder.insert(op.GreaterThan(left, index_literal(0)))
        back, out = places[counted.latch], places[counted.entry]
        self.variables.write(back, key, back.insert(op.Subtract(left, index_literal(1))))
        self._edges.set_targets(block, [out, back], is_more)
        self.induction_variables |= induction_variables(loop, counted.entry, counted.latch)
        bound = counted.bound()
        for outside in dict.fromkeys(outside for _, outside in loop.exits()):
            if outside in self.blocks:
                self.builder = Builder(self.blocks[outside])
                total = self._recorded(counted.count if bound is None else bound)
                if bound is not None:
                    total = self.builder.insert(op.Max(total, index_literal(0)))
                self.variables.write(self.builder.block, key, total)

    def accumulate(self, value: Value, path: Path, gradient: Value) -> None:
        """Initializes the gradient of a part of an argument."""
        self._cross_block.add(value)
        self._write(value, path, gradient)

    def _accumulated_gradient(self, value: Value, path: Path, type: Type) -> Value | None:
        """Returns the current gradient of a part of a value and resets it, as the caller continues
        the accumulation. Returns None if there is no gradient of the type."""
        if value not in self.active or op.element_at(value.type, path).canonical != type:
            return None
        if value in self._cross_block:
            found = self._read(value, path).value
            self._write(value, path, zero(cast("TensorType", type)))
            return found
        local = self._local.get(value, {}).pop(path, None)
        return None if local is None else local.value

    def _reverse_call(self, value: Instruction, call: AugmentedCall) -> None:
        found, augmented = self.gradients(value), call.augmented
        given: list[Value] = []
        for index in augmented.accumulated:
            position, path = augmented.leaves[index]
            type = augmented.reverse.type.parameters[len(given)].canonical
            assert isinstance(type, TensorType)
            given.append(
                self._accumulated_gradient(call.arguments[position], path, type) or zero(type)
            )
        given += [
            found[p].value if p in found else self.filled(value, p, 0).value
            for p in augmented.results
        ]
        given += [self._gradient_stack(call.arguments[n]) for n in augmented.stacks]
        if augmented.has_stack:
            assert self.taken is not None
            given.append(self.taken)
        given += [*call.tape, *(call.arguments[n] for n in augmented.needed)]
        result = op.Apply(augmented.reverse, given, result_of_call(augmented.reverse.type, given))
        self.builder.insert(result)
        for index, (position, path) in enumerate(augmented.leaves):
            self.add(call.arguments[position], path, self.part(result, (index,)))

    # Finishing

    def connect(self) -> None:
        """Adds block arguments and terminators."""
        self._edges.connect(self.variables, self.primal.all_loops)
        for note in self._recorded_values:
            if not isinstance(note.value, Aggregate):
                note.replace_uses(note.value)
                note.erase()

    def clean_up(self) -> None:
        """Merges blocks and removes additions of zero. The first block must have a predecessor."""
        merge_blocks(self.builder.block.function)
        # The remaining operand of one sum can be an operand of another sum.
        pending = [total for total in self._sums if total.block is not None]
        found = True
        while found:
            found = False
            for total in pending:
                operand = _only_summand(total) if total.block is not None else None
                if operand is not None:
                    total.replace_uses(operand)
                    total.erase()
                    found = True


def _initial(key: Hashable, type: Type) -> Value:
    """Returns the initial value of a variable. It is zero for gradients; other variables are
    written before they are read."""
    value, path = cast("tuple[Value | str, Path | Loop]", key)
    if isinstance(value, str) or isinstance(path, Loop):
        return Literal(type, Special.UNDEFINED)
    whole = type.canonical
    assert isinstance(whole, TensorType)
    return zero(whole)


def _variable_name(key: Hashable) -> str | None:
    whole, path = cast("tuple[Value | str, Path | Loop]", key)
    if isinstance(whole, str):
        return whole
    steps = path if isinstance(path, tuple) else ()
    return qualified_name(whole.name, *map(str, steps), "gradient") if whole.name else None


def _only_summand(total: op.Add) -> Value | None:
    """Returns the operand of a sum whose other operand is zero, or None."""
    for zero_, operand in (total.operands, total.operands[::-1]):
        if _is_zero(zero_) and operand.type == total.type:
            return operand
    return None


def _is_zero(value: Value) -> bool:
    return isinstance(value, Literal) and value.splat == 0


def _of_shape(x: Value, shape: Shape) -> Instruction:
    """Adds known sizes to the type of a tensor, without a copy if possible."""
    if sum(isinstance(dim, Symbol) for dim in shape) == 1 and 0 not in shape:
        return op.ShapeCast(x, shape)
    return op.Broadcast(x, shape)


def _fit(gradient: TensorValue, type: TensorType) -> TensorValue:
    """Reduces a gradient to the shape of an operand that was broadcast. Along dimensions of unknown
    size, the adjoint rule has already reduced it."""
    found, wanted = gradient.shape, type.shape
    extra = len(found) - len(wanted)
    repeated = [a for a, dim in enumerate(wanted) if dim == 1 and found[extra + a] != 1]
    summed = gradient.sum((*range(extra), *(extra + a for a in repeated)))
    return summed.unsqueeze(*repeated)
