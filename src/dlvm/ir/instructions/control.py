"""Calls and terminators."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import quantity
from dlvm.ir.declaration import (
    Effect,
    Trait,
    TypeRuleError,
    attribute,
    callee,
    cases,
    operand,
    operands,
    optional_attribute,
    optional_indices,
    optional_operand,
    successor,
)
from dlvm.ir.instruction import Instruction, Successor
from dlvm.ir.instructions.rules import check_scalar, tensor_type
from dlvm.ir.types import (
    CONDITION,
    INDEX,
    VOID,
    EnumType,
    FunctionType,
    Type,
    compatible_type,
    same_type,
)
from dlvm.ir.values import Value


class Apply(Instruction):
    """Calls a function with arguments; the callee may be a function value."""

    format = "apply {callee}({arguments}){result}"
    declared_effects = Effect.CALL
    callee: Value = callee()
    arguments: Sequence[Value] = operands()
    result: Type = attribute("application")

    def infer(self) -> Type:
        type = self.callee.type.canonical
        if not isinstance(type, FunctionType):
            raise TypeRuleError(f"callee has type {self.callee.type}, expected a function")
        if len(self.arguments) != len(type.parameters):
            count = len(type.parameters)
            expected = quantity(count, "argument")
            raise TypeRuleError(f"expected {expected}, got {len(self.arguments)}")
        _check_arguments(self.arguments, type.parameters)
        if not compatible_type(self.result, type.result):
            raise TypeRuleError(f"expected result type {type.result}, got {self.result}")
        return self.result


def _check_arguments(arguments: Sequence[Value], parameters: Sequence[Type]) -> None:
    for position, (argument, expected) in enumerate(zip(arguments, parameters, strict=True)):
        if not compatible_type(argument.type, expected):
            raise TypeRuleError(
                f"argument {position} has type {argument.type}, expected {expected}"
            )


class Partial(Instruction):
    """A closure: a function value that binds the first arguments of a function, and has the
    remaining ones as parameters. The callee may be a function value."""

    format = "partial {callee}({arguments})"
    # Enum values take the place of closures before differentiation.
    traits = Trait.ZERO_DERIVATIVE
    callee: Value = callee()
    arguments: Sequence[Value] = operands()

    def infer(self) -> Type:
        type = self.callee.type.canonical
        if not isinstance(type, FunctionType):
            raise TypeRuleError(f"callee has type {self.callee.type}, expected a function")
        if not type.parameters:
            raise TypeRuleError(f"callee has type {type}, expected a function with parameters")
        count = len(self.arguments)
        if not 1 <= count <= len(type.parameters):
            most = quantity(len(type.parameters), "argument")
            expected = most if len(type.parameters) == 1 else f"1 to {most}"
            raise TypeRuleError(f"expected {expected}, got {count}")
        _check_arguments(self.arguments, type.parameters[:count])
        return FunctionType(type.parameters[count:], type.result)


class SameFunction(Instruction):
    """Whether two function values are the same function of the module. For closures, the
    result is false."""

    format = "sameFunction {lhs}, {rhs}"
    traits = Trait.ZERO_DERIVATIVE
    lhs: Value = operand()
    rhs: Value = operand()

    def infer(self) -> Type:
        for value in (self.lhs, self.rhs):
            if not isinstance(value.type.canonical, FunctionType):
                raise TypeRuleError(f"operand has type {value.type}, expected a function")
        if not same_type(self.lhs.type, self.rhs.type):
            raise TypeRuleError(
                f"operands have types {self.lhs.type} and {self.rhs.type}, expected the same"
            )
        return CONDITION


MOST_VALUES: Final = 4
"""The maximum number of values in the message of an :class:`Assert`."""


class Assert(Instruction):
    """Ends the call with an error unless a condition holds. The values, at most 4, replace ``{0}``,
    ``{1}`` and so on in the message."""

    format = "assert {condition} message {message} [with {values}]"
    # An assert is control flow: it must not be removed or moved.
    declared_effects = Effect.TRAP | Effect.CONTROL
    condition: Value = operand()
    message: str = attribute("string")
    values: Sequence[Value] = optional_indices(default=())

    def infer(self) -> Type:
        check_scalar(self.condition, CONDITION, "condition")
        if len(self.values) > MOST_VALUES:
            raise TypeRuleError(f"expected at most {MOST_VALUES} values, got {len(self.values)}")
        for value in self.values:
            check_scalar(value, INDEX, "value")
        for number in map(int, _PLACEHOLDER.findall(self.message)):
            if number >= len(self.values):
                raise TypeRuleError(
                    f"the message has {{{number}}}, got {quantity(len(self.values), 'value')}"
                )
        return VOID


_PLACEHOLDER = re.compile(r"\{(\d)\}")


def fill_in(message: str, values: Sequence[object]) -> str:
    """The message of an :class:`Assert` with its values in place of ``{0}``, ``{1}`` and so on."""
    return _PLACEHOLDER.sub(lambda m: str(values[int(m[1])]), message)


class Print(Instruction):
    """Prints a line, each time it runs. The values replace ``{}``, or ``{0}``, ``{1}`` and so on,
    in the text, as in Python's format strings: ``{:.3f}`` is a number with 3 digits after the
    point, and ``{{`` is a brace. Tensors are printed like NumPy arrays. The text must mention each
    value."""

    format = "print {text}({values})"
    declared_effects = Effect.OUTPUT
    traits = Trait.ZERO_DERIVATIVE
    text: str = attribute("string")
    values: Sequence[Value] = operands()

    def infer(self) -> Type:
        types = [tensor_type(v, "a value") for v in self.values]
        samples = [np.zeros((0,) if t.rank else (), t.element.numpy) for t in types]
        try:
            printed_line(self.text, samples)
        except FORMAT_ERRORS as problem:
            raise TypeRuleError(f"the text does not fit the values: {problem}") from None
        return VOID


FORMAT_ERRORS: Final = (ValueError, TypeError, AttributeError, LookupError)
"""What :func:`printed_line` raises if the text does not fit the values."""


class _LineFormatter(string.Formatter):
    def get_value(self, key: Any, args: Any, kwargs: Any) -> Any:
        if not isinstance(key, int) or key >= len(args):
            raise ValueError(f"there is no value {key}")
        return args[key]

    def format_field(self, value: Any, format_spec: str) -> str:
        return format(value, format_spec) if format_spec else str(value)

    def check_unused_args(self, used_args: Any, args: Any, kwargs: Any) -> None:
        for place in range(len(args)):
            if place not in used_args:
                raise ValueError(f"value {place} is not in it")


def printed_line(text: str, values: Sequence[np.ndarray[Any, Any]]) -> str:
    """The line that a :class:`Print` prints for these values."""
    return _LineFormatter().vformat(text, [v if v.ndim else v[()] for v in values], {})


class Terminator(Instruction):
    """The last instruction of a block."""

    declared_effects = Effect.CONTROL
    is_terminator = True

    def infer(self) -> Type:
        # Most terminators pass no arguments.
        if len(self.operands) > len(self.own_operands) or any(t.arguments for t in self.targets):
            for target in self.successors:
                _check_passed(target, [v.type for v in target.arguments])
        return VOID


def _check_passed(target: Successor, types: Sequence[Type]) -> None:
    """Checks the types of the values that are passed to a block's arguments."""
    parameters = target.block.arguments
    name = f"'{target.block.name or '?'}"
    source = f" from the case ?{target.case}" if target.receives_payload else ""
    if len(types) != len(parameters):
        raise TypeRuleError(
            f"expected {quantity(len(parameters), 'argument')} to {name}{source}, got {len(types)}"
        )
    for position, (type, parameter) in enumerate(zip(types, parameters, strict=True)):
        if not compatible_type(type, parameter.type):
            raise TypeRuleError(
                f"argument {position} to {name}{source} has type {type}, expected {parameter.type}"
            )


class Branch(Terminator):
    """Branches to a block."""

    format = "branch {target}"
    target: Successor = successor()


class Conditional(Terminator):
    """Branches to the first block if a condition is true, and otherwise to the second."""

    format = "conditional {condition} then {then} else {otherwise}"
    condition: Value = operand()
    then: Successor = successor()
    otherwise: Successor = successor()

    def infer(self) -> Type:
        check_scalar(self.condition, CONDITION, "condition")
        return super().infer()


class BranchEnum(Terminator):
    """Branches to the block for the case of an enum value. The arguments of the block are the
    payload of the case. Every case has a block; an undefined value traps."""

    format = "branchEnum {value} {cases}"
    declared_effects = Effect.CONTROL | Effect.TRAP
    value: Value = operand()
    cases: Sequence[Successor] = cases()

    def infer(self) -> Type:
        type = self.value.type.canonical
        if not isinstance(type, EnumType):
            raise TypeRuleError(f"operand has type {self.value.type}, expected an enum")
        found: set[str] = set()
        for target in self.cases:
            case = target.case or ""
            payload = type.payload(case)
            if payload is None:
                names = ", ".join("?" + n for n, _ in type.cases)
                raise TypeRuleError(f"{type} has no case ?{case}, expected one of {names}")
            if case in found:
                raise TypeRuleError(f"case ?{case} must appear only once")
            if target.arguments:
                raise TypeRuleError(f"case ?{case} passes values, expected its payload alone")
            found.add(case)
            _check_passed(target, payload)
        missing = [f"?{n}" for n, _ in type.cases if n not in found]
        if missing:
            raise TypeRuleError(f"expected every case of {type}, got none for {', '.join(missing)}")
        return VOID


class Trap(Terminator):
    """Ends the call with an error. After a ``trap`` without a message, the block may have another
    terminator, which is ignored."""

    format = "trap [{message}]"
    declared_effects = Effect.TRAP | Effect.CONTROL
    message: str = optional_attribute("string", default="trap")


class Return(Terminator):
    """Ends the function and returns a result, or nothing if the result type is void."""

    format = "return [{value}]"
    value: Value | None = optional_operand(default=None)

    def infer(self) -> Type:
        return VOID
