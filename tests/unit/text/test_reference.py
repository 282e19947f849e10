"""The language reference documents every instruction, keyword and limit.

The conformance suite checks the results of the examples, and ``test_docs`` their programs.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from dlvm.diagnostics import DiagnosticError
from dlvm.ir import INSTRUCTIONS
from dlvm.ir.module import FUNCTION_ATTRIBUTES, Stage
from dlvm.ir.schedules import DIRECTIVES
from dlvm.ir.types import ElementType
from dlvm.ir.wellformed import MAX_DEPTH, MAX_EXPANSION, MAX_RANK
from dlvm.text.attributes import KINDS
from dlvm.text.expression_syntax import FORMS, REDUCTIONS
from dlvm.text.parser import CLAUSES, ITEMS
from dlvm.text.value_syntax import CONSTANTS
from dlvm.tools.reference import EXAMPLES, FAMILIES, PARTS, RESULT, format_of, main, reference
from tests.support.paths import ROOT


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies the sources of the reference and changes to the copy."""
    for folder in (PARTS, EXAMPLES):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_tool_writes_the_reference(copy: Path) -> None:
    assert main() == 0
    assert (copy / RESULT).read_text(encoding="utf-8") == reference(ROOT)


def test_every_instruction_has_a_section_with_a_program_and_its_results() -> None:
    sections = re.split(r"^###? ", reference(ROOT), flags=re.MULTILINE)
    by_title = {title: text for title, _, text in (s.partition("\n") for s in sections)}
    for mnemonic, cls in INSTRUCTIONS.items():
        section = by_title[mnemonic]
        assert f"```\n{format_of(cls)}\n```" in section
        program = re.search(r"^```dl\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
        assert program is not None, mnemonic
        assert re.search(rf"\b{mnemonic}\b", program[1]), (
            f"the example of {mnemonic} does not use it"
        )
        assert re.search(r"^- `@.*\)` (returns|traps)", section, re.MULTILINE)


def test_every_family_and_every_kind_of_field_is_in_use() -> None:
    declared = {cls.__module__.rsplit(".", 1)[-1] for cls in INSTRUCTIONS.values()}
    assert declared == FAMILIES.keys()
    used = {f.kind for cls in INSTRUCTIONS.values() for f in cls.fields.values()}
    assert used - {"flag"} == KINDS.keys()


def test_an_instruction_without_an_example_is_an_error(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy / EXAMPLES / "math_functions/tanh.dl").unlink()
    assert main() == 1
    assert "tanh has no example, expected" in capsys.readouterr().err
    assert not (copy / RESULT).exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("// What follows", "// Here follows", "has no line // What follows is not in"),
        ("// run:", "// ran:", "has no line `// run: @f"),
    ],
)
def test_an_example_that_shows_nothing_is_an_error(
    copy: Path, old: str, new: str, message: str
) -> None:
    file = copy / EXAMPLES / "math_functions/tanh.dl"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DiagnosticError, match=message):
        reference(copy)


@pytest.mark.parametrize(
    "word",
    [
        *(f"`{item}" for item in ITEMS),
        *(f"`!{attribute}`" for attribute in FUNCTION_ATTRIBUTES),
        *(f"`{clause}" for clause in CLAUSES),
        *(f"`{constant}" for constant in CONSTANTS),
        *(f"`{stage.value}`" for stage in Stage),
        *(f"`{directive} " for directive in DIRECTIVES),
        *(f"`{reduction}`" for reduction in REDUCTIONS.values()),
        *(f"`{form}(" for form in FORMS),
        *(f"`{element.value}`" for element in ElementType),
        *(f"{abs(limit):,}" for limit in (MAX_EXPANSION, MAX_DEPTH, MAX_RANK)),
    ],
)
def test_every_word_of_the_language_is_explained(word: str) -> None:
    pages = (part.read_text(encoding="utf-8") for part in sorted((ROOT / PARTS).glob("*.md")))
    assert word in "\n".join(pages)


def test_links_lead_to_headings() -> None:
    text = reference(ROOT)
    headings = re.findall(r"^##+ (.+)$", text, re.MULTILINE)
    anchors = [re.sub(r"[^\w -]", "", heading).replace(" ", "-").lower() for heading in headings]
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(anchors)


@pytest.mark.parametrize(
    ("mnemonic", "remark"),
    [
        (
            "sqrt",
            "Element types: floats or complex numbers; the element type of the result is the same.",
        ),
        (
            "isNaN",
            "the element type of the result is bool. No gradient flows through this instruction.",
        ),
        ("dot", "Gradients flow through this instruction."),
        (
            "pop",
            "This instruction reads memory, writes memory and may trap. Gradients flow through it.",
        ),
        ("partial", "Gradients flow through this instruction to the bound arguments."),
        ("bitCast", "This instruction cannot be differentiated."),
        ("branchEnum", "This instruction ends its block and may trap."),
        ("trap", "This instruction ends its block.\n"),
        ("apply", "This instruction has the effects of the function."),
    ],
)
def test_remarks(mnemonic: str, remark: str) -> None:
    section = re.split(rf"^### {mnemonic}$", reference(ROOT), flags=re.MULTILINE)[1]
    assert remark in section.partition("\n### ")[0]
