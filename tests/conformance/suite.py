"""Running the files of the suite: the ``RUN:`` lines that lit runs too, but in this process."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import Final

import filecheck.main
from lit.ShCommands import Command, Pipeline
from lit.ShUtil import ShParser

from dlvm.ir import INSTRUCTIONS
from dlvm.ir.intrinsics import INTRINSICS
from dlvm.tools import dlc, dlopt

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
TABLE: Final = ROOT / "docs" / "conformance.md"

LOAD: Final = r"(?: --load %S/\S+\.py)?"
ASPECTS: Final[dict[str, tuple[str, ...]]] = {
    "parse": (rf"dlopt %s{LOAD} \| filecheck %s",),
    "print": (rf"dlopt %s{LOAD} \| dlopt -{LOAD} \| filecheck %s",),
    "verify": (rf"dlopt %s{LOAD} \| filecheck %s --check-prefix=TYPE",),
    "wrong use": (rf"not dlopt %s{LOAD} 2>&1 \| filecheck %s",),
    "interpret": (rf"dlc %s{LOAD} --test --interpret",),
    "compile": (rf"dlc %s{LOAD} --test -O0", rf"dlc %s{LOAD} --test -O2"),
}
"""What is looked at, and the commands that do it, all of which have to be there and to succeed."""

NOT_YET: Final[dict[str, tuple[str, ...]]] = {
    "compile": tuple(
        rf"not dlc %s{LOAD} --test -O{level} 2>&1 \| filecheck %s --check-prefix=NATIVE"
        for level in (0, 2)
    )
}
"""The commands that instead say that something is not supported yet."""

_RUN: Final = re.compile(r"^// RUN: (.*)$", re.MULTILINE)
_TOOLS: Final[dict[str, Callable[[list[str]], int | None]]] = {
    "dlopt": dlopt.main,
    "dlc": dlc.main,
    "filecheck": lambda arguments: filecheck.main.main(["filecheck", *arguments]),
}


class Failure(Exception):
    """A command that did not do what it had to; says which one, and what it printed."""


def files_of(mnemonic: str) -> tuple[Path, Path]:
    """The file of right uses of an instruction, and that of wrong ones."""
    return HERE / f"{mnemonic}.dl", HERE / "wrong" / f"{mnemonic}.dl"


def run_lines(file: Path) -> list[str]:
    """The commands of a file."""
    return _RUN.findall(file.read_text(encoding="utf-8"))


def marks(mnemonic: str) -> dict[str, str]:
    """Runs all commands about an instruction; gives a mark for each aspect, which is empty where no
    command looks at it. Raises :class:`Failure` where one fails."""
    succeeded: list[str] = []
    for file in files_of(mnemonic):
        for line in run_lines(file) if file.exists() else ():
            run(line, file)
            succeeded.append(line)

    def there(patterns: tuple[str, ...]) -> bool:
        return all(any(re.fullmatch(p, line) for line in succeeded) for p in patterns)

    return {
        aspect: "✓" if there(patterns) else "not yet" if there(NOT_YET.get(aspect, ("",))) else ""
        for aspect, patterns in ASPECTS.items()
    }


def row(mnemonic: str, found: dict[str, str]) -> str:
    """An instruction's line of the table."""
    file = files_of(mnemonic)[0].relative_to(ROOT).as_posix()
    return f"| [{mnemonic}](../{file}) | {' | '.join(found.values())} |"


def run(line: str, file: Path) -> None:
    """Runs one command of a file; raises :class:`Failure`."""
    given = line.replace("%s", str(file)).replace("%S", str(file.parent))
    pipeline = ShParser(given).parse()
    output = ""
    failed = False
    for command in pipeline.commands if isinstance(pipeline, Pipeline) else [pipeline]:
        code, output = _run_command(command, output)
        failed = failed or code != 0
    if failed:
        raise Failure(f"{file.name}: {line}\n{output}")


def _run_command(command: Command, given: str) -> tuple[int, str]:
    """Runs one tool with a text as its input; gives the exit code and the output."""
    name, *arguments = command.args
    negated = name == "not"
    if negated:
        name, *arguments = arguments
    joined = [(tuple(operator), target) for operator, target in command.redirects]
    assert joined in ([], [((">&", 2), "1")]), f"the redirection {joined} is not known here"
    with _streams(given) as (output, errors), _tables():
        try:
            code = _TOOLS[name](arguments)
        except SystemExit as exit:
            code = exit.code
        output.flush()
    text = output.buffer.getvalue().decode("utf-8")
    if joined:
        text += errors.getvalue()
        errors.truncate(0)
    wrong = bool(code) != negated
    # What a tool complains of is part of the failure.
    return int(wrong), text + (errors.getvalue() if wrong else "")


class _Output(io.TextIOWrapper):
    buffer: io.BytesIO


@contextmanager
def _streams(given: str) -> Iterator[tuple[_Output, io.StringIO]]:
    """Standard streams of a command, of which the standard input holds a text."""
    input_, output = sys.stdin, sys.stdout
    errors = io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode("utf-8")), encoding="utf-8")
    written = _Output(io.BytesIO(), encoding="utf-8")
    sys.stdout = written
    try:
        with redirect_stderr(errors):
            yield written, errors
    finally:
        sys.stdin, sys.stdout = input_, output


@contextmanager
def _tables() -> Iterator[None]:
    """What a command loads is gone when it ends, as if it were a process."""
    tables = (INSTRUCTIONS, INTRINSICS)
    contents = [dict(table) for table in tables]
    try:
        yield
    finally:
        for table, content in zip(tables, contents, strict=True):
            table.clear()
            table.update(content)
