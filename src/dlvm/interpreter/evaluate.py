"""Runs functions. Calls push frames on an explicit stack instead of recursing in Python."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

import numpy as np

from dlvm.analysis.cfg.tail_calls import is_tail_call
from dlvm.diagnostics import Location, error, quantity
from dlvm.interpreter.conversion import from_python, to_python
from dlvm.interpreter.numbers import Array
from dlvm.interpreter.operands import value_of
from dlvm.interpreter.rules import (
    EVALUATE,
    CallRequest,
    Finish,
    Frame,
    Jump,
    Observer,
    RandomState,
    Rounding,
    RunState,
    check_sizes,
    failure,
)
from dlvm.interpreter.sizes import bind_sizes, sized
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import Apply
from dlvm.ir.instructions.elementwise import Elementwise
from dlvm.ir.module import Block, DerivedDeclaration, Function, Module, require_module
from dlvm.ir.types import FunctionType, TensorType, TupleType

MAX_FRAMES: Final = 100_000
"""The maximum depth of nested calls. A tail call reuses the frame of its caller."""


def interpret(
    module: Module,
    function: str,
    *arguments: Any,
    seed: int = 0,
    observer: Observer | None = None,
    rounding: Rounding | None = None,
) -> Any:
    """Runs a function of a well-formed module and returns its result.

    Tensors are NumPy arrays of the parameter's element type and shape; scalars are numbers. Structs
    are records, mappings, or objects with the fields as attributes; tuples and arrays are
    sequences. Enum values are :class:`EnumValue`, or tuples of the case's name and the elements of
    its payload. Functions are :class:`FunctionValue`, or names such as ``"@f"``. Pointers, boxes
    and stacks cannot be passed.

    Parameters
    ----------
    module, function, arguments
        The module, the name of a function in it, and the arguments of the call.
    seed
        Seeds the generator of random numbers.
    observer
        Called for each instruction except terminators, with its operands and its result.
    rounding
        Replaces the inexact results of element-wise operations and sums.

    Raises
    ------
    DiagnosticError
        If there is no such function or it has no body, if the arguments have other types, if the
        program traps (an index out of range, sizes that do not match, an invalid access to memory),
        or if calls are nested deeper than :data:`MAX_FRAMES`.
    """
    require_module(module)
    name = function.removeprefix("@")
    found = module.function(name)
    if found is None:
        known = ", ".join(f"@{f.name}" for f in module.functions) or "none"
        raise error(f"there is no function @{name}; the module has {known}")
    parameters = found.type.parameters
    if len(arguments) != len(parameters):
        raise error(f"@{name} takes {quantity(len(parameters), 'argument')}, got {len(arguments)}")

    def run(callee: str, *values: Any) -> Any:
        return interpret(module, callee, *values, seed=seed)

    with np.errstate(all="ignore"):
        given = tuple(
            from_python(value, type, _argument_label(found, number), module)
            for number, (value, type) in enumerate(zip(arguments, parameters, strict=True))
        )
        kernels = {k.definition: k for k in module.kernels}
        random = RandomState(seed & (1 << 64) - 1)
        state = RunState(random, observer, rounding, kernels=kernels)
        try:
            return to_python(_run(CallRequest(found, given), state), found.type.result, run)
        except MemoryError:
            raise error(f"@{name}: there is not enough memory", found.location) from None


def evaluate_constant(instruction: Instruction) -> Array:
    """Evaluates an instruction whose operands are constant tensors. The instruction must not call a
    function or draw random numbers.

    Raises the same errors as :func:`interpret`.
    """
    frame = Frame(_NO_FUNCTION, RunState(RandomState(0)), current=instruction)
    with np.errstate(all="ignore"):
        return np.asarray(_evaluate(frame, instruction))


_NO_FUNCTION: Final = Function(None, FunctionType((), TupleType(())))


def _argument_label(function: Function, number: int) -> str:
    names = [a.name for a in function.arguments]
    name = names[number] if number < len(names) else None
    return f"argument {number} (%{name or number})"


def _run(call: CallRequest, state: RunState) -> Any:
    frames = [_enter(call, state, None)]
    result: Any = None
    while True:
        outcome = _advance(frames[-1], result)
        result = None
        if isinstance(outcome, Finish):
            frames.pop()
            if not frames:
                return outcome.value
            result = outcome.value
            continue
        caller = frames[-1]
        frame = _enter(outcome, state, caller.location)
        if _is_tail_call(frame, caller):
            frames[-1] = frame
        elif len(frames) >= MAX_FRAMES:
            raise error(f"calls are nested deeper than {MAX_FRAMES:,}", caller.location)
        else:
            frames.append(frame)


def _is_tail_call(callee: Frame, caller: Frame) -> bool:
    """Whether the caller only returns the result of the callee, so that its frame can be reused."""
    apply = caller.current
    if not isinstance(apply, Apply) or not is_tail_call(apply) or caller.memory:
        return False
    # The callee must perform the checks that the caller would perform on the result.
    result = sized(callee.function.type.result, callee.fixed)
    expected = (caller.function.type.result, apply.type)
    return result is not None and all(sized(t, caller.fixed) == result for t in expected)


def _enter(call: CallRequest, state: RunState, location: Location | None) -> Frame:
    function = call.function
    if not function.blocks:
        if isinstance(function.declaration, DerivedDeclaration):
            keyword = function.declaration.keyword
            reason = f"is a {keyword} that is not derived yet: run the pass AD first"
        else:
            reason = "has no body in this module and cannot be interpreted"
        raise error(f"@{function.name} {reason}", location)
    fixed = bind_sizes(
        call.arguments,
        function.type.parameters,
        {},
        lambda n: _argument_label(function, n),
        location,
    )
    frame = Frame(function, state, fixed=fixed, sizes=dict(fixed))
    _enter_block(frame, function.entry, call.arguments)
    return frame


def _enter_block(frame: Frame, block: Block, arguments: tuple[Any, ...]) -> None:
    frame.values.update(zip(block.arguments, arguments, strict=True))
    frame.instructions = iter(block.instructions)


def _advance(frame: Frame, result: Any) -> CallRequest | Finish:
    """Runs a frame until it calls another function or returns. ``result`` is the result of the call
    for which it was suspended."""
    while True:
        if frame.calls is not None:
            try:
                return frame.calls.send(result)
            except StopIteration as done:
                frame.calls, result = None, None
                _define(frame, done.value)
        op = next(frame.instructions, None)
        if op is None:
            raise error(f"a block of @{frame.function.name} ends without a terminator")
        frame.current = op
        outcome = _evaluate(frame, op)
        match outcome:
            case Generator():
                frame.calls = outcome
            case Jump():
                _jump(frame, outcome)
            case Finish():
                expected = [frame.function.type.result]
                bind_sizes([outcome.value], expected, frame.fixed, _result, op.location)
                for memory in frame.memory:
                    memory.alive = False
                return outcome
            case _:
                _define(frame, outcome)


def _block_argument(number: int) -> str:
    return f"block argument {number}"


def _result(_: int) -> str:
    return "the result"


def _evaluate(frame: Frame, op: Instruction) -> Any:
    rule = EVALUATE.get(type(op))
    if rule is None:
        raise failure(op, f"the interpreter does not support {op.mnemonic} yet")
    try:
        operands = [value_of(frame, v) for v in op.operands]
        check_sizes(frame, op, operands)
        return rule(frame, op, *operands)
    except MemoryError:
        raise failure(op, f"there is not enough memory for a value of type {op.type}") from None


def _define(frame: Frame, value: Any) -> None:
    """Assigns a value to the current instruction."""
    op = frame.current
    assert op is not None
    if isinstance(op.type.canonical, TensorType):
        value = np.asarray(value)  # NumPy turns arrays of rank 0 into scalars.
    if frame.state.rounding is not None:
        value = _rounded(frame.state.rounding, op, value)
    bind_sizes([value], [op.type], frame.fixed, _result, op.location)
    frame.values[op] = value
    if frame.state.observer is not None:
        frame.state.observer(op, [value_of(frame, v) for v in op.operands], value)


def _rounded(rounding: Rounding, op: Instruction, value: Any) -> Any:
    """Applies ``rounding`` to the result of an element-wise instruction."""
    type = op.type.canonical
    if not isinstance(op, Elementwise) or not isinstance(type, TensorType):
        return value
    is_rounded = type.element.is_float and Trait.EXACT not in op.traits
    return rounding(value, type.element) if is_rounded else value


def _jump(frame: Frame, jump: Jump) -> None:
    types = [a.type for a in jump.block.arguments]
    sizes = bind_sizes(jump.arguments, types, frame.fixed, _block_argument, frame.location)
    frame.sizes.update(sizes)
    _enter_block(frame, jump.block, jump.arguments)
