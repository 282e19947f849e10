"""Reverse-mode differentiation, as a source transformation.

A gradient function is the original's code followed by the reverse pass. What that needs of the
original's code it uses directly where it can; what is computed several times, or on some ways only,
goes through a stack (see tape.py): straight-line code needs none. A function that is called on the
way of a gradient is split in two, ``@f.forward`` and ``@f.reverse``, so that nothing is computed
twice and the work is in proportion to the original's, for loops and recursion as well. Only
instructions on the way from the arguments asked for to the result are differentiated; what the
reverse pass does not need of the original's code is left to dead code elimination.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dlvm.analysis.by_hand import given_by_hand
from dlvm.analysis.differentiability import (
    Derivative,
    call_derivative,
    derivation_order,
    differentiable_leaves,
    find_activity,
    live_code,
    parts_of,
    root_derivative,
    roots,
)
from dlvm.analysis.gradients import differentiated_result
from dlvm.ir import (
    Aggregate,
    Builder,
    Function,
    FunctionType,
    GradientDeclaration,
    Instruction,
    Module,
    Successor,
    TupleType,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.instructions import Path
from dlvm.ir.types import STACK
from dlvm.ir.values import copy_operand, tuple_of
from dlvm.transforms.control_flow import merge_blocks, replace_terminator
from dlvm.transforms.differentiation.by_hand import (
    fill_in_repeated,
    forwarding,
    split_by_hand,
    split_repeated,
)
from dlvm.transforms.differentiation.front import Front, copy_code
from dlvm.transforms.differentiation.reverse import Call, Reverse, Split, tangent_path
from dlvm.transforms.differentiation.tape import Tape


@dataclass(frozen=True)
class _Forward:
    """The forward pass: the original's code, with calls to be differentiated replaced."""

    front: Front
    active: set[Value]
    calls: Mapping[Instruction, Call]
    stack: Value | None


class Differentiator:
    """Fills in the gradient declarations of a module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._by_hand = given_by_hand(module, GradientDeclaration)
        self._splits: dict[Derivative, Split] = {}
        self._assumed: dict[Derivative, tuple[int, ...]] = {}
        """The arguments that the reverse part of a recursive function is taken to need."""
        self._open: set[Derivative] = set()

    def fill_in(self, function: Function, declaration: GradientDeclaration) -> None:
        """Gives a declared gradient function its body. Raises :class:`DiagnosticError` for what is
        not differentiable."""
        request = root_derivative(declaration)
        derivation_order(request, self._by_hand)
        original = request.function
        if original in self._by_hand:
            original = forwarding(original, declaration.location)
        function.declaration = None
        front = copy_code(original, function)
        if original is not request.function:
            original.remove_block(original.entry)
        entry = function.entry
        arguments = list(entry.arguments)
        code = self._forward(
            request, front, lambda: entry.insert(op.CreateStack(), entry.instructions[0])
        )
        stack = code.stack
        seed: Value | None = None
        if declaration.seedable:
            names = {i.name for i in function.instructions()} | {a.name for a in arguments}
            type = function.type.parameters[-1]
            seed = entry.add_argument(type, None if "seed" in names else "seed")
        exit = front.exit
        if exit is None:
            return
        is_tuple = isinstance(original.type.result.canonical, TupleType)
        result = front.result
        assert result is not None
        before = Builder(exit, exit.terminator)
        kept = [_part(before, result, (i,) if is_tuple else ()) for i in declaration.keeping]
        reverse = Reverse(front, function, code.active, code.calls, stack, stack, {})
        tangent = differentiated_result(declaration)
        for path in request.results:
            if seed is None:
                reverse.add(result, path, reverse.filled(result, path, 1))
            else:
                inside = tangent_path(tangent, path[1:] if is_tuple else path)
                reverse.add(result, path, reverse.part(seed, inside))
        reverse.run()
        gradients = [reverse.assemble(arguments[i], ()) for i in request.wrt]
        tape = Tape(reverse, function)
        tape.bring()
        gradients = [tape.in_place(g, front.blocks[0]) for g in gradients]
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
        terminator = exit.terminator
        assert terminator is not None
        replace_terminator(terminator, op.Branch(Successor(reverse.blocks[exit], [])))
        merge_blocks(function)

    def _forward(
        self, request: Derivative, front: Front, make_stack: Callable[[], Value]
    ) -> _Forward:
        """Replaces calls on the way of the gradient by those of forward parts."""
        function = front.function
        code = live_code(function)
        wrt = [function.arguments[i] for i in request.wrt]
        found = [r for value in code.returned for r in roots(value, request.results)]
        activity = find_activity(code, found, wrt)
        splits = [
            (call, self._split(call_derivative(call, request, code.returned, activity)))
            for call in function.instructions()
            if isinstance(call, op.Apply) and activity.flows_through(call)
        ]
        stack: Value | None = None
        if len(front.blocks) > 1 or any(split.has_stack for _, split in splits):
            stack = make_stack()
        calls: dict[Instruction, Call] = {}
        for instruction, split in splits:
            value, calls_value = _replace_call(instruction, split, stack)
            activity.active.add(value)
            calls[value] = calls_value
        return _Forward(front, activity.active, calls, stack)

    def _split(self, request: Derivative) -> Split:
        """A called function in two parts. Those of functions that call themselves are made again
        until what they are taken to need of the arguments is what they need."""
        known = self._splits.get(request)
        if known is not None:
            known.is_recursive |= request in self._open
            return known
        while True:
            before, count = dict(self._splits), len(self.module.functions)
            self._open.add(request)
            split = self._make_split(request)
            self._open.discard(request)
            if not split.is_recursive or split.needed == self._assumed.get(request, ()):
                return split
            self._assumed[request] = split.needed
            del self.module.functions[count:]
            self._splits = before

    def _make_split(self, request: Derivative) -> Split:
        original = request.function
        if original in self._by_hand:
            self._splits[request] = split_by_hand(
                request, self._by_hand[original], self._new_small_function
            )
            return self._splits[request]
        if "checkpoint" in original.attributes:
            return self._make_repeated(request)
        return self._divide(request)

    def _make_repeated(self, request: Derivative) -> Split:
        """A function marked ``!checkpoint`` in two parts: the function itself, and both parts of
        it, which is where calls of itself, if it has any, are those of what is made here."""
        split = split_repeated(request, self._new_small_function)
        # What it needs is known before it is made.
        self._splits[request], self._assumed[request] = split, split.needed
        fill_in_repeated(split, self._divide(request))
        split.reverse.attributes = {"checkpoint", "internal", "noinline"}
        return split

    def _divide(self, request: Derivative) -> Split:
        original = request.function
        type = original.type
        forward = self._new_function(f"{original.name or 'f'}.forward", original)
        reverse = self._new_function(f"{original.name or 'f'}.reverse", original)
        leaves = tuple(
            (index, path)
            for index in request.wrt
            for path, _ in differentiable_leaves(type.parameters[index])
        )
        forward.type = FunctionType((*type.parameters, STACK), type.result)
        tangents = tuple(op.element_at(type.parameters[index], path) for index, path in leaves)
        needed = self._assumed.get(request, ())
        given = [op.element_at(type.result, p) for p in request.results]
        stacks = tuple(n for n in request.wrt if type.parameters[n] == STACK)
        given += [*(STACK for _ in stacks), STACK, *(type.parameters[n] for n in needed)]
        reverse.type = FunctionType(tuple(given), TupleType(tangents))
        split = Split(forward, reverse, request.results, leaves, needed, stacks)
        self._splits.setdefault(request, split)
        front = copy_code(original, forward)
        arguments = list(forward.entry.arguments)
        code = self._forward(request, front, lambda: forward.entry.add_argument(STACK))
        split.has_stack = code.stack is not None
        entry = reverse.add_block("entry")
        seeds = [entry.add_argument(op.element_at(type.result, p)) for p in request.results]
        shadows: dict[Value, Value] = {arguments[n]: entry.add_argument(STACK) for n in stacks}
        taken = entry.add_argument(STACK) if split.has_stack else None
        if not split.has_stack:
            forward.type = type
        self._fill_split(split, code, arguments, seeds, taken, shadows)
        reverse.type = FunctionType(tuple(a.type for a in entry.arguments), reverse.type.result)
        merge_blocks(forward)
        merge_blocks(reverse)
        return split

    def _fill_split(
        self,
        split: Split,
        code: _Forward,
        arguments: Sequence[Value],
        seeds: Sequence[Value],
        taken: Value | None,
        shadows: Mapping[Value, Value],
    ) -> None:
        front, target = code.front, split.reverse
        entry = target.entry
        if front.exit is None:
            entry.insert(op.Trap("no call returns from here"))
            return
        result = front.result
        assert result is not None
        reverse = Reverse(front, target, code.active, code.calls, code.stack, taken, shadows)
        for path, seed in zip(split.results, seeds, strict=True):
            reverse.add(result, path, reverse.term(seed))
        reverse.run()
        found = [reverse.leaf(arguments[index], path).value for index, path in split.leaves]
        tape = Tape(reverse, target)
        tape.bring()
        found = [tape.in_place(g, front.blocks[0]) for g in found]
        tape.finish()
        reverse.builder.block.insert(op.Return(tuple_of(found)))
        reverse.connect()
        entry.insert(op.Branch(Successor(reverse.blocks[front.exit], [])))
        split.needed = tuple(tape.needed)
        split.tape_size = len(tape.passed)
        if code.stack is None:
            terminator = front.exit.terminator
            assert terminator is not None
            values = [copy_operand(v, {}) for v in (result, *tape.passed)]
            replace_terminator(terminator, op.Return(tuple_of(values)))
            types = (split.forward.type.result, *(v.type for v in tape.passed))
            split.forward.type = FunctionType(split.forward.type.parameters, TupleType(types))

    def _new_small_function(self, stem: str, type: FunctionType) -> Function:
        name = self.module.unique_name(stem)
        return self.module.add_function(Function(name, type, {"inline", "internal"}))

    def _new_function(self, stem: str, original: Function) -> Function:
        attributes = {*original.attributes - {"checkpoint", "export"}, "internal"}
        name = self.module.unique_name(stem)
        function = Function(name, original.type, attributes, location=original.location)
        return self.module.add_function(function)


def _replace_call(call: op.Apply, split: Split, stack: Value | None) -> tuple[Instruction, Call]:
    """Puts a call of the forward part in the place of a call; gives the value of the result."""
    block = call.block
    assert block is not None
    arguments = [copy_operand(a, {}) for a in call.arguments]
    given = arguments
    if split.has_stack:
        assert stack is not None
        given = [*arguments, stack]
    pack = op.Apply(split.forward, given, split.forward.type.result)
    pack.location = call.location
    block.insert(pack, call)
    value: Instruction = pack
    tape: list[Instruction] = []
    if not split.has_stack:
        value = op.Extract((0,), pack)
        tape = [op.Extract((n + 1,), pack) for n in range(split.tape_size)]
        for part in (value, *tape):
            part.location = call.location
            block.insert(part, call)
    value.name = call.name
    call.replace_uses(value)
    call.erase()
    return value, Call(split, arguments, tape)


def _part(builder: Builder, value: Value, path: Path) -> Value:
    """The part of a value at a path."""
    while path and isinstance(value, Aggregate):
        steps = [step for step, _ in parts_of(value.type)]
        value, path = value.operands[steps.index(path[0])], path[1:]
    return builder.insert(op.Extract(path, value)) if path else value
