"""``// run: @f(1.0, [2, 3]) == (4.0, true)`` in a .dl file: a call and its result.

``// run: @f(0) traps "message"`` says that the call ends with a trap. Every way to run a program
has to meet the same lines: the interpreter, before and after optimization and at stage compute, and
compiled code; where native code does not have something yet, ``// native: error "message"`` says so
for the whole file.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

import dlvm
from dlvm.compute.linear_algebra_fusion import LinearAlgebraFusion
from dlvm.diagnostics import Source
from dlvm.ir import Module
from dlvm.tools.expectations import check_expectation, read_expectations
from dlvm.transforms import parse_pipeline
from tests.support.paths import LIT, lit_files

NATIVE_ERROR = re.compile(r'^// native: error "(.*)"$', re.MULTILINE)

Call = Callable[[str, list[Any]], Any]
Engine = Callable[[Module], Call]
"""Makes a module ready to run. What it returns calls a function."""


def _interpreting(module: Module) -> Call:
    return lambda name, arguments: dlvm.interpret(module, name, *arguments)


def _interpreted(module: Module) -> Call:
    dlvm.run_passes(module, "AD")
    return _interpreting(module)


def _optimized(module: Module) -> Call:
    dlvm.run_passes(module, "AD,AS,CP,CSE,DCE")
    return _interpreting(module)


def _kernels(module: Module) -> Call:
    dlvm.run_passes(module, [*parse_pipeline("O2"), LinearAlgebraFusion()])
    return _interpreting(module)


def _compiled(level: int) -> Engine:
    def engine(module: Module) -> Call:
        executable = dlvm.compile(module, opt_level=level)
        return lambda name, arguments: executable[name](*arguments)

    return engine


ENGINES: dict[str, Engine] = {
    "interpreted": _interpreted,
    "optimized": _optimized,
    "kernels": _kernels,
    "compiled-O0": _compiled(0),
    "compiled-O2": _compiled(2),
}


def _cases() -> list[Any]:
    files = {f: f.read_text(encoding="utf-8") for f in lit_files()}
    return [
        pytest.param(text, id=file.relative_to(LIT).as_posix())
        for file, text in files.items()
        if "// run:" in text
    ]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", _cases())
def test_run_lines(text: str, engine: str) -> None:
    unsupported = NATIVE_ERROR.search(text)
    if unsupported and engine.startswith("compiled"):
        with pytest.raises(dlvm.DiagnosticError, match=re.escape(unsupported[1])):
            dlvm.compile(dlvm.parse(text))
        return
    source = dlvm.parse(text)
    call = ENGINES[engine](dlvm.parse(text))
    for expectation in read_expectations(Source("run", text)):
        if source.variables:
            # Each call starts with the initial values.
            call = ENGINES[engine](dlvm.parse(text))
        check_expectation(expectation, source, call)
