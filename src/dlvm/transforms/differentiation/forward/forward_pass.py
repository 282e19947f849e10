"""Forward-mode differentiation by source transformation.

A derivative function is a copy of the original's code that computes the tangent of each active
value right after the value. Blocks have additional arguments for the tangents of their arguments,
and memory has shadow memory of the same layout that holds tangents, so any control flow is
supported. A call of ``@f`` becomes a call of ``@f.derivative``, which returns the result and its
tangents.

A tangent has the type of its value. Parts of a value that have no tangent, such as an integer in a
struct, are arbitrary in the tangent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from dlvm.analysis.cfg.control_flow import reverse_postorder
from dlvm.analysis.differentiation.activity import (
    ActivityRequest,
    DependenceGraph,
    parts_of_call,
    parts_of_result,
)
from dlvm.analysis.differentiation.custom_derivatives import find_custom_derivatives
from dlvm.analysis.differentiation.differentiability import unsupported
from dlvm.analysis.differentiation.forward_mode import has_tangent, root_request
from dlvm.analysis.differentiation.gradients import (
    differentiated_arguments,
    differentiated_results,
    parts_of,
    tangent_type,
)
from dlvm.analysis.values.symbols import result_of_call
from dlvm.ir import (
    Aggregate,
    Block,
    Builder,
    DerivativeDeclaration,
    EnumType,
    Function,
    FunctionType,
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
from dlvm.ir.cloning import copy_blocks
from dlvm.ir.instructions import Path
from dlvm.ir.types import VOID, inner_types, is_differentiable
from dlvm.ir.values import copy_operand, tuple_of
from dlvm.transforms.differentiation.calls.aggregate_parts import member, part_at
from dlvm.transforms.differentiation.calls.custom_derivatives import forwarding
from dlvm.transforms.differentiation.reverse.enum_values import FilledCopies, MatchedTangents
from dlvm.transforms.differentiation.reverse.global_variables import ShadowVariables, restore
from dlvm.transforms.differentiation.rules.composites import composed, flow_forward
from dlvm.transforms.differentiation.rules.tangents import tangent_rule
from dlvm.transforms.differentiation.rules.value_builder import TensorValue

AnyInstruction = TypeVar("AnyInstruction", bound=Instruction)


@dataclass(frozen=True)
class DerivativeFunction:
    """The derivative function of another function. Its parameters are those of the original and the
    tangents of the arguments ``arguments``; it returns a tuple of the original's result and the
    tangents of the parts ``parts`` of that result.
    """

    function: Function
    arguments: tuple[int, ...]
    parts: tuple[int, ...]


class ForwardDifferentiator:
    """Derives the bodies of declared derivatives of a module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.custom = find_custom_derivatives(module, DerivativeDeclaration)
        self._derivatives: dict[ActivityRequest, DerivativeFunction] = {}
        self._pending: list[ActivityRequest] = []
        self.zeros = FilledCopies(module, 0, "zero")
        self.matched = MatchedTangents(module)
        self.variables = ShadowVariables(module, "tangent")

    def fill_in(self, function: Function, declaration: DerivativeDeclaration) -> None:
        """Derives the body of a derivative function. The original must be differentiable."""
        # A function that is itself a derivative had no body before.
        asked = original = declaration.function
        if asked in self.custom:
            original = forwarding(asked, declaration.location)
            declaration = replace(declaration, function=original)
        request = root_request(declaration)
        dependence = DependenceGraph([request.function], self.custom)
        function.declaration = None
        _DerivativeBody(self, dependence, request, function).write_declared(declaration)
        while self._pending:
            request = self._pending.pop()
            derivative = self._derivatives[request]
            _DerivativeBody(self, dependence, request, derivative.function).write_called(derivative)
        if original is not asked:
            original.remove_block(original.entry)

    def derivative(
        self, request: ActivityRequest, dependence: DependenceGraph
    ) -> DerivativeFunction:
        """Returns the derivative function for a request of a call; its body may be derived
        later."""
        known = self._derivatives.get(request)
        if known is None:
            original, activity = request.function, dependence.activity(request)
            indices = range(len(original.arguments))
            arguments = tuple(i for i in indices if original.arguments[i] in activity)
            parts = tuple(p.index for p in parts_of_result(original) if p in activity)
            tangents = [original.type.parameters[i] for i in arguments]
            given = [_element(original.type.result, i) for i in parts]
            type = FunctionType(
                (*original.type.parameters, *tangents),
                TupleType((original.type.result, *given)),
            )
            name = self.module.unique_name(f"{original.name or 'f'}.derivative")
            attributes = {*original.attributes - {"export"}, "internal"}
            function = Function(name, type, attributes, location=original.location)
            known = DerivativeFunction(self.module.add_function(function), arguments, parts)
            self._derivatives[request] = known
            self._pending.append(request)
        return known


class _DerivativeBody:
    """The body of a derivative function: a copy of the original's code, with tangents."""

    def __init__(
        self,
        differentiator: ForwardDifferentiator,
        dependence: DependenceGraph,
        request: ActivityRequest,
        function: Function,
    ) -> None:
        self.function = function
        self.original = request.function
        self._differentiator = differentiator
        self._dependence = dependence
        self._activity = dependence.activity(request)
        self._blocks = reverse_postorder(self.original)
        self._values: dict[Value, Value] = {}
        self._copies = copy_blocks(self._blocks, function, self._values, {})
        self._names = {v.name for v in self._values.values()}
        self._tangents: dict[Value, Value] = {}
        self._parts: dict[Value, dict[int, Value]] = {}
        self._given: tuple[int, ...] | None = None
        self._before: list[tuple[Value, Value]] = []
        variables = [node for node in self._activity.varied if isinstance(node, Variable)]
        self._variables = [v for v in variables if v in self._activity]
        beside = differentiator.variables
        self._tangents |= {variable: beside.of(variable) for variable in self._variables}
        self._tail: Value | None = None
        self._builder = Builder(function.entry)

    def write_declared(self, declaration: DerivativeDeclaration) -> None:
        """Writes the body of a declared derivative."""
        is_tuple = isinstance(self.original.type.result.canonical, TupleType)
        result = self.function.type.result
        sources = differentiated_results(declaration)

        def tangent_of_result(value: Value) -> Value:
            tangents = [self._narrow(self._element(value, source)) for source in sources]
            kept = (
                self._original_part(value, (i,) if is_tuple else ()) for i in declaration.keeping
            )
            given = Aggregate(result, [*tangents, *(copy_operand(v, {}) for v in kept)])
            restore(self._before, self._builder)
            return given

        taken: dict[int, Value] = {}
        for index in differentiated_arguments(declaration):
            argument = self.original.arguments[index]
            name = self._name(argument)
            taken[index] = self.function.entry.add_argument(tangent_type(argument.type), name)
        self._write(taken, tangent_of_result)

    def write_called(self, derivative: DerivativeFunction) -> None:
        """Writes the body of a derivative function that calls have requested."""

        def tangent_of_result(value: Value) -> Value:
            tangents = [self._element(value, part) for part in derivative.parts]
            return tuple_of([copy_operand(value, {}), *tangents])

        self._given = derivative.parts
        taken: dict[int, Value] = {}
        for index in derivative.arguments:
            argument = self.original.arguments[index]
            taken[index] = self.function.entry.add_argument(argument.type, self._name(argument))
        self._write(taken, tangent_of_result)

    def _name(self, value: Value) -> str | None:
        """Returns the name of a value's tangent."""
        name = f"{value.name}.tangent"
        return None if value.name is None or name in self._names else name

    def _write(self, taken: dict[int, Value], tangent_of_result: Callable[[Value], Value]) -> None:
        active: dict[Block, list[Value]] = {}
        for block in self._blocks[1:]:
            copied = self._copies[block]
            active[copied] = []
            for argument in block.arguments:
                if argument in self._activity:
                    tangent = copied.add_argument(argument.type, self._name(argument))
                    active[copied].append(self._values[argument])
                    self._tangents[self._values[argument]] = tangent
        for block in self._blocks:
            copied = self._copies[block]
            copies = copied.instructions
            copied.set_instructions([])
            self._builder = Builder(copied)
            if block is self.original.entry and self._given is None:
                variables = self._differentiator.variables
                self._before = variables.enter(self._variables, self._builder)
            if block is self.original.entry:
                for index, tangent in taken.items():
                    argument = copied.arguments[index]
                    is_whole = self._given is not None
                    widened = tangent if is_whole else self._widen(argument, tangent)
                    self._tangents[argument] = widened
            for instruction, copy in zip(block.instructions, copies, strict=True):
                self._builder.location = copy.location
                if copy.is_terminator:
                    self._terminate(copy, active, tangent_of_result)
                elif isinstance(instruction, op.Apply):
                    self._call(instruction, copy)
                elif has_tangent(instruction, self._activity):
                    self._derive(copy)
                else:
                    self.put(copy)

    def _derive(self, instruction: Instruction) -> None:
        """Copies an instruction and computes its tangent."""
        if not isinstance(instruction, op.LiteralInstruction):
            for index, operand in enumerate(instruction.operands):
                if isinstance(operand, Aggregate):
                    named = self.put(op.LiteralInstruction(copy_operand(operand, {})))
                    instruction.set_operand(index, named)
                    if (tangent := self.tangent(named.value)) is not None:
                        self._tangents[named] = tangent
        rule = tangent_rule(type(instruction))
        if rule is None:
            raise unsupported(instruction.mnemonic, instruction)
        self.put(instruction)
        whole = composed(instruction)
        tangent = flow_forward(self, instruction, whole) if whole else rule(self, instruction)
        if tangent is not None:
            self._tangents[instruction] = tangent

    def _call(self, original: op.Apply, call: Instruction) -> None:
        """Copies a call, or replaces it with a call of the derivative."""
        assert isinstance(call, op.Apply)
        callee = original.callee
        request = None
        if isinstance(callee, Function) and callee in self._differentiator.custom:
            self.put(call)
            self._derive_custom(original, call, self._differentiator.custom[callee])
            return
        if isinstance(callee, Function) and callee.blocks:
            request = self._dependence.callee_request(original, self._activity)
        if request is None:
            self.put(call)
            return
        derivative = self._differentiator.derivative(request, self._dependence)
        tangents = [self.tangent_or_zero(call.arguments[i]) for i in derivative.arguments]
        given = [_element(call.type, i) for i in derivative.parts]
        arguments = [*(copy_operand(v, {}) for v in call.arguments), *tangents]
        pack = self.put(op.Apply(derivative.function, arguments, TupleType((call.type, *given))))
        call.drop_operands()
        if self._given == derivative.parts and is_returned(original):
            self._tail = pack
            return
        if not call.is_used:
            return
        value = self.put(op.Extract((0,), pack), call.name)
        call.replace_uses(value)
        self._values[original] = value
        parts = {
            part: self.put(op.Extract((place,), pack))
            for place, part in enumerate(derivative.parts, 1)
        }
        self._set_tangents(original, value, parts)

    def _derive_custom(
        self, original: op.Apply, call: op.Apply, rules: Mapping[int, Function]
    ) -> None:
        """Computes the tangents of a call by calling custom derivatives. ``rules`` maps positions
        of results to them."""
        found: dict[int, Value] = {}
        for part in parts_of_call(original):
            if part in self._activity:
                rule = rules[part.index]
                assert isinstance(rule.declaration, DerivativeDeclaration)
                arguments = [copy_operand(v, {}) for v in call.arguments]
                wrt = differentiated_arguments(rule.declaration)
                tangents = [self._narrow(self.tangent_or_zero(call.arguments[i])) for i in wrt]
                given = [*arguments, *tangents]
                pack = self.put(op.Apply(rule, given, result_of_call(rule.type, given)))
                path = (part.index,) if isinstance(call.type.canonical, TupleType) else ()
                tangent = self.put(op.Extract((0,), pack))
                found[part.index] = self._widen(self._original_part(call, path), tangent)
        self._set_tangents(original, call, found)

    def _set_tangents(self, original: op.Apply, value: Value, parts: Mapping[int, Value]) -> None:
        """Records the tangents of the parts of a call's result."""
        if not isinstance(value.type.canonical, TupleType):
            if parts:
                self._tangents[value] = parts[0]
            return
        self._parts[value] = dict(parts)
        if original in self._activity:
            elements = [
                parts[i] if i in parts else self._zero(self._original_part(value, (i,)))
                for i in range(len(parts_of(value.type)))
            ]
            whole = Aggregate(value.type, elements)
            self._tangents[value] = self.put(op.LiteralInstruction(whole))

    def _terminate(
        self,
        terminator: Instruction,
        active: dict[Block, list[Value]],
        tangent_of_result: Callable[[Value], Value],
    ) -> None:
        def doubled(target: Successor) -> Successor:
            given = zip(target.block.arguments, target.arguments, strict=False)
            tangents = [self.tangent_or_zero(v) for a, v in given if a in active[target.block]]
            passed = (copy_operand(v, {}) for v in target.arguments)
            return Successor(target.block, [*passed, *tangents])

        match terminator:
            case op.Return() if self._tail is not None:
                replaced, self._tail = op.Return(self._tail), None
            case op.Return():
                value = terminator.value
                replaced = op.Return(
                    tangent_of_result(Aggregate(VOID, ()) if value is None else value)
                )
            case op.Branch():
                replaced = op.Branch(doubled(terminator.target))
            case op.Conditional():
                then, otherwise = doubled(terminator.then), doubled(terminator.otherwise)
                replaced = op.Conditional(terminator.condition, then, otherwise)
            case op.BranchEnum():
                cases = [self._enter_case(terminator, t, active[t.block]) for t in terminator.cases]
                replaced = op.BranchEnum(copy_operand(terminator.value, {}), cases)
            case _:
                self.put(terminator)
                return
        terminator.drop_operands()
        self.put(replaced)

    def _enter_case(
        self, branch: op.BranchEnum, target: Successor, active: Sequence[Value]
    ) -> Successor:
        """Returns the successor for the case of an enum. If the target has tangents as arguments,
        the edge leads through a block that extracts them from the tangent enum, provided that the
        tangent has the same case."""
        if not active:
            return target
        outer = self._builder
        entered = self.function.add_block(after=outer.block)
        self._builder = Builder(entered)
        payload = [
            entered.add_argument(a.type)
            for a in target.block.arguments[: len(target.block.arguments) - len(active)]
        ]
        known: dict[Value, Value]
        tangent = self.tangent(branch.value)
        if tangent is None:
            known = {
                a: self._zero(v) for a, v in zip(target.block.arguments, payload, strict=False)
            }
        else:
            inner = self.function.add_block(after=entered)
            found = [inner.add_argument(v.type) for v in payload]
            cases = [
                Successor(
                    inner if t.case == target.case else self._missing_case(branch, t), (), t.case
                )
                for t in branch.cases
            ]
            self.put(op.BranchEnum(tangent, cases))
            self._builder = Builder(inner)
            known = dict(zip(target.block.arguments, found, strict=False))
        tangents = [known[a] for a in active]
        self.put(op.Branch(Successor(target.block, [*payload, *tangents])))
        self._builder = outer
        return Successor(entered, (), target.case)

    def _missing_case(self, branch: op.BranchEnum, target: Successor) -> Block:
        """Builds the block that is entered if the case of the value and that of the tangent
        differ."""
        block = self.function.add_block()
        type = branch.value.type.canonical
        assert isinstance(type, EnumType)
        for part in type.payload(target.case or "") or ():
            block.add_argument(part)
        block.insert(op.Trap("the tangent of an enum must have the same case as the value"))
        return block

    # The interface that rules use

    def put(self, instruction: AnyInstruction, name: str | None = None) -> AnyInstruction:
        """Appends an instruction to the current block."""
        return self._builder.insert(instruction, name)

    def term(self, value: Value) -> TensorValue:
        return TensorValue(value, self._builder)

    def tangent(self, value: Value) -> Value | None:
        """Returns the tangent of a value; None if it is zero."""
        if isinstance(value, Aggregate):
            if not any(leaf in self._tangents for leaf in value.leaves()):
                return None
            return self.put(op.LiteralInstruction(self.tangent_or_zero(value)))
        return self._tangents.get(value)

    def tangent_or_zero(self, value: Value) -> Value:
        """Returns the tangent of a value in the value's type; parts without a tangent keep the
        original's value."""
        if isinstance(value, Aggregate):
            elements = [self.tangent_or_zero(element) for element in value.operands]
            return Aggregate(value.type, elements, value.case)
        found = self._tangents.get(value)
        return self._zero(value) if found is None else found

    def part(self, value: Value, path: Path) -> Value | None:
        """Returns the tangent of the part of a value at a path; None if it is zero."""
        while path and isinstance(value, Aggregate) and value.case is None:
            if isinstance(value.type.canonical, TensorType):
                break
            value, path = member(value, path[0]), path[1:]
        if value in self._parts and path:
            found = self._parts[value].get(int(path[0]))
            path = path[1:]
        else:
            found = self.tangent(value)
        if found is None or not path:
            return found
        return self.put(op.Extract(path, found))

    def _element(self, value: Value, index: int) -> Value:
        """Returns the tangent of an element of a tuple. For a value that is not a tuple, returns
        the tangent of the value."""
        path = (index,) if isinstance(value.type.canonical, TupleType) else ()
        found = self.part(value, path)
        if found is not None:
            return found
        zero = self._zero(self._original_part(value, path))
        return self.put(op.LiteralInstruction(zero)) if isinstance(zero, Aggregate) else zero

    def _original_part(self, value: Value, path: Path) -> Value:
        return part_at(self._builder, value, path)

    def _zero(self, value: Value) -> Value:
        return self._differentiator.zeros.like(value, self._builder)

    def _widen(self, value: Value, tangent: Value) -> Value:
        """Converts the tangent of a value from its tangent type to the type of the value, from
        which it copies parts without a tangent."""
        type = value.type
        if not is_differentiable(type):
            return value
        if isinstance(type.canonical, EnumType):
            return self._differentiator.matched.with_parts_of(value, tangent, self._builder)
        if tangent.type == type and not any(isinstance(t, EnumType) for t in inner_types(type)):
            return tangent
        parts = [
            self._widen(self._original_part(value, (step,)), self.put(op.Extract((at,), tangent)))
            for step, at in _steps(type)
        ]
        return self.put(op.LiteralInstruction(Aggregate(type, parts)))

    def _narrow(self, tangent: Value) -> Value:
        """Converts a tangent from the type of its value to the tangent type of that type."""
        type = tangent.type
        if tangent_type(type) == type:
            return tangent
        if not is_differentiable(type):
            return tuple_of(())
        parts = [self._narrow(self._original_part(tangent, (step,))) for step, _ in _steps(type)]
        return Aggregate(tangent_type(type), parts)


def is_returned(call: op.Apply) -> bool:
    """Whether the function returns the result of a call right after the call."""
    block = call.block
    last = block.instructions[-2:] if block is not None else []
    if last[:1] != [call] or not isinstance(last[1], op.Return):
        return False
    return last[1].value is call or (last[1].value is None and call.type.canonical == VOID)


def _element(type: Type, index: int) -> Type:
    """Returns the type of an element of a tuple, or the type itself if it is not a tuple."""
    whole = type.canonical
    return whole.elements[index] if isinstance(whole, TupleType) else type


def _steps(type: Type) -> Sequence[tuple[int | str, int | str]]:
    """Returns for each part of a type how it is accessed: its index or field name in the type, and
    in the tangent type, which can be a tuple for a struct."""
    is_tuple = isinstance(tangent_type(type).canonical, TupleType)
    steps = [step for step, _ in parts_of(type)]
    return [(step, number if is_tuple else step) for number, step in enumerate(steps)]
