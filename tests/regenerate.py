"""Regenerates every file of the repository that follows from declarations.

``python -m tests.regenerate`` writes the files in :data:`GENERATED` and prints which ones changed;
``--check`` writes nothing, and fails if a file is out of date. ``tests/unit/project`` runs the same
check. Files that are measured, or that need another compiler, have commands of their own:
CONTRIBUTING.md lists them.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from typing import Final

from dlvm.ir import INSTRUCTIONS
from dlvm.tel import textmate as tel_textmate
from dlvm.text.textmate import textmate_text
from dlvm.tools.reference import reference
from tests.fuzz import standard
from tests.lit.conformance import suite
from tests.support import python_table
from tests.support.paths import ROOT

EXAMPLES_PAGE: Final = ROOT / "docs" / "examples.md"
EXAMPLE_BLOCK: Final = re.compile(
    r"^```python\n(?:(?!^```).*\n)*```\n(?=```console\n\$ python (examples/\w+\.py)$)", re.MULTILINE
)
"""The script of an example, followed by its transcript, which names its file."""


def arrays() -> str:
    """The page on arrays: its introduction, and the table of functions."""
    introduction, _, _ = standard.PAGE.read_text(encoding="utf-8").partition(standard.MARK)
    return introduction + standard.MARK + standard.table()


def examples() -> str:
    """The page of examples, with the current text of each script."""

    def block(found: re.Match[str]) -> str:
        return f"```python\n{(ROOT / found[1]).read_text(encoding='utf-8')}```\n"

    return EXAMPLE_BLOCK.sub(block, EXAMPLES_PAGE.read_text(encoding="utf-8"))


def conformance() -> str:
    """The table of conformance. ``tests/unit/ir/test_conformance.py`` earns each of its marks."""
    return suite.page(dict.fromkeys(INSTRUCTIONS, suite.FULL))


GENERATED: Final[dict[str, Callable[[], str]]] = {
    "docs/arrays.md": arrays,
    "docs/conformance.md": conformance,
    "docs/examples.md": examples,
    "docs/python.md": python_table.page,
    "docs/language.md": lambda: reference(ROOT),
    "editors/vscode/syntaxes/dlvm.tmLanguage.json": textmate_text,
    "editors/vscode/syntaxes/tel.tmLanguage.json": tel_textmate.textmate_text,
}
"""The generated files, and the functions that return their contents."""


def is_up_to_date(name: str) -> bool:
    """Whether a generated file has the contents that its sources produce now."""
    file = ROOT / name
    return file.exists() and file.read_text(encoding="utf-8") == GENERATED[name]()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tests.regenerate",
        description="Regenerates documentation and the editor grammar from declarations.",
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if a file is out of date"
    )
    options = parser.parse_args(arguments)
    outdated = [name for name in GENERATED if not is_up_to_date(name)]
    for name in outdated:
        print(f"{name} is out of date" if options.check else f"wrote {name}")
        if not options.check:
            (ROOT / name).write_text(GENERATED[name](), encoding="utf-8")
    return int(options.check and bool(outdated))


if __name__ == "__main__":
    sys.exit(main())
