"""Calls and terminators."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.ir.instruction import (
    Effect,
    Instruction,
    Successor,
    TypeRuleError,
    attribute,
    callee,
    operand,
    operands,
    optional_indices,
    optional_operand,
    successor,
)
from dlvm.ir.instructions.rules import check_scalar
from dlvm.ir.types import CONDITION, INDEX, VOID, FunctionType, Type, compatible_type
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
            raise TypeRuleError(
                f"{len(self.arguments)} arguments found, expected {len(type.parameters)}"
            )
        for position, (argument, expected) in enumerate(
            zip(self.arguments, type.parameters, strict=True)
        ):
            if not compatible_type(argument.type, expected):
                raise TypeRuleError(
                    f"argument {position} has type {argument.type}, expected {expected}"
                )
        if not compatible_type(self.result, type.result):
            raise TypeRuleError(f"result type {self.result} found, expected {type.result}")
        return self.result


class Assert(Instruction):
    """Ends the call with an error unless a condition holds. In the message ``{0}``, ``{1}`` and so
    on stand for the values, of which there are at most 4."""

    format = "assert {condition} message {message} [with {values}]"
    # A part of the control flow: it is there for its effect, and may be neither removed nor moved.
    declared_effects = Effect.TRAP | Effect.CONTROL
    condition: Value = operand()
    message: str = attribute("string")
    values: Sequence[Value] = optional_indices()

    def infer(self) -> Type:
        check_scalar(self.condition, CONDITION, "condition")
        if len(self.values) > 4:
            raise TypeRuleError(f"{len(self.values)} values found, expected at most 4")
        for value in self.values:
            check_scalar(value, INDEX, "value")
        return VOID


class Terminator(Instruction):
    """The last instruction of a block."""

    declared_effects = Effect.CONTROL
    is_terminator = True

    def infer(self) -> Type:
        for target in self.successors:
            parameters = target.block.arguments
            name = target.block.name or "?"
            if len(target.arguments) != len(parameters):
                raise TypeRuleError(
                    f"{len(target.arguments)} arguments to '{name} found, expected "
                    f"{len(parameters)}"
                )
            for position, (value, parameter) in enumerate(
                zip(target.arguments, parameters, strict=True)
            ):
                if not compatible_type(value.type, parameter.type):
                    raise TypeRuleError(
                        f"argument {position} to '{name} has type {value.type}, expected "
                        f"{parameter.type}"
                    )
        return VOID


class Branch(Terminator):
    """Goes on at a block."""

    format = "branch {target}"
    target: Successor = successor()


class Conditional(Terminator):
    """Goes on at one of two blocks."""

    format = "conditional {condition} then {then} else {otherwise}"
    condition: Value = operand()
    then: Successor = successor()
    otherwise: Successor = successor()

    def infer(self) -> Type:
        check_scalar(self.condition, CONDITION, "condition")
        return super().infer()


class Return(Terminator):
    """Ends the function with a result, or with none where its type is void."""

    format = "return [{value}]"
    value: Value | None = optional_operand()

    def infer(self) -> Type:
        return VOID
