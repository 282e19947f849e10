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
ROOT: Final = HERE.parents[2]
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

MARK: Final = "✓"
"""What stands in the table where all of that has been seen to succeed."""

_BEGINNING: Final = """\
# Conformance

Each instruction has a file of right uses, `tests/lit/conformance/NAME.dl`, and one of wrong uses,
`tests/lit/conformance/wrong/NAME.dl`. A mark (✓) says that the commands in their `RUN:` lines ran
and succeeded:

- **parse**: the text is read, and comes out in the canonical form that the `CHECK:` lines show.
- **print**: what was printed is read again, and the same lines are printed.
- **verify**: the verifier accepts it, with the types that the `TYPE:` lines show.
- **wrong use**: each wrong use is reported at its line and column, with the message that stands
  before it.
- **interpret**: the calls in the `// run:` lines give what they have to in the interpreter, or end
  as they have to.
- **compile**: so they do in native code, with `-O0` and with `-O2`.

`python -m tests.lit.conformance` runs all files and writes this page;
`pytest tests/unit/ir/test_conformance.py` fails where a mark is missing or the page is out of date,
and `lit -v tests/lit/conformance/add.dl` runs one file.
"""

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
        if file.exists() and _is_about(file, mnemonic):
            for line in run_lines(file):
                run(line, file)
                succeeded.append(line)

    def looked_at(commands: tuple[str, ...]) -> bool:
        return all(any(re.fullmatch(c, line) for line in succeeded) for c in commands)

    return {aspect: MARK if looked_at(c) else "" for aspect, c in ASPECTS.items()}


def _is_about(file: Path, mnemonic: str) -> bool:
    """Whether a file checks what becomes of the instruction: a check stands before it."""
    use = rf"^ *// CHECK: .*\n(?: *// .*\n)* *(?:%\S+ = )?{mnemonic}\b"
    return re.search(use, file.read_text(encoding="utf-8"), re.MULTILINE) is not None


def page(found: dict[str, dict[str, str]]) -> str:
    """The page with the table, of the marks of each instruction."""
    rows = [
        f"| [{mnemonic}](../{files_of(mnemonic)[0].relative_to(ROOT).as_posix()}) "
        f"| {' | '.join(marks.values())} |"
        for mnemonic, marks in found.items()
    ]
    titles = f"| instruction | {' | '.join(ASPECTS)} |"
    rule = "|---" + "|:-:" * len(ASPECTS) + "|"
    return f"{_BEGINNING}\n" + "\n".join([titles, rule, *rows]) + "\n"


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
