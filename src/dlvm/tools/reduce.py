"""Shrinks modules that make a command fail: delta debugging (Zeller and Hildebrandt, 2002)."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from dlvm.diagnostics import DiagnosticError, error
from dlvm.ir import Block, Function, FunctionType, Instruction, Literal, Module, Successor, Value
from dlvm.ir.instruction import TypeRuleError, using_instructions
from dlvm.ir.instructions import Apply, Branch, Return
from dlvm.ir.module import DerivedDeclaration
from dlvm.ir.types import VOID, Type
from dlvm.ir.values import Special, copy_operand
from dlvm.ir.wellformed import literal_problem
from dlvm.text import parse
from dlvm.transforms.cfg.editing import (
    merge_blocks,
    remove_unreachable,
    replace_terminator,
    set_successors,
)
from dlvm.verifier import verify

Item = TypeVar("Item")
Edit = Callable[[], object]
"""A change of a module, which does nothing if an earlier change removed its target."""


def minimize(items: Sequence[Item], holds: Callable[[Sequence[Item]], bool]) -> Sequence[Item]:
    """Returns a 1-minimal sublist for which ``holds`` is true: if any single item is removed, it is
    false. ``holds`` must be true for ``items``."""
    if not items or holds([]):
        return []
    size = (len(items) + 1) // 2
    while True:
        start, is_smaller = 0, False
        while start < len(items):
            fewer = [*items[:start], *items[start + size :]]
            if holds(fewer):
                items, is_smaller = fewer, True
            else:
                start += size
        if size == 1 and not is_smaller:
            return items
        size = max(1, size // 2)


def reduce_module(
    module: Module,
    fails: Callable[[str], bool],
    improved: Callable[[str], None] = lambda text: None,
    step: Callable[[str, int, int], None] = lambda kind, number, tried: None,
) -> str:
    """Returns the text of a small valid module for which ``fails`` is true. ``fails`` must be true
    for the text of ``module``.

    ``improved`` is called with each smaller text; ``step`` with the next kind of change, its number
    in :data:`KINDS` and the number of texts tried so far.
    """
    search = _Search(str(module), fails, improved)
    before = ""
    while before != search.text:
        before = search.text
        for number, (kind, edits) in enumerate(KINDS.items()):
            step(kind, number, len(search.tried))
            search.apply(edits)
        step("sizes", len(KINDS), len(search.tried))
        search.shrink_sizes()
    return search.text


class _Search:
    """The smallest module found so far, as ``text``."""

    def __init__(
        self, text: str, fails: Callable[[str], bool], improved: Callable[[str], None]
    ) -> None:
        self.text = text
        self.fails = fails
        self.improved = improved
        self.tried = {text}

    def apply(self, edits: Callable[[Module], Iterator[Edit]]) -> None:
        """Applies as many changes of a kind as possible."""
        text = self.text

        def holds_without(kept: Sequence[int]) -> bool:
            module = parse(text)
            left_out = frozenset(kept)
            # All changes are collected before the first is applied, so that they are reproducible.
            found = list(edits(module))
            try:
                for number, edit in enumerate(found):
                    if number not in left_out:
                        edit()
            except TypeRuleError:
                return False
            for function in module.functions:
                if function.blocks:
                    remove_unreachable(function)
            return self._attempt(module)

        minimize(range(len(list(edits(parse(text))))), holds_without)

    def shrink_sizes(self) -> None:
        """Replaces each number with a smaller one, wherever it occurs."""
        numbers = sorted({int(n) for n in _NUMBER.findall(self.text)}, reverse=True)
        for number in numbers:
            for smaller in dict.fromkeys((1, 2, 3, number // 2)):
                if smaller < number:
                    text = re.sub(rf"(?<![\w.%@'#$-]){number}(?![\w.])", str(smaller), self.text)
                    try:
                        module = parse(text)
                    except DiagnosticError:
                        continue
                    if self._attempt(module):
                        break

    def _attempt(self, module: Module) -> bool:
        """Accepts a module if it is valid and fails."""
        try:
            verify(module)
            text = str(module)
            parse(text)
        except DiagnosticError:
            return False
        if text in self.tried:
            return text == self.text
        self.tried.add(text)
        if not self.fails(text):
            return False
        self.text = text
        self.improved(text)
        return True


_NUMBER: Final = re.compile(r"(?<![\w.%@'#$-])\d+(?![\w.])")


def _constant(type: Type) -> Literal:
    has_zero = literal_problem(type, Special.ZERO) is None
    return Literal(type, Special.ZERO if has_zero else Special.UNDEFINED)


def _bodies(module: Module) -> Iterator[Function]:
    return (function for function in module.functions if function.blocks)


def _functions(module: Module) -> Iterator[Edit]:
    """Removes functions, with the declarations of their derivatives."""
    return (partial(_remove_function, module, function) for function in module.functions)


def _remove_function(module: Module, function: Function) -> None:
    if function not in module.functions:
        return
    for user in list(using_instructions(function)):
        if isinstance(user, Apply) and user.callee is function:
            _replace(user, _constant(user.type))
    for instruction in function.instructions():
        instruction.drop_operands()
    module.functions.remove(function)
    for other in list(module.functions):
        declaration = other.declaration
        if isinstance(declaration, DerivedDeclaration) and declaration.function is function:
            _remove_function(module, other)


def _returns(module: Module) -> Iterator[Edit]:
    """Makes blocks return at their ends, beginning with the first of each function."""
    for function in _bodies(module):
        for block in function.blocks:
            if block.successors:
                yield partial(_return_from, block)


def _return_from(block: Block) -> None:
    result = block.function.type.result
    if block.terminator is not None:
        value = None if result.canonical == VOID else _constant(result)
        replace_terminator(block.terminator, Return(value))


def _branches(module: Module) -> Iterator[Edit]:
    """Replaces conditional branches with unconditional ones."""
    for function in _bodies(module):
        for block in function.blocks:
            if len(block.successors) > 1:
                for successor in block.successors:
                    yield partial(_go_on, block, successor)


def _go_on(block: Block, successor: Successor) -> None:
    terminator = block.terminator
    if terminator is not None and len(terminator.successors) > 1:
        passed = [copy_operand(value, {}) for value in successor.arguments]
        if successor.receives_payload:
            passed = [_constant(argument.type) for argument in successor.block.arguments]
        replace_terminator(terminator, Branch(Successor(successor.block, passed)))


def _joins(module: Module) -> Iterator[Edit]:
    """Merges blocks with their successors."""
    return (partial(merge_blocks, function) for function in _bodies(module))


def _instructions(module: Module) -> Iterator[Edit]:
    """Replaces instructions with constants."""
    for function in _bodies(module):
        for instruction in function.instructions():
            if not instruction.is_terminator:
                yield partial(_replace, instruction, _constant(instruction.type))


def _operands(module: Module) -> Iterator[Edit]:
    """Replaces instructions with their operands."""
    for function in _bodies(module):
        for instruction in function.instructions():
            for operand in instruction.operands:
                if operand.type == instruction.type and not isinstance(operand, Literal):
                    yield partial(_replace_by_operand, instruction, operand)


def _replace_by_operand(instruction: Instruction, operand: Value) -> None:
    if operand in instruction.operands:
        _replace(instruction, operand)


def _replace(instruction: Instruction, value: Value) -> None:
    if instruction.block is not None:
        instruction.replace_uses(value)
        instruction.erase()


def _uses(module: Module) -> Iterator[Edit]:
    """Replaces operands with constants."""
    for function in _bodies(module):
        for instruction in function.instructions():
            for position, operand in enumerate(instruction.operands):
                if not isinstance(operand, Literal | Function):
                    constant = _constant(operand.type)
                    yield partial(instruction.set_operand, position, constant)


def _block_arguments(module: Module) -> Iterator[Edit]:
    """Removes block arguments."""
    for function in _bodies(module):
        for block in function.blocks[1:]:
            for argument in block.arguments:
                yield partial(_remove_argument, block, argument)


def _remove_argument(block: Block, argument: Value) -> None:
    position = next(n for n, other in enumerate(block.arguments) if other is argument)
    argument.replace_uses(_constant(argument.type))
    block.set_arguments(_without(block.arguments, position))
    for before in block.function.blocks:
        terminator = before.terminator
        if terminator is None or all(s.block is not block for s in terminator.successors):
            continue
        successors = [
            Successor(s.block, _without(s.arguments, position), s.case)
            if s.block is block and not s.receives_payload
            else s
            for s in terminator.successors
        ]
        set_successors(terminator, successors)


def _without(items: Sequence[Item], position: int) -> list[Item]:
    return [item for number, item in enumerate(items) if number != position]


def _signatures(module: Module) -> Iterator[Edit]:
    """Removes parameters and results from functions to which nothing refers."""
    declared = [f.declaration for f in module.functions]
    derived = {d.function for d in declared if isinstance(d, DerivedDeclaration)}
    for function in _bodies(module):
        if not function.is_used and function not in derived and function.declaration is None:
            for argument in function.entry.arguments:
                yield partial(_remove_parameter, function, argument)
            yield partial(_remove_result, function)


def _remove_parameter(function: Function, argument: Value) -> None:
    arguments = function.entry.arguments
    position = next(n for n, other in enumerate(arguments) if other is argument)
    argument.replace_uses(_constant(argument.type))
    function.entry.set_arguments(_without(arguments, position))
    parameters = _without(function.type.parameters, position)
    function.type = FunctionType(tuple(parameters), function.type.result)


def _remove_result(function: Function) -> None:
    function.type = FunctionType(function.type.parameters, VOID)
    for block in function.blocks:
        if isinstance(block.terminator, Return):
            replace_terminator(block.terminator, Return(None))


def _attributes(module: Module) -> Iterator[Edit]:
    """Removes attributes of functions, and resets attributes of instructions to their defaults."""
    for function in module.functions:
        for attribute in sorted(function.attributes):
            yield partial(function.attributes.discard, attribute)
        for instruction in function.instructions():
            for name, field in instruction.fields.items():
                if not (field.is_operand or field.is_successor or field.is_required):
                    yield partial(setattr, instruction, name, field.default)


def _definitions(module: Module) -> Iterator[Edit]:
    """Removes types, variables, compute definitions and schedules."""
    lists: tuple[list[Any], ...] = (
        module.schedules, module.definitions, module.variables, module.types,
    )  # fmt: skip
    for candidates in lists:
        for item in candidates:
            yield partial(candidates.remove, item)


KINDS: Final[dict[str, Callable[[Module], Iterator[Edit]]]] = {
    "functions": _functions,
    "blocks": _returns,
    "branches": _branches,
    "joined blocks": _joins,
    "instructions": _instructions,
    "instructions for operands": _operands,
    "operands": _uses,
    "block arguments": _block_arguments,
    "signatures": _signatures,
    "attributes": _attributes,
    "definitions": _definitions,
}
"""The kinds of changes, applied in order until none succeeds."""


@contextmanager
def failing_command(command: str, module: Module) -> Generator[Callable[[str], bool]]:
    """Returns a function that tells whether a shell command fails for the text of a module as for
    the given one: with the same exit code, in similar time.

    ``{}`` in the command is replaced by the file's name, which is the last argument by default.
    Raises :class:`DiagnosticError` if the command does not fail for the given module."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "module.dl")
        name = shlex.quote(str(file))
        line = command.replace("{}", name) if "{}" in command else f"{command} {name}"

        def code(text: str, seconds: float | None = None) -> int | None:
            file.write_text(text, encoding="utf-8")
            return _exit_code(line, seconds)

        start = time.monotonic()
        expected = code(str(module))
        if expected == 0:
            raise error(f"`{command}` succeeds for the module, expected it to fail")
        if expected in _NOT_RUN:
            raise error(
                f"`{command}` cannot be run, expected a command that fails: {_NOT_RUN[expected]}"
            )
        limit = _LEAST_SECONDS + _TIMES * (time.monotonic() - start)
        yield lambda text: code(text, limit) == expected


_NOT_RUN: Final = {126: "it is not executable", 127: "there is no such command"}
"""The exit codes of shells for commands that cannot be run, and the reasons."""
_LEAST_SECONDS: Final = 2.0
_TIMES: Final = 5
"""The time limit of a command, relative to its time for the whole module."""


def _exit_code(line: str, seconds: float | None) -> int | None:
    """The exit code of a shell command, or None after a timeout."""
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(
        line, shell=True, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
    )
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def progress() -> Generator[Callable[[str, int, int], None]]:
    """A progress bar on standard error, if it is a terminal, for the ``step`` of a reduction."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (TextColumn("reducing"), BarColumn(bar_width=16), TextColumn("{task.description}"))
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=len(KINDS) + 1)

        def step(kind: str, number: int, tried: int) -> None:
            bar.update(task, completed=number, description=f"{kind}, {tried} modules tried")

        yield step
