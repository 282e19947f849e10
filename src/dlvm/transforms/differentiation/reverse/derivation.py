"""Reverse-mode differentiation by source transformation.

A gradient function is a copy of the original's code, the forward pass, followed by the reverse
pass. The reverse pass uses values of the forward pass directly if possible. Values that are
computed several times, or only on some paths, are stored on a stack (see tape.py); straight-line
code needs none. A differentiated callee becomes an augmented forward function ``@f.forward`` and a
reverse function ``@f.reverse``, so that nothing is computed twice, and the work is proportional to
the original's even with loops and recursion. Only active instructions are differentiated. Dead code
elimination removes those instructions of the forward pass that the reverse pass does not use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dlvm.analysis.cfg.calls import call_cycles
from dlvm.analysis.cfg.control_flow import reverse_postorder
from dlvm.analysis.differentiation.activity import (
    Activity,
    ActivityRequest,
    DependenceGraph,
    Node,
    ResultPart,
)
from dlvm.analysis.differentiation.custom_derivatives import find_custom_derivatives
from dlvm.analysis.differentiation.differentiability import (
    Derivative,
    call_derivative,
    root_derivative,
)
from dlvm.analysis.differentiation.gradients import (
    differentiated_results,
    parts_of,
    results_of,
    tangent_type,
)
from dlvm.analysis.values.symbols import result_of_call
from dlvm.ir import (
    Aggregate,
    Builder,
    EnumType,
    Function,
    FunctionType,
    GradientDeclaration,
    Instruction,
    Module,
    Successor,
    TensorType,
    TupleType,
    Type,
    Value,
    Variable,
)
from dlvm.ir import instructions as op
from dlvm.ir.instructions import Path
from dlvm.ir.types import STACK, is_differentiable
from dlvm.ir.values import copy_operand, tuple_of
from dlvm.transforms.cfg.editing import merge_blocks, replace_terminator
from dlvm.transforms.differentiation.calls.aggregate_parts import part_at, tangent_path
from dlvm.transforms.differentiation.calls.augmented_functions import (
    AugmentedCall,
    AugmentedFunction,
    gradient_leaves,
)
from dlvm.transforms.differentiation.calls.custom_derivatives import (
    augment_custom,
    augment_recomputed,
    fill_in_recomputed,
    forwarding,
)
from dlvm.transforms.differentiation.reverse.enum_values import ExternalShadows, FilledCopies
from dlvm.transforms.differentiation.reverse.global_variables import ShadowVariables, restore
from dlvm.transforms.differentiation.reverse.primal import Primal, copy_primal
from dlvm.transforms.differentiation.reverse.reverse_pass import ReversePass
from dlvm.transforms.differentiation.reverse.shadow_values import Shadows, ShadowTypes, has_shadow
from dlvm.transforms.differentiation.reverse.tape import Tape


@dataclass(frozen=True)
class _Forward:
    """The forward pass: the original's code with differentiated calls replaced by augmented
    ones."""

    primal: Primal
    active: set[Value]
    calls: Mapping[Instruction, AugmentedCall]
    stack: Value | None
    shadows: Shadows
    gives: Collection[int]
    """The parts of the result through which a derivative flows."""


class Differentiator:
    """Derives the bodies of declared gradients of a module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.custom = find_custom_derivatives(module, GradientDeclaration)
        self._splits: dict[Derivative, AugmentedFunction] = {}
        self._assumed: dict[Derivative, tuple[int, ...]] = {}
        """For each recursive function being derived, the arguments that its reverse function is
        assumed to need."""
        self._open: set[Derivative] = set()
        self._shadow_types = ShadowTypes(module)
        self._shadow_variables = ShadowVariables(module, "shadow")
        self._given_shadows = ExternalShadows(module, self._shadow_types)
        self._zeros = FilledCopies(module, 0, "zero")
        self._ones = FilledCopies(module, 1, "one")

    def fill_in(self, function: Function, declaration: GradientDeclaration) -> None:
        """Derives the body of a gradient function. The original must be differentiable."""
        request = root_derivative(declaration)
        original = request.function
        if original in self.custom:
            original = forwarding(original, declaration.location)
        self._dependence = DependenceGraph([original], self.custom, is_reverse=True)
        function.declaration = None
        primal = copy_primal(original, function)
        if original is not request.function:
            original.remove_block(original.entry)
        entry = function.entry
        arguments = list(entry.arguments)
        shadows = Shadows(self._shadow_types)
        given: list[int] = []
        before: list[tuple[Value, Value]] = []

        def make_shadows(active: Collection[Value]) -> None:
            """Builds shadows for the enums among the arguments."""
            builder = Builder(entry, entry.instructions[0])
            builder.location = declaration.location
            before.extend(self._shadow_variables.enter(active, builder))
            for index, argument in enumerate(arguments):
                if argument in active and has_shadow(argument.type):
                    given.append(index)
                    shadow = self._given_shadows.fresh(argument, builder)
                    if isinstance(shadow, Aggregate):
                        shadow = builder.insert(op.LiteralInstruction(shadow))
                    shadows.set_shadow(argument, shadow)

        code = self._forward(
            request,
            primal,
            shadows,
            lambda: entry.insert(op.CreateStack(), entry.instructions[0]),
            make_shadows,
        )
        stack = code.stack
        sources = differentiated_results(declaration)
        seeds: dict[int, Value] = {}
        if declaration.seedable:
            names = {i.name for i in function.instructions()} | {a.name for a in arguments}
            types = function.type.parameters[-len(sources) :]
            for source, type in zip(sources, types, strict=True):
                name = "seed" if len(sources) == 1 else f"seed.{source}"
                seeds[source] = entry.add_argument(type, None if name in names else name)
        exit_block = primal.exit
        if exit_block is None:
            return
        is_tuple = isinstance(original.type.result.canonical, TupleType)
        result = primal.result
        assert result is not None
        at_exit = Builder(exit_block, exit_block.terminator)
        kept = [part_at(at_exit, result, (i,) if is_tuple else ()) for i in declaration.keeping]
        places: dict[int, Path] = {source: (source,) if is_tuple else () for source in sources}
        types = {source: op.element_at(result.type, place) for source, place in places.items()}
        enums = [(s, p) for s in sources if s in code.gives for p in _enum_paths(types[s])]
        shadow = shadows.whole(result, at_exit) if enums else tuple_of(())
        reverse = ReversePass(primal, function, code.active, code.calls, stack, stack, {}, shadows)
        for path in request.results:
            source = int(path[0]) if is_tuple else 0
            if source in seeds:
                inside = tangent_path(types[source], path[len(places[source]) :])
                reverse.add(result, path, reverse.part(seeds[source], inside))
            else:
                reverse.add(result, path, reverse.filled(result, path, 1))
        for source, path in enums:
            builder, whole = reverse.builder, (*places[source], *path)
            if source in seeds:
                seed = part_at(builder, seeds[source], tangent_path(types[source], path))
            else:
                seed = self._ones.like(part_at(builder, result, whole), builder)
            self._given_shadows.seed(part_at(builder, shadow, whole), seed, builder)
        reverse.run()
        gradients = [self._assemble(reverse, arguments[i], (), i in given) for i in request.wrt]
        for index in given:
            if index not in request.wrt:
                self._assemble(reverse, arguments[index], (), is_given=True)
        restore(before, reverse.builder)
        tape = Tape(reverse, function)
        tape.bring()
        gradients = [tape.in_place(g, primal.blocks[0]) for g in gradients]
        tape.finish()
        kept = [copy_operand(v, {}) for v in kept]
        last = reverse.builder.block
        if isinstance(stack, op.CreateStack):
            if stack.is_used:
                last.insert(op.DestroyStack(stack))
            else:
                stack.erase()
        last.insert(op.Return(Aggregate(function.type.result, [*gradients, *kept])))
        reverse.connect()
        terminator = exit_block.terminator
        assert terminator is not None
        replace_terminator(terminator, op.Branch(Successor(reverse.blocks[exit_block], [])))
        reverse.clean_up()

    def _forward(
        self,
        request: Derivative,
        primal: Primal,
        shadows: Shadows,
        make_stack: Callable[[], Value],
        make_shadows: Callable[[Collection[Value]], None] = lambda _: None,
    ) -> _Forward:
        """Replaces differentiated calls with augmented ones, and inserts shadows."""
        function = primal.function
        original = request.function
        twins: dict[Node, Node] = dict(zip(original.arguments, function.arguments, strict=False))

        def here(nodes: frozenset[Node]) -> frozenset[Node]:
            """Maps arguments of the original to those of the copy."""
            return frozenset(
                ResultPart(function, n.index) if isinstance(n, ResultPart) else twins.get(n, n)
                for n in nodes
            )

        varied = here(request.request.varied) | {function.arguments[i] for i in request.wrt}
        own = ActivityRequest(function, varied, here(request.request.useful))
        activity = self._dependence.activity(own)
        splits: dict[Instruction, AugmentedFunction] = {}
        for call in function.instructions():
            if isinstance(call, op.Apply):
                asked = call_derivative(call, request, self._dependence, activity, self.custom)
                if asked is not None:
                    splits[call] = self._augmented(asked)
        stack: Value | None = None
        if len(primal.blocks) > 1 or any(augmented.has_stack for augmented in splits.values()):
            stack = make_stack()
        calls: dict[Instruction, AugmentedCall] = {}
        active = _active_values(activity)

        def replace(call: op.Apply) -> tuple[Value, Value | None]:
            value, shadow, made = _replace_call(call, splits[call], stack, shadows)
            active.add(value)
            calls[value] = made
            return value, shadow

        for value in active:
            if isinstance(value, Variable):
                shadows.set_shadow(value, self._shadow_variables.of(value))
        make_shadows(active)
        shadows.insert_shadows(reverse_postorder(function), active, splits, replace)
        parts = [n for n in activity.useful if isinstance(n, ResultPart) and n.whole is function]
        gives = {part.index for part in parts if part in activity}
        return _Forward(primal, active, calls, stack, shadows, gives)

    def _assemble(self, reverse: ReversePass, value: Value, path: Path, is_given: bool) -> Value:
        """Returns the gradient of an argument, or of its part at a path, in its tangent type. If
        ``is_given``, its enums have shadows, which are freed; else the gradients of enums are zero.
        """
        type = op.element_at(value.type, path)
        builder = reverse.builder
        match type.canonical:
            case _ if not is_differentiable(type):
                return tuple_of(())
            case TensorType():
                return reverse.leaf(value, path).value
            case EnumType() as whole if is_given:
                shadow = part_at(builder, reverse.shadows.of(value), path)
                return self._given_shadows.gathered(shadow, whole, builder)
            case EnumType():
                return self._zeros.like(part_at(builder, value, path), builder)
            case _:
                steps = [step for step, _ in parts_of(type)]
                parts = [self._assemble(reverse, value, (*path, s), is_given) for s in steps]
                return Aggregate(tangent_type(type), parts)

    def _augmented(self, request: Derivative) -> AugmentedFunction:
        """Returns the augmented function of a callee. A recursive function is derived repeatedly,
        until the set of arguments that its reverse function is assumed to need equals the set that
        it needs."""
        known = self._splits.get(request)
        if known is not None:
            known.is_recursive |= request in self._open
            return known
        while True:
            before, count = dict(self._splits), len(self.module.functions)
            self._open.add(request)
            augmented = self._augment(request)
            self._open.discard(request)
            if not augmented.is_recursive or augmented.needed == self._assumed.get(request, ()):
                return augmented
            self._assumed[request] = augmented.needed
            del self.module.functions[count:]
            self._splits = before

    def _augment(self, request: Derivative) -> AugmentedFunction:
        original = request.function
        if original in self.custom:
            self._splits[request] = augment_custom(
                request, self.custom[original], self._new_small_function
            )
            return self._splits[request]
        if "checkpoint" in original.attributes:
            return self._augment_recomputed(request)
        return self._derive_passes(request)

    def _augment_recomputed(self, request: Derivative) -> AugmentedFunction:
        """Returns the augmented function of a function marked ``!checkpoint``, which recomputes the
        forward pass."""
        accumulated = self._accumulated(request)
        augmented = augment_recomputed(request, accumulated, self._new_small_function)
        # The needed arguments are known in advance.
        self._splits[request], self._assumed[request] = augmented, augmented.needed
        fill_in_recomputed(augmented, self._derive_passes(request))
        augmented.reverse.attributes = {"checkpoint", "internal", "noinline"}
        if accumulated:
            augmented.reverse.attributes.add("inplace")
        return augmented

    def _derive_passes(self, request: Derivative) -> AugmentedFunction:
        original = request.function
        type = original.type
        forward = self._new_function(f"{original.name or 'f'}.forward", original)
        reverse = self._new_function(f"{original.name or 'f'}.reverse", original)
        leaves = gradient_leaves(request)
        inside = self._dependence.activity(request.request)
        shadowed = tuple(
            n
            for n, argument in enumerate(original.arguments)
            if has_shadow(argument.type) and argument in inside
        )
        gives_shadow = any(
            has_shadow(t) and ResultPart(original, n) in inside
            for n, t in enumerate(results_of(type))
        )
        shadow_of = self._shadow_types.of
        parameters = (*type.parameters, *(shadow_of(type.parameters[n]) for n in shadowed))
        given = [type.result, *([shadow_of(type.result)] if gives_shadow else [])]
        result = TupleType(tuple(given)) if gives_shadow else type.result
        forward.type = FunctionType((*parameters, STACK), result)
        tangents = tuple(op.element_at(type.parameters[index], path) for index, path in leaves)
        accumulated = self._accumulated(request)
        if accumulated:
            reverse.attributes.add("inplace")
        needed = self._assumed.get(request, ())
        taken = [tangents[index] for index in accumulated]
        taken += [op.element_at(type.result, p) for p in request.results]
        stacks = tuple(n for n in request.wrt if type.parameters[n] == STACK)
        taken += [*(STACK for _ in stacks), STACK, *(parameters[n] for n in needed)]
        reverse.type = FunctionType(tuple(taken), TupleType(tangents))
        augmented = AugmentedFunction(
            forward, reverse, request.results, leaves, needed, stacks, shadowed, gives_shadow
        )
        augmented.accumulated = accumulated
        augmented.has_variables = any(
            isinstance(node, Variable) for node in request.request.varied | request.request.useful
        )
        self._splits.setdefault(request, augmented)
        primal = copy_primal(original, forward)
        arguments = list(forward.entry.arguments)
        shadows = Shadows(self._shadow_types)
        for n, shadow_type in zip(shadowed, parameters[len(arguments) :], strict=True):
            shadows.set_shadow(arguments[n], forward.entry.add_argument(shadow_type))
        code = self._forward(request, primal, shadows, lambda: forward.entry.add_argument(STACK))
        augmented.has_stack = code.stack is not None
        entry = reverse.add_block("entry")
        so_far = [entry.add_argument(tangents[index]) for index in accumulated]
        seeds = [entry.add_argument(op.element_at(type.result, p)) for p in request.results]
        gradient_stacks: dict[Value, Value] = {
            arguments[n]: entry.add_argument(STACK) for n in stacks
        }
        taken = entry.add_argument(STACK) if augmented.has_stack else None
        if not augmented.has_stack:
            forward.type = FunctionType(parameters, TupleType(tuple(given)))
        self._fill_in(augmented, code, arguments, so_far, seeds, taken, gradient_stacks)
        reverse.type = FunctionType(tuple(a.type for a in entry.arguments), reverse.type.result)
        merge_blocks(forward)
        return augmented

    def _accumulated(self, request: Derivative) -> tuple[int, ...]:
        """Returns the leaves whose gradients a reverse function receives, adds to, and returns.
        They belong to arguments that a recursive function passes to itself unchanged, such as the
        parameters of a model; all calls then share one sum."""
        original = request.function
        groups = call_cycles(self.module.functions)
        group: frozenset[Value] = next((g for g in groups if original in g), frozenset[Function]())
        passed = {
            argument
            for call in original.instructions()
            if isinstance(call, op.Apply) and call.callee in group
            for argument in call.arguments
        }
        found: list[int] = []
        for number, (index, path) in enumerate(gradient_leaves(request)):
            type = op.element_at(original.type.parameters[index], path).canonical
            if original.arguments[index] in passed and isinstance(type, TensorType) and type.rank:
                found += [number] if type.static_shape is not None else []
        return tuple(found)

    def _fill_in(
        self,
        augmented: AugmentedFunction,
        code: _Forward,
        arguments: Sequence[Value],
        so_far: Sequence[Value],
        seeds: Sequence[Value],
        taken: Value | None,
        gradient_stacks: Mapping[Value, Value],
    ) -> None:
        primal, target = code.primal, augmented.reverse
        entry = target.entry
        if primal.exit is None:
            entry.insert(op.Trap("expected the function never to return, got a return"))
            return
        result = primal.result or tuple_of(())
        reverse = ReversePass(
            primal,
            target,
            code.active,
            code.calls,
            code.stack,
            taken,
            gradient_stacks,
            code.shadows,
        )
        for index, gradient in zip(augmented.accumulated, so_far, strict=True):
            position, path = augmented.leaves[index]
            reverse.accumulate(arguments[position], path, gradient)
        for path, seed in zip(augmented.results, seeds, strict=True):
            reverse.add(result, path, reverse.term(seed))
        reverse.run()
        found = [reverse.leaf(arguments[index], path).value for index, path in augmented.leaves]
        tape = Tape(reverse, target)
        tape.bring()
        found = [tape.in_place(g, primal.blocks[0]) for g in found]
        tape.finish()
        reverse.builder.block.insert(op.Return(tuple_of(found)))
        reverse.connect()
        entry.insert(op.Branch(Successor(reverse.blocks[primal.exit], [])))
        reverse.clean_up()
        augmented.needed = tuple(tape.needed)
        augmented.tape_size = len(tape.passed)
        if augmented.has_shadow or code.stack is None:
            terminator = primal.exit.terminator
            assert terminator is not None
            given = [result]
            if augmented.has_shadow:
                given.append(code.shadows.whole(result, Builder(primal.exit, terminator)))
            values = [copy_operand(v, {}) for v in (*given, *tape.passed)]
            replace_terminator(terminator, op.Return(tuple_of(values)))
        if code.stack is None:
            forward, types = augmented.forward, [v.type for v in tape.passed]
            before = forward.type.result.canonical
            assert isinstance(before, TupleType)
            results = TupleType((*before.elements, *types))
            forward.type = FunctionType(forward.type.parameters, results)

    def _new_small_function(self, stem: str, type: FunctionType) -> Function:
        name = self.module.unique_name(stem)
        return self.module.add_function(Function(name, type, {"inline", "internal"}))

    def _new_function(self, stem: str, original: Function) -> Function:
        attributes = {*original.attributes - {"checkpoint", "export", "inplace"}, "internal"}
        name = self.module.unique_name(stem)
        function = Function(name, original.type, attributes, location=original.location)
        return self.module.add_function(function)


def _replace_call(
    call: op.Apply, augmented: AugmentedFunction, stack: Value | None, shadows: Shadows
) -> tuple[Instruction, Value | None, AugmentedCall]:
    """Replaces a call with a call of the augmented forward function; returns the result, and its
    shadow if it has one."""
    block = call.block
    assert block is not None
    builder = Builder(block, call)
    builder.location = call.location
    arguments = [copy_operand(a, {}) for a in call.arguments]
    types = augmented.forward.type.parameters[len(arguments) :]
    arguments += [
        shadows.whole(call.arguments[n], builder, type)
        for n, type in zip(augmented.shadowed, types, strict=False)
    ]
    given = arguments
    if augmented.has_stack:
        assert stack is not None
        given = [*arguments, stack]
    result = result_of_call(augmented.forward.type, given)
    if augmented.has_shadow or not augmented.has_stack:
        assert isinstance(result, TupleType)
        result = TupleType((call.type, *result.elements[1:]))
    else:
        result = call.type
    pack = builder.insert(op.Apply(augmented.forward, given, result))
    value: Instruction = pack
    shadow: Value | None = None
    tape: list[Instruction] = []
    if augmented.has_shadow or not augmented.has_stack:
        value = builder.insert(op.Extract((0,), pack))
        if augmented.has_shadow:
            shadow = builder.insert(op.Extract((1,), pack))
        first = 2 if augmented.has_shadow else 1
        tape = [builder.insert(op.Extract((first + n,), pack)) for n in range(augmented.tape_size)]
    value.name = call.name
    call.replace_uses(value)
    call.erase()
    return value, shadow, AugmentedCall(augmented, arguments, tape)


def _enum_paths(type: Type, path: Path = ()) -> Iterator[Path]:
    """Yields the paths to the differentiable enums in a type."""
    if isinstance(type.canonical, EnumType):
        if is_differentiable(type):
            yield path
    else:
        for step, part in parts_of(type):
            yield from _enum_paths(part, (*path, step))


def _active_values(activity: Activity) -> set[Value]:
    """Returns the active values, including calls that return an active part."""
    found = {n.whole if isinstance(n, ResultPart) else n for n in activity.useful if n in activity}
    return {v for v in found if not isinstance(v, Function)}
