"""Generated functions on enum values, one for each type.

Callers pass enum values, and receive and pass their gradients or tangents. For each case of an
enum, these functions build shadows, and convert between values, shadows, gradients and tangents.
They are recursive if the type is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlvm.analysis.differentiation.activity import carries_tangent
from dlvm.analysis.differentiation.differentiability import differentiable_leaves, unsupported
from dlvm.analysis.differentiation.gradients import parts_of
from dlvm.ir import (
    Aggregate,
    ArrayType,
    Builder,
    EnumType,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    StructType,
    Successor,
    TensorType,
    TupleType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import VOID
from dlvm.ir.values import copy_operand, index_literal
from dlvm.transforms.differentiation.calls.aggregate_parts import part_at
from dlvm.transforms.differentiation.reverse.shadow_values import (
    ShadowTypes,
    accumulate,
    has_cell,
    has_shadow,
    zero,
)
from dlvm.transforms.differentiation.rules.value_builder import TensorValue

Payload = Sequence[Value]


class FilledCopies:
    """Copies values, with the same number in place of every float."""

    def __init__(self, module: Module, number: float, name: str) -> None:
        self._number = number
        self._functions = _EnumFunctions(module, name)

    def like(self, value: Value, builder: Builder) -> Value:
        """Returns the copy as an operand. Raises :class:`DiagnosticError` for a value with
        pointers."""
        type = value.type.canonical
        if not carries_tangent(type):
            return copy_operand(value, {})
        match type:
            case TensorType() if type.static_shape is None:
                return TensorValue(value, builder).filled(self._number).value
            case TensorType():
                return Literal(value.type, self._number)
            case _ if isinstance(value, Literal):
                return value
            case _ if isinstance(value, Aggregate):
                parts = [self.like(part, builder) for part in value.operands]
                return Aggregate(value.type, parts, value.case)
            case EnumType():
                function = self._functions.get(type, (type,), type, self._write)
                return builder.insert(op.Apply(function, [value], value.type))
            case TupleType() | ArrayType() | StructType():
                parts = [self.like(part, builder) for part in _parts(value, builder)]
                return Aggregate(value.type, parts)
            case _:
                blamed = value if isinstance(value, Instruction) else None
                what = f"a value of type {value.type} together with values that have tangents"
                raise unsupported(what, blamed)

    def _write(self, function: Function, type: EnumType) -> None:
        for case, payload, builder in _cases(function, function.arguments[0]):
            parts = [self.like(part, builder) for part in payload]
            builder.insert(op.Return(Aggregate(type, parts, case)))


class MatchedTangents:
    """Tangents that a caller passes together with their values."""

    def __init__(self, module: Module) -> None:
        self._functions = _EnumFunctions(module, "tangent")

    def with_parts_of(self, value: Value, tangent: Value, builder: Builder) -> Value:
        """Converts a tangent to the type of its value. Parts that have no tangent are copied from
        the value. The code traps if the cases of enums differ."""
        type = value.type.canonical
        if not carries_tangent(type):
            return copy_operand(value, {})
        match type:
            case EnumType():
                function = self._functions.get(type, (type, type), type, self._write)
                return builder.insert(op.Apply(function, [value, tangent], value.type))
            case TupleType() | ArrayType() | StructType():
                pairs = zip(_parts(value, builder), _parts(tangent, builder), strict=True)
                return Aggregate(value.type, [self.with_parts_of(a, b, builder) for a, b in pairs])
            case _:
                return copy_operand(tangent, {})

    def _write(self, function: Function, type: EnumType) -> None:
        value, tangent = function.arguments
        message = "the tangent of an enum must have the same case as the value"
        for case, payload, builder in _cases(function, value):
            found = _in_case(builder, tangent, case, message)
            pairs = zip(payload, found, strict=True)
            parts = [self.with_parts_of(a, b, builder) for a, b in pairs]
            builder.insert(op.Return(Aggregate(type, parts, case)))


class ExternalShadows:
    """Shadows of enum values that are defined outside of the differentiated code."""

    def __init__(self, module: Module, types: ShadowTypes) -> None:
        self._types = types
        self._fresh = _EnumFunctions(module, "shadow")
        self._gathered = _EnumFunctions(module, "gradient")
        self._seeded = _EnumFunctions(module, "seed")

    def fresh(self, value: Value, builder: Builder) -> Value:
        """Builds the shadow of a value; ``gathered`` has to free it."""
        type = value.type.canonical
        match type:
            case _ if not carries_tangent(type):
                return copy_operand(value, {})
            case TensorType():
                return zero(type)
            case EnumType():
                shadow = self._types.of(type)
                function = self._fresh.get(type, (type,), shadow, self._write_fresh)
                return builder.insert(op.Apply(function, [value], shadow))
            case _:
                parts = [self.fresh(part, builder) for part in _parts(value, builder)]
                return Aggregate(self._types.of(value.type), parts)

    def _write_fresh(self, function: Function, type: EnumType) -> None:
        for case, payload, builder in _cases(function, function.arguments[0]):
            shadows: list[Value] = []
            for part in payload:
                if has_cell(part.type):
                    content = self._types.of(part.type)
                    cell = builder.insert(op.AllocateHeap(content, index_literal(1)))
                    builder.insert(op.Store(self.fresh(part, builder), cell))
                    shadows.append(cell)
                elif carries_tangent(part.type):
                    shadows.append(self.fresh(part, builder))
            result = function.type.result
            builder.insert(op.Return(Aggregate(result, [*payload, *shadows], case)))

    def gathered(self, shadow: Value, type: EnumType, builder: Builder) -> Value:
        """Returns the gradient of an enum value from its shadow, and frees the shadow."""
        of = self._types.of(type)
        function = self._gathered.get(type, (of,), type, self._write_gathered)
        return builder.insert(op.Apply(function, [shadow], type))

    def _write_gathered(self, function: Function, type: EnumType) -> None:
        for case, payload, builder in _cases(function, function.arguments[0]):
            shadows, parts = list(payload[len(type.payload(case) or ()) :]), list[Value]()
            for part in payload[: len(type.payload(case) or ())]:
                content: Value = part
                if has_cell(part.type):
                    cell = shadows.pop(0)
                    content = builder.insert(op.Load(cell))
                    builder.insert(op.Deallocate(cell))
                elif carries_tangent(part.type):
                    content = shadows.pop(0)
                parts.append(self._gradient(part, content, builder))
            builder.insert(op.Return(Aggregate(type, parts, case)))

    def _gradient(self, value: Value, content: Value, builder: Builder) -> Value:
        """Returns the gradient of a part of a payload, from the content of its shadow."""
        type = value.type.canonical
        match type:
            case _ if not carries_tangent(type):
                return copy_operand(value, {})
            case TensorType() if type.static_shape is None:
                # The gradient can be a scalar zero that broadcasts.
                part, found = TensorValue(value, builder), TensorValue(content, builder)
                return part.equals(part).select(found, found).like(part).value
            case TensorType():
                return content
            case EnumType():
                return self.gathered(content, type, builder)
            case _:
                pairs = zip(_parts(value, builder), _parts(content, builder), strict=True)
                return Aggregate(value.type, [self._gradient(a, b, builder) for a, b in pairs])

    def seed(self, shadow: Value, seed: Value, builder: Builder) -> None:
        """Adds the gradient of an enum value to its shadow."""
        type = seed.type.canonical
        assert isinstance(type, EnumType)
        function = self._seeded.get(type, (shadow.type, type), VOID, self._write_seed)
        builder.insert(op.Apply(function, [shadow, seed], VOID))

    def _write_seed(self, function: Function, type: EnumType) -> None:
        shadow, seed = function.arguments
        message = "the gradient of an enum must have the same case as the value"
        for case, payload, builder in _cases(function, shadow):
            found = _in_case(builder, seed, case, message)
            shadows = iter(payload[len(found) :])
            for part in found:
                if not carries_tangent(part.type):
                    continue
                content = next(shadows)
                if has_cell(part.type):
                    cell = content
                    for path, _ in differentiable_leaves(part.type):
                        place = cell
                        if path:
                            place = builder.insert(op.ElementPointer(cell, (0, *path)))
                        gradient = TensorValue(part_at(builder, part, path), builder)
                        accumulate(place, gradient)
                    if not has_shadow(part.type):
                        continue
                    content = builder.insert(op.Load(cell))
                self._seed_enums(content, part, builder)
            builder.insert(op.Return(None))

    def _seed_enums(self, shadow: Value, seed: Value, builder: Builder) -> None:
        type = seed.type.canonical
        if isinstance(type, EnumType):
            self.seed(shadow, seed, builder)
        elif not isinstance(type, TensorType) and carries_tangent(type):
            for a, b in zip(_parts(shadow, builder), _parts(seed, builder), strict=True):
                if carries_tangent(b.type):
                    self._seed_enums(a, b, builder)


class _EnumFunctions:
    """Functions that serve one purpose, one for each enum type."""

    def __init__(self, module: Module, name: str) -> None:
        self._module = module
        self._name = name
        self._known: dict[EnumType, Function] = {}

    def get(
        self,
        type: EnumType,
        parameters: tuple[Type, ...],
        result: Type,
        write: Callable[[Function, EnumType], None],
    ) -> Function:
        """Returns the function for an enum type; ``write`` builds its body when it is first
        requested."""
        if type not in self._known:
            name = self._module.unique_name(f"{type.name}.{self._name}")
            function = Function(name, FunctionType(parameters, result), {"internal"})
            self._known[type] = self._module.add_function(function)
            function.add_entry()
            write(function, type)
        return self._known[type]


def _parts(value: Value, builder: Builder) -> list[Value]:
    """Returns the elements of a tuple, array or struct."""
    return [part_at(builder, value, (step,)) for step, _ in parts_of(value.type)]


def _cases(function: Function, value: Value) -> Sequence[tuple[str, Payload, Builder]]:
    """Adds a block for each case of an enum value; returns each case with its payload and the
    builder of its block."""
    type = value.type.canonical
    assert isinstance(type, EnumType)
    cases: list[Successor] = []
    found: list[tuple[str, Payload, Builder]] = []
    for case, payload in type.cases:
        block = function.add_block()
        found.append((case, [block.add_argument(t) for t in payload], Builder(block)))
        cases.append(Successor(block, (), case))
    function.entry.insert(op.BranchEnum(value, cases))
    return found


def _in_case(builder: Builder, value: Value, case: str, message: str) -> Payload:
    """Returns the payload of an enum value; traps if the value is of another case."""
    type = value.type.canonical
    assert isinstance(type, EnumType)
    cases: list[Successor] = []
    found: Payload = ()
    inside = builder.block
    for other, payload in type.cases:
        block = builder.block.function.add_block()
        arguments = [block.add_argument(t) for t in payload]
        if other == case:
            inside, found = block, arguments
        else:
            block.insert(op.Trap(message))
        cases.append(Successor(block, (), other))
    builder.insert(op.BranchEnum(value, cases))
    builder.block = inside
    return found
