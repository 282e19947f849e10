"""Runs the ``RUN:`` lines of lit files in this process, which is faster than lit's processes.

The tools of DLVM and ``filecheck`` are functions that are called; other commands are processes.
"""

import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import filecheck.main
from lit.ShCommands import Command, Pipeline
from lit.ShUtil import ShParser

import dlvm.compute.linear_algebra_fusion  # noqa: F401  # It registers a pass.
from dlvm.ir import INSTRUCTIONS
from dlvm.ir.intrinsics import INTRINSICS
from dlvm.tools import dlc, dlopt
from dlvm.transforms import PASSES

_RUN: Final = re.compile(r"^// RUN: (.*)$", re.MULTILINE)
_TOOLS: Final[dict[str, Callable[[list[str]], int | None]]] = {
    "dlopt": dlopt.main,
    "dlc": dlc.main,
    "filecheck": lambda arguments: filecheck.main.main(["filecheck", *arguments]),
}


class Failure(Exception):
    """A command that failed; the message contains the command and its output."""


def run_lines(file: Path) -> list[str]:
    """The commands in a file's ``RUN:`` lines."""
    text = file.read_text(encoding="utf-8")
    lines = _RUN.findall(text)
    assert len(lines) == text.count("RUN:"), f"{file}: lines found that do not begin with // RUN:"
    assert not any(line.endswith("\\") for line in lines), f"{file}: a continued line"
    return lines


def run(line: str, file: Path, scratch: Path | None = None) -> None:
    """Runs one command of a file; ``%t`` names files in a scratch folder.

    Raises :class:`Failure` if the command fails."""
    given = line.replace("%s", str(file)).replace("%S", str(file.parent))
    if scratch is not None:
        given = given.replace("%t", str(scratch / file.name))
    assert not re.search(r" %[tST]\b", given), f"substitution found in {given}, expected %s or %S"
    parsed = ShParser(given).parse()
    result = Result(0, b"", "")
    failed = False
    commands = parsed.commands if isinstance(parsed, Pipeline) else [parsed]
    for command in commands:
        assert isinstance(command, Command), f"found {command}, expected one command or a pipeline"
        result = _run_command(command, result.output)
        failed = failed or result.code != 0
    if failed:
        output = result.output.decode("utf-8", "replace")
        raise Failure(f"{file.name}: {line}\n{output}{result.errors}")


@dataclass(frozen=True)
class Result:
    """The exit status of a command, and its output."""

    code: int
    output: bytes
    errors: str


def _run_command(command: Command, given: bytes) -> Result:
    """Runs one command with the given standard input, and redirects its streams."""
    name, *arguments = command.args
    negated = name == "not"
    if negated:
        name, *arguments = arguments
    targets = dict[str, Path]()
    merged = False
    for operator, target in command.redirects:
        match tuple(operator), target:
            case (">&", 2), "1":
                merged = True
            case ("<",), _:
                given = Path(target).read_bytes()
            case (">",), _:
                targets["output"] = Path(target)
            case (">", 2), _:
                targets["errors"] = Path(target)
            case found:
                raise AssertionError(f"redirection {found} found, expected <, >, 2> or 2>&1")
    tool = _TOOLS.get(name)
    if tool is None:
        result = _run_process([name, *arguments], given, merged)
    else:
        result = _call(tool, arguments, given, merged)
    output, errors = result.output, result.errors
    if "output" in targets:
        targets["output"].write_bytes(output)
        output = b""
    if "errors" in targets:
        targets["errors"].write_text(errors, encoding="utf-8")
    return Result(int(bool(result.code) != negated), output, errors)


def _run_process(command: list[str], given: bytes, merged: bool) -> Result:
    errors = subprocess.STDOUT if merged else subprocess.PIPE
    ended = subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=errors, check=False)
    return Result(ended.returncode, ended.stdout, (ended.stderr or b"").decode("utf-8", "replace"))


def _call(
    tool: Callable[[list[str]], int | None], arguments: list[str], given: bytes, merged: bool
) -> Result:
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    errors = output if merged else io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    streams = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"), output, errors
    with _streams(*streams), _tables():
        try:
            code = tool(arguments)
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    written = [_written(stream) for stream in (output, errors)]
    return Result(code or 0, written[0], "" if merged else written[1].decode("utf-8"))


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


@contextmanager
def _streams(
    given: io.TextIOWrapper, output: io.TextIOWrapper, errors: io.TextIOWrapper
) -> Iterator[None]:
    """Replaces the standard streams."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = given, output, errors
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


@contextmanager
def _tables() -> Iterator[None]:
    """Restores the tables that extensions add to, as if the command ran in its own process."""
    tables = list[dict[str, Any]]()
    tables += [INSTRUCTIONS, INTRINSICS, PASSES]
    contents = [dict(table) for table in tables]
    try:
        yield
    finally:
        for table, content in zip(tables, contents, strict=True):
            table.clear()
            table.update(content)
