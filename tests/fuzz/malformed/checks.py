"""What must hold for every input, however malformed."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path

from dlvm.diagnostics import DiagnosticError, Location
from dlvm.ir import Module
from dlvm.ir.cloning import clone_module
from dlvm.text import parse, print_module
from dlvm.tools import dlc, dlopt
from dlvm.verifier import read_verified, verify

_LARGEST_REPORT = 2**21


class Broken(AssertionError):
    """A property does not hold; ``what`` names it, independently of the input."""

    def __init__(self, what: str, detail: str = "") -> None:
        super().__init__(f"{what}: {detail}" if detail else what)
        self.what = what


def demand(condition: bool, what: str, detail: str = "") -> None:
    if not condition:
        raise Broken(what, detail)


def check_text(text: str) -> str:
    """Reads, prints, copies and verifies a text; returns the last stage that it reached."""
    try:
        module = parse(text, "fuzz.dl")
    except DiagnosticError:
        # What could be parsed is verified.
        try:
            read_verified(text, "fuzz.dl")
        except DiagnosticError as failure:
            check_diagnostics(failure, text)
        return "not read"
    check_round_trip(module)
    demand(clone_module(module) == module, "a copy is another module")
    try:
        verify(module)
    except DiagnosticError as failure:
        check_diagnostics(failure, text)
        return "not right"
    return "right"


def check_round_trip(module: Module) -> None:
    printed = print_module(module)
    try:
        again = parse(printed)
    except DiagnosticError as failure:
        raise Broken("what was printed is not read", str(failure)[:500]) from None
    demand(again == module, "what was printed is read as another module")
    demand(print_module(again) == printed, "what was read is printed otherwise")


def check_module(module: Module) -> str:
    """Verifies and prints a module; returns the last stage that it reached."""
    try:
        verify(module)
    except DiagnosticError as failure:
        check_diagnostics(failure)
        with contextlib.suppress(DiagnosticError):
            parse(print_module(module))
        return "not right"
    check_round_trip(module)
    return "right"


def check_diagnostics(failure: DiagnosticError, text: str | None = None) -> None:
    """Checks that errors have a message and a location, or, if there is no text, that the message
    names the place."""
    demand(bool(failure.diagnostics), "an error without diagnostics")
    for diagnostic in failure.diagnostics:
        message = diagnostic.message
        demand(bool(message.strip()), "an empty message")
        for said in (message, *(n.message for n in diagnostic.notes)):
            for part in ("None", "<block", "<func", " object at 0x"):
                demand(part not in said or part in (text or ""), f"{part} in a message", said)
        if text is not None:
            demand(diagnostic.location is not None, "a message without a place", message)
        elif diagnostic.location is None:
            demand(bool(diagnostic.notes), "a message that does not say where", message)
        for location in (diagnostic.location, *(n.location for n in diagnostic.notes)):
            _check_location(location)
    demand(len(str(failure)) <= _LARGEST_REPORT, "a report of more than 2 MB")


def _check_location(location: Location | None) -> None:
    if location is not None:
        inside = 0 <= location.start <= location.end <= len(location.source.text)
        demand(inside, "a place outside the text", str(location))
        lines = location.excerpt().split("\n")
        demand(len(lines) == 2 and max(map(len, lines)) < 200, "an excerpt that is not one line")


def check_tools(data: bytes) -> None:
    """Gives a file to the command-line tools, which have to print it, or diagnostics."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "fuzz.dl")
        path.write_bytes(data)
        for name, main, options in (
            ("dlopt", dlopt.main, []),
            ("dlc", dlc.main, ["--emit", "raw"]),
        ):
            output = io.TextIOWrapper(io.BytesIO(), "utf-8")
            errors = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace")
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
                code = main([str(path), *options])
            errors.flush()
            printed = errors.buffer.getvalue().decode()
            demand(code in (0, 1), f"exit code {code} of {name}")
            demand((code == 1) == bool(printed), f"{name} fails without an error")
            demand("Traceback" not in printed or b"Traceback" in data, f"a traceback of {name}")
