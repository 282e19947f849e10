"""Compares the loops of a definition, native code and C source with the definition."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

import dlvm
from dlvm.deploy.c_source import c_files
from dlvm.deploy.targets import find_targets
from dlvm.diagnostics import DiagnosticError
from dlvm.ir.module import Module
from tests.fuzz.definitions.draws import draw_arguments, draw_definition
from tests.support.programs.schedule_draws import draw, legal_directives
from tests.unit.compute.test_loops import in_loops, interpreted
from tests.unit.compute.test_schedules import parts_of

COMPILER: Final = (
    *("gcc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"),
    "-fno-ivopts",
)
"""GCC 12 may compute the address of a parameter's element from that of a local array, and then
remove the stores to it, with ``-ivopts``."""


def compare(seed: int, uses_c: bool, shows: bool = False) -> tuple[int, int, bool]:
    """Compares the definition of a seed. Returns the numbers of directives that were drawn and that
    are legal, and whether C was compared."""
    random = Random(seed)
    module = draw_definition(random)
    if shows:
        print(module)
    dlvm.verify(module)
    arguments = draw_arguments(module, random)
    expected = parts_of(dlvm.interpret(module, "f", *arguments))
    drawn = draw(random, module.definitions[0])
    directives = legal_directives(module, drawn)
    loops = in_loops(module, directives)
    if shows:
        print(loops)
    dlvm.verify(loops)
    sizes = _sizes(module, arguments)
    _agree(interpreted(loops, [*arguments, *sizes]), expected, "the loops, interpreted")
    native = dlvm.compile(dlvm.parse(str(loops)), threads=2)["f"](*arguments)
    _agree(parts_of(native), expected, "native code")
    if uses_c and not sizes:
        _agree(_in_c(loops, arguments, expected), expected, "C")
    return len(drawn), len(directives), uses_c and not sizes


def _sizes(module: Module, arguments: Sequence[Any]) -> list[np.int64]:
    """The sizes that the definition has as parameters."""
    found: list[np.int64] = []
    types = module.functions[0].type.parameters
    known = {
        str(dim): size
        for type, argument in zip(types, arguments, strict=True)
        for dim, size in zip(type.canonical.shape, argument.shape, strict=True)  # pyright: ignore[reportAttributeAccessIssue]
    }
    found += [np.int64(known[f"_{name}"]) for name in module.definitions[0].body.sizes]
    return found


def _agree(found: Sequence[Any], expected: Sequence[Any], what: str) -> None:
    for own, exact in zip(found, expected, strict=True):
        assert np.array_equal(own, exact), what


def _in_c(module: Module, arguments: Sequence[Any], expected: Sequence[Any]) -> list[Any]:
    """The results of C source."""
    source = c_files(module, None, "net.h", "net_", find_targets(None, None), 2, False, {})
    (interface,) = source.interfaces
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("net.c", source.source), ("net.h", source.header)):
            (Path(folder) / name).write_text(text, encoding="utf-8")
        run = subprocess.run(
            [*COMPILER, "-shared", "-fPIC", "net.c", "-lm", "-o", "net.so"],
            cwd=folder, capture_output=True, text=True,
        )  # fmt: skip
        assert not run.returncode, run.stderr
        library = ctypes.CDLL(f"{folder}/net.so")
    results = [np.zeros_like(e) for e in expected]
    arrays = [np.ascontiguousarray(a) for a in (*arguments, *results)]
    workspace = ctypes.create_string_buffer(source.workspaces[interface.symbol])
    given = [array.ctypes.data_as(ctypes.c_void_p) for array in arrays]
    code = library[interface.symbol](*given, workspace)
    assert code == 0, f"C returned {code}"
    found = arrays[len(arguments) :]
    return [own.reshape(e.shape) for own, e in zip(found, expected, strict=True)]


def attempt(seed: int, uses_c: bool) -> tuple[int, tuple[int, int, bool] | str]:
    """What :func:`compare` returns for a seed, or the text of a problem."""
    try:
        return seed, compare(seed, uses_c)
    except Exception as problem:
        if isinstance(problem, DiagnosticError):
            return seed, str(problem)
        return seed, "".join(traceback.format_exception(problem)[-3:])
