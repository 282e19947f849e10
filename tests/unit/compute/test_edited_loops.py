"""Loops that are edited at random are compiled, or refused with an error that names the place."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any
from unittest import mock

import numpy as np
import pytest

import dlvm
from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter.index_notation import kernels
from dlvm.ir.module import Module
from tests.support.programs.schedule_draws import draw, legal_directives
from tests.unit.compute.test_loops import in_loops
from tests.unit.compute.test_schedules import (
    ERASED,
    KERNELS,
    arguments_of,
    erased_program,
    parts_of,
    program,
)

EDITS = 6
_TOKEN = re.compile(r"%?[A-Za-z_][\w.]*|\d+|[-+*<>=]")


def edited(r: random.Random, text: str) -> str:
    """A text with one to three changes in the loops of its kernel."""
    first, last = re.search(r"^loops .*\n", text, re.M), text.index("\n}", text.index("\nloops "))
    assert first is not None
    before, after = text[: first.end()], text[last:]
    lines = text[first.end() : last].split("\n")
    words = [w for w in _TOKEN.findall("\n".join(lines)) if not w.isdigit()]
    for _ in range(r.randint(1, 3)):
        number = r.randrange(len(lines))
        tokens = list(_TOKEN.finditer(lines[number]))
        kind = r.random()
        if kind < 0.1:
            lines.insert(r.randrange(len(lines)), lines[number])
        elif kind < 0.2 and len(lines) > 1:
            del lines[number]
        elif tokens:
            token = r.choice(tokens)
            is_number = token.group().isdigit()
            new = str(r.choice((0, 1, 2, 3, 8, 100, 10**12))) if is_number else r.choice(words)
            line = lines[number]
            lines[number] = line[: token.start()] + new + line[token.end() :]
    return before + "\n".join(lines) + after


@pytest.mark.parametrize("name", [*KERNELS, *(f"erased {name}" for name in ERASED)])
def test_edited_loops_are_compiled_or_refused(name: str) -> None:
    erased = name.removeprefix("erased ")
    module = program(name) if name == erased else erased_program(erased)
    arguments = arguments_of(module)
    r = random.Random(f"edits of {name}")
    for _ in range(EDITS):
        directives = legal_directives(module, draw(r, module.definitions[0]))
        text = edited(r, str(in_loops(module, directives)))
        changed, problem = _attempt(lambda text=text: _lowered(text))
        if problem is not None:
            assert all(d.location is not None for d in problem.diagnostics), text
            continue
        # The verifier has proved that the elements exist, but not that they have values.
        if max(map(int, re.findall(r"\b\d+\b", text))) < 10**6:
            _, problem = _attempt(lambda m=changed: dlvm.interpret(m, "f", *arguments))
            known = "is read before it is written|is not written"
            assert problem is None or re.search(known, str(problem)), text
            if problem is None:
                _check_order_of_shares(changed, arguments)
    assert np.all(arguments[0] == arguments_of(module)[0])


def _check_order_of_shares(module: Module, arguments: list[Any]) -> None:
    """Results do not depend on the order in which the shares of threads run."""
    expected = parts_of(dlvm.interpret(module, "f", *arguments))
    with mock.patch.object(kernels, "reversed", list, create=True):
        found = parts_of(dlvm.interpret(module, "f", *arguments))
    for own, exact in zip(found, expected, strict=True):
        assert np.array_equal(own, exact, equal_nan=own.dtype.kind == "f"), str(module)


def _lowered(text: str) -> Module:
    module = dlvm.parse(text)
    dlvm.verify(module)
    dlvm.lower(module, "llvm", threads=2)
    return module


def _attempt(f: Callable[[], Any]) -> tuple[Any, DiagnosticError | None]:
    try:
        return f(), None
    except DiagnosticError as problem:
        return None, problem
