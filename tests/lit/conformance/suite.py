"""Checks which aspects of each instruction the files of the conformance suite test."""

import re
from pathlib import Path
from typing import Final

from tests.support.run_lines import Failure, run, run_lines

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[2]

LOAD: Final = r"(?: --load %S/\S+\.py)?"
ASPECTS: Final[dict[str, tuple[str, ...]]] = {
    "parse": (rf"dlopt %s{LOAD} \| filecheck %s",),
    "print": (rf"dlopt %s{LOAD} \| dlopt -{LOAD} \| filecheck %s",),
    "verify": (rf"dlopt %s{LOAD} \| filecheck %s --check-prefix=TYPE",),
    "wrong use": (rf"not dlopt %s{LOAD} 2>&1 \| filecheck %s",),
    "interpret": (rf"dlc %s{LOAD} --test --interpret",),
    "compile": (rf"dlc %s{LOAD} --test -O0", rf"dlc %s{LOAD} --test -O2"),
}
"""The aspects that are checked, each with the commands that must be present and succeed."""

MARK: Final = "✓"
"""The table's mark for an aspect whose commands all succeeded."""

FULL: Final = dict.fromkeys(ASPECTS, MARK)
"""The marks of an instruction that conforms in every aspect."""

_BEGINNING: Final = """\
# Conformance

This table shows which stages of the compiler are tested for each instruction. Each instruction has
a file of valid uses, `tests/lit/conformance/FAMILY/NAME.dl`, and one of invalid uses,
`tests/lit/conformance/FAMILY/wrong/NAME.dl`. A mark (✓) means that the commands in their `RUN:`
lines succeed:

- **parse**: the parser reads the text, and the printer prints the canonical form in the `CHECK:`
  lines.
- **print**: the printed text is parsed and printed again without a change.
- **verify**: the verifier accepts the module and infers the types in the `TYPE:` lines.
- **wrong use**: each invalid use is reported at its line and column, with the message in the
  `CHECK:` line before it.
- **interpret**: the calls in the `// run:` lines return the expected values in the interpreter, or
  end with the expected trap.
- **compile**: the same calls do so in native code, with `-O0` and with `-O2`.

`python -m tests.lit.conformance` and `pytest tests/unit/ir/test_conformance.py` run all files;
`lit -v tests/lit/conformance/arithmetic/add.dl` runs one. `python -m tests.regenerate` writes this
page.
"""


def files_of(mnemonic: str) -> tuple[Path, Path]:
    """The file of an instruction's valid uses, and the file of its invalid uses.

    Raises :class:`Failure` unless exactly one folder has a file of valid uses."""
    found = list(HERE.glob(f"*/{mnemonic}.dl"))
    if len(found) != 1:
        raise Failure(f"{mnemonic}: {len(found)} files */{mnemonic}.dl in {HERE}, expected one")
    return found[0], found[0].parent / "wrong" / found[0].name


def marks(mnemonic: str) -> dict[str, str]:
    """Runs all commands of an instruction's files, and returns the mark of each aspect.

    A mark is empty if no command checks the aspect. Raises :class:`Failure` if a command fails."""
    succeeded: list[str] = []
    for file in files_of(mnemonic):
        if file.exists() and _is_about(file, mnemonic):
            for line in run_lines(file):
                run(line, file)
                succeeded.append(line)

    def is_checked(commands: tuple[str, ...]) -> bool:
        return all(any(re.fullmatch(c, line) for line in succeeded) for c in commands)

    return {aspect: MARK if is_checked(c) else "" for aspect, c in ASPECTS.items()}


def _is_about(file: Path, mnemonic: str) -> bool:
    """Whether a ``CHECK:`` line of the file precedes a use of the instruction."""
    use = rf"^ *// CHECK: .*\n(?: *// .*\n)* *(?:%\S+ = )?{mnemonic}\b"
    return re.search(use, file.read_text(encoding="utf-8"), re.MULTILINE) is not None


def page(found: dict[str, dict[str, str]]) -> str:
    """The page, with a row of marks for each instruction."""
    rows = [
        f"| [{mnemonic}](../{files_of(mnemonic)[0].relative_to(ROOT).as_posix()}) "
        f"| {' | '.join(marks.values())} |"
        for mnemonic, marks in found.items()
    ]
    titles = f"| instruction | {' | '.join(ASPECTS)} |"
    rule = "|---" + "|:-:" * len(ASPECTS) + "|"
    return f"{_BEGINNING}\n" + "\n".join([titles, rule, *rows]) + "\n"
