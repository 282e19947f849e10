"""Reverse-mode differentiation of straight-line code, as a source transformation.

A gradient function is the original's code followed by the reverse pass, which uses the values of
the original's code directly: straight-line code needs no tape. A function that is called on the way
of a gradient is split in two, ``@f.forward`` and ``@f.reverse``; the first one returns, beside the
result, the values that the second one needs, so that nothing is computed twice. Only instructions
on the way from the arguments asked for to the result are differentiated; what the reverse pass does
not need of the original's code is left to dead code elimination.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dlvm.analysis.differentiability import (
    Derivative,
    call_derivative,
    derivation_order,
    find_activity,
    parts_of,
    root_derivative,
    roots,
    straight_line,
    unsupported,
)
from dlvm.analysis.gradients import differentiated_result, tangent_type
from dlvm.ir import (
    Aggregate,
    Argument,
    Block,
    Builder,
    Function,
    FunctionType,
    GradientDeclaration,
    Instruction,
    Literal,
    Module,
    TensorType,
    TupleType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.instructions import Path
from dlvm.ir.types import VOID, is_differentiable
from dlvm.ir.values import User, copy_operand, tuple_of
from dlvm.transforms.differentiation.adjoints import ADJOINT
from dlvm.transforms.differentiation.term import Term
from dlvm.transforms.substitution import substitute

Leaf = tuple[int, Path]
"""A float tensor in the arguments of a function: the argument's position and a path in it."""


@dataclass(frozen=True)
class Split:
    """A function in two parts. ``forward`` takes its arguments and gives a tuple of its result and
    of what ``reverse`` needs; that takes the gradients of ``results`` and those values, and gives
    the gradients of ``leaves``."""

    forward: Function
    reverse: Function
    results: tuple[Path, ...]
    tape_size: int
    leaves: tuple[Leaf, ...]


@dataclass(frozen=True)
class _Call:
    """A call in the forward pass: what the forward part gave for some arguments."""

    split: Split
    pack: op.Apply


@dataclass(frozen=True)
class _Forward:
    """The original's code, copied, with calls to be differentiated replaced."""

    result: Value
    instructions: Sequence[Instruction]
    active: set[Value]
    calls: Mapping[Instruction, _Call]

    def release(self) -> None:
        """Gives up the result, once it has been returned."""
        if isinstance(self.result, Aggregate):
            self.result.drop_operands()


class Differentiator:
    """Fills in the gradient declarations of a module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._splits: dict[Derivative, Split] = {}

    def fill_in(self, function: Function, declaration: GradientDeclaration) -> None:
        """Gives a declared gradient function its body. Raises :class:`DiagnosticError` for what is
        not differentiable."""
        request = root_derivative(declaration)
        for needed in derivation_order(request)[:-1]:
            self._split(needed)
        original = request.function
        block = function.add_entry([a.name for a in original.arguments])
        arguments = block.arguments[: len(original.arguments)]
        code = self._forward(request, arguments, Builder(block))
        reverse = _Reverse(Builder(block), code)
        is_tuple = isinstance(original.type.result.canonical, TupleType)
        if declaration.seedable:
            seed = block.arguments[-1]
            names = {i.name for i in code.instructions} | {a.name for a in arguments}
            seed.name = None if "seed" in names else "seed"
            result = differentiated_result(declaration)
            for path in request.results:
                inside = _tangent_path(result, path[1:] if is_tuple else path)
                reverse.add(code.result, path, reverse.part(seed, inside))
        else:
            for path in request.results:
                reverse.add(code.result, path, reverse.filled(code.result, path, 1))
        reverse.run()
        gradients = [reverse.assemble(arguments[i], ()) for i in request.wrt]
        kept = [
            reverse.part(code.result, (i,) if is_tuple else ()).value for i in declaration.keeping
        ]
        values = [copy_operand(v, {}) for v in (*gradients, *kept)]
        block.insert(op.Return(Aggregate(function.type.result, values)))
        code.release()
        function.declaration = None

    def _split(self, request: Derivative) -> Split:
        known = self._splits.get(request)
        if known is not None:
            return known
        original = request.function
        forward = self._new_function(f"{original.name or 'f'}.forward", original)
        reverse = self._new_function(f"{original.name or 'f'}.reverse", original)
        front = forward.add_entry([a.name for a in original.arguments])
        back = reverse.add_block("entry")
        code = self._forward(request, front.arguments, Builder(front))
        flow = _Reverse(Builder(back), code)
        for path in request.results:
            seed = back.add_argument(op.element_at(original.type.result, path))
            flow.add(code.result, path, flow.term(seed))
        flow.run()
        found = [
            (index, path, gradient.value)
            for index in request.wrt
            for path, gradient in flow.gradients(front.arguments[index]).items()
        ]
        back.insert(op.Return(tuple_of([value for _, _, value in found])))
        tape = _cut(front, back)
        front.insert(op.Return(tuple_of([copy_operand(code.result, {}), *tape])))
        code.release()
        results = (original.type.result, *(v.type for v in tape))
        forward.type = FunctionType(original.type.parameters, TupleType(results))
        reverse.type = FunctionType(
            tuple(a.type for a in back.arguments), TupleType(tuple(v.type for _, _, v in found))
        )
        leaves = tuple((index, path) for index, path, _ in found)
        split = self._splits[request] = Split(forward, reverse, request.results, len(tape), leaves)
        return split

    def _new_function(self, stem: str, original: Function) -> Function:
        attributes = {*original.attributes - {"export"}, "internal"}
        name = self.module.unique_name(stem)
        function = Function(name, original.type, attributes, location=original.location)
        return self.module.add_function(function)

    def _forward(
        self, request: Derivative, arguments: Sequence[Value], builder: Builder
    ) -> _Forward:
        """Copies the original's code to a block, calls on the way of the gradient split."""
        code, result = _copy_code(request.function, arguments)
        wrt = [arguments[i] for i in request.wrt]
        activity = find_activity(code, roots(result, request.results), wrt)
        calls: dict[Instruction, _Call] = {}
        for position, instruction in enumerate(code):
            if isinstance(instruction, op.Apply) and instruction in activity.active:
                derivative = call_derivative(instruction, request, result, activity)
                if not derivative.function.blocks:
                    raise unsupported("recursion", instruction)
                split = self._split(derivative)
                pack = op.Apply(split.forward, instruction.arguments, split.forward.type.result)
                value = op.Extract((0,), pack)
                pack.location = value.location = instruction.location
                value.name = instruction.name
                instruction.replace_uses(value)
                instruction.drop_operands()
                result = value if result is instruction else result
                activity.active.add(value)
                code[position] = value
                calls[value] = _Call(split, pack)
                builder.insert(pack)
            builder.insert(code[position])
        return _Forward(result, code, activity.active, calls)


def _copy_code(function: Function, arguments: Sequence[Value]) -> tuple[list[Instruction], Value]:
    """Copies of the instructions on the path through a function, and its result. Aggregates that
    the reverse pass may have to use get a name of their own."""
    line = straight_line(function)
    values: dict[Value, Value] = dict(zip(function.arguments, arguments, strict=True))
    code: list[Instruction] = []

    for step in line.steps:
        if isinstance(step, Instruction):
            copied = step.clone(values)
            if not isinstance(copied, op.LiteralInstruction):
                for index, operand in enumerate(copied.operands):
                    if isinstance(operand, Aggregate):
                        code.append(op.LiteralInstruction(copy_operand(operand, {})))
                        copied.set_operand(index, code[-1])
            code.append(copied)
            values[step] = copied
        else:
            argument, passed = step
            value = copy_operand(passed, values)
            values[argument] = substitute(argument, value, code)
    result = Aggregate(VOID, ()) if line.result is None else copy_operand(line.result, values)
    return code, result


def _cut(front: Block, back: Block) -> list[Value]:
    """Makes the values of one block that another one uses arguments of that; gives those values."""
    arguments: dict[Value, Value] = {}

    def pass_in(user: User) -> None:
        for index, value in enumerate(user.operands):
            if isinstance(value, Aggregate):
                pass_in(value)
            elif isinstance(value, Argument | Instruction) and value.block is front:
                if value not in arguments:
                    arguments[value] = back.add_argument(value.type, value.name)
                user.set_operand(index, arguments[value])

    for instruction in back.instructions:
        pass_in(instruction)
    return list(arguments)


class _Reverse:
    """The reverse pass: gradients of values, and the builder that it writes with."""

    def __init__(self, builder: Builder, code: _Forward) -> None:
        self.builder = builder
        self.code = code
        self._found: dict[Value, dict[Path, Term]] = {}

    def run(self) -> None:
        """Lets the gradients flow from the results back to the arguments."""
        for instruction in reversed(self.code.instructions):
            if instruction not in self._found:
                continue
            self.builder.location = instruction.location
            if instruction in self.code.calls:
                self._flow_through_call(instruction, self.code.calls[instruction])
            elif type(instruction) in ADJOINT:
                ADJOINT[type(instruction)](self, instruction)
            else:
                raise unsupported(instruction.mnemonic, instruction)
        self.builder.location = None

    def gradient(self, value: Value) -> Term:
        """The gradient of a tensor that is known to have one."""
        return self._found[value][()]

    def gradients(self, value: Value) -> dict[Path, Term]:
        """The gradients of the float tensors inside a value, by path."""
        return self._found.get(value, {})

    def term(self, value: Value) -> Term:
        return Term(value, self.builder)

    def wants(self, value: Value) -> bool:
        """Whether the gradient of an operand is asked for."""
        if isinstance(value, Aggregate):
            return any(leaf in self.code.active for leaf in value.leaves())
        return value in self.code.active

    def add(self, value: Value, path: Path, gradient: Term) -> None:
        """Adds to the gradient of a value, or of the part of it at a path."""
        if isinstance(value, Aggregate):
            self._add_to_elements(value, path, gradient)
        elif value in self.code.active:
            parts = self._found.setdefault(value, {})
            type = op.element_at(value.type, path).canonical
            assert isinstance(type, TensorType)
            gradient = _fit(gradient, type, value)
            parts[path] = parts[path] + gradient if path in parts else gradient

    def _add_to_elements(self, value: Aggregate, path: Path, gradient: Term) -> None:
        if isinstance(value.type.canonical, TensorType):
            for index, element in enumerate(value.operands):
                if self.wants(element):
                    part = gradient.wrap(op.Extract((index,), gradient.value))
                    self.add(element, (), part)
            return
        steps = [step for step, _ in parts_of(value.type)]
        self.add(value.operands[steps.index(path[0])], path[1:], gradient)

    def part(self, value: Value, path: Path) -> Term:
        """The part of a value at a path."""
        while path and isinstance(value, Aggregate):
            steps = [step for step, _ in parts_of(value.type)]
            value, path = value.operands[steps.index(path[0])], path[1:]
        return self.term(self.builder.insert(op.Extract(path, value)) if path else value)

    def filled(self, value: Value, path: Path, number: float) -> Term:
        """A tensor like the part of a value at a path, with one number everywhere."""
        type = op.element_at(value.type, path).canonical
        if isinstance(type, TensorType) and type.static_shape is not None:
            return self.term(Literal(type, number))
        return self.part(value, path).filled(number)

    def assemble(self, value: Value, path: Path) -> Value:
        """The whole gradient of a value, or of the part of it at a path, as its tangent type."""
        type = op.element_at(value.type, path)
        if not is_differentiable(type):
            return tuple_of(())
        found = self.gradients(value).get(path)
        if found is not None:
            return found.value
        if isinstance(type.canonical, TensorType):
            return self.filled(value, path, 0).value
        parts = [self.assemble(value, (*path, step)) for step, _ in parts_of(type)]
        return Aggregate(tangent_type(type), parts)

    def _flow_through_call(self, value: Instruction, call: _Call) -> None:
        found, split = self.gradients(value), call.split
        seeds = [
            found[p].value if p in found else self.filled(value, p, 0).value for p in split.results
        ]
        tape = [
            self.builder.insert(op.Extract((i + 1,), call.pack)) for i in range(split.tape_size)
        ]
        result = op.Apply(split.reverse, [*seeds, *tape], split.reverse.type.result)
        self.builder.insert(result)
        for index, (position, path) in enumerate(split.leaves):
            argument = call.pack.arguments[position]
            self.add(argument, path, self.part(result, (index,)))


def _fit(gradient: Term, type: TensorType, value: Value) -> Term:
    """A gradient reduced to the shape of an operand that was broadcast."""
    found, wanted = gradient.shape, type.shape
    if found == wanted:
        return gradient
    extra = len(found) - len(wanted)
    repeated = [a for a, dim in enumerate(wanted) if dim == 1 and found[extra + a] != 1]
    if any(d != f and d != 1 for d, f in zip(wanted, found[extra:], strict=True)):
        blamed = value if isinstance(value, Instruction) else None
        raise unsupported("broadcasting over dimensions of unknown size", blamed)
    summed = gradient.sum((*range(extra), *(extra + a for a in repeated)))
    return summed.unsqueeze(*repeated)


def _tangent_path(type: Type, path: Path) -> Path:
    """A path in a type, as a path in its tangent type, where a struct may have become a tuple."""
    steps: list[int | str] = []
    for step in path:
        names = [name for name, _ in parts_of(type)]
        is_tuple = isinstance(tangent_type(type).canonical, TupleType)
        steps.append(names.index(step) if is_tuple else step)
        type = op.element_at(type, (step,))
    return tuple(steps)
