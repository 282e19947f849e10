"""The language reference, ``docs/language.md``: parts written by hand, and a section for each
instruction that follows from its declaration.

``python -m dlvm.tools.reference`` writes it, in the root of the repository. The examples are the
beginnings of the files of the conformance suite, which checks what their calls give.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from inspect import cleandoc, getmodule
from pathlib import Path
from typing import Final

from dlvm.analysis.differentiation.differentiability import NOT_DIFFERENTIABLE
from dlvm.diagnostics import Source, error
from dlvm.ir import instructions as op
from dlvm.ir.instruction import INSTRUCTIONS, Effect, Field, Instruction
from dlvm.ir.instructions.elementwise import Elementwise
from dlvm.text.attributes import KINDS
from dlvm.tools.command_line import run_tool, write_output
from dlvm.tools.expectations import Expectation, read_expectations
from dlvm.transforms.differentiation import ADJOINT
from dlvm.transforms.differentiation.rules.rule_types import no_derivative

PARTS: Final = Path("docs/language")
EXAMPLES: Final = Path("tests/lit/conformance")
RESULT: Final = Path("docs/language.md")

END_OF_EXAMPLE: Final = "// What follows is not in the language reference.\n"

FAMILIES: Final = {
    "elementwise": "Element by element",
    "linear_algebra": "Products and reductions",
    "contraction": "Einstein's notation",
    "windows": "Windows and scans",
    "shape": "Movement, and making tensors",
    "rearrangement": "Sorting, updates, bits",
    "queries": "Shapes as values",
    "aggregate": "Tuples, arrays, structs",
    "control": "Calls and control flow",
    "memory": "Memory",
    "extension": "Operations of your own",
}
"""The headings of the modules that declare instructions."""

_EFFECTS: Final = {
    Effect.READ: "reads memory",
    Effect.WRITE: "writes memory",
    Effect.ALLOCATE: "allocates memory",
    Effect.CALL: "does what the function does",
    Effect.TRAP: "may trap",
}
_TEST_LINE: Final = re.compile(r"^ *// (?:RUN|CHECK|TYPE|run)[\w-]*: .*\n", re.MULTILINE)
_LOADED: Final = re.compile(r"^// RUN: .*--load %S/(\S+)", re.MULTILINE)


def reference(root: Path) -> str:
    """The text of the reference, made from the files of a repository. Raises
    :class:`DiagnosticError` for an instruction without an example."""
    parts = sorted((root / PARTS).glob("*.md"))
    pieces = [part.read_text(encoding="utf-8").rstrip() for part in parts]
    pieces.append("\n".join(_index()))
    for module, title in FAMILIES.items():
        family = [c for c in INSTRUCTIONS.values() if _family(c) == module]
        pieces.append(f"## {title}\n{_introduction(family[0])}")
        pieces += ["\n\n".join(_section(cls, root / EXAMPLES)) for cls in family]
    return "\n\n".join(pieces) + "\n"


def _index() -> Iterator[str]:
    """A list of all instructions, by families."""
    for module, title in FAMILIES.items():
        names = [m for m, cls in INSTRUCTIONS.items() if _family(cls) == module]
        yield f"- {title}: {' · '.join(f'[{n}](#{n.lower()})' for n in names)}"


def _family(cls: type[Instruction]) -> str:
    return cls.__module__.rsplit(".", 1)[-1]


def _introduction(cls: type[Instruction]) -> str:
    """What the module that declares an instruction says of itself."""
    module = getmodule(cls)
    return _markdown(module.__doc__ or "") if module is not None else ""


def _markdown(docstring: str) -> str:
    return cleandoc(docstring).replace("``", "`")


def _section(cls: type[Instruction], examples: Path) -> Iterator[str]:
    """The paragraphs about one instruction."""
    yield f"### {cls.mnemonic}"
    yield _markdown(cls.__doc__ or "")
    yield f"```\n{cls.format}\n```"
    fields = list(_fields(cls))
    if fields:
        yield "\n".join(fields)
    remarks = " ".join(_remarks(cls))
    if remarks:
        yield remarks
    yield from _example(cls.mnemonic, examples)


def _fields(cls: type[Instruction]) -> Iterator[str]:
    """What may be written for each field; fields of one kind in one line."""
    meanings: dict[str, list[str]] = {}
    for name, field in cls.fields.items():
        meanings.setdefault(_meaning(field), []).append(f"`{name}`")
    for meaning, names in meanings.items():
        yield f"- {', '.join(names)}: {meaning}"


def _meaning(field: Field) -> str:
    if field.kind == "flag":
        return "the word, or nothing"
    meaning = KINDS[field.kind].meaning
    return meaning if field.is_required else f"{meaning}; may be left out"


def _remarks(cls: type[Instruction]) -> Iterator[str]:
    """What the declaration says about element types and effects, and tables about gradients."""
    if issubclass(cls, Elementwise):
        result = "bools" if cls.predicate else "of the same type"
        yield f"Elements: {cls.domain[0]}; those of the result are {result}."
    effects = [text for effect, text in _EFFECTS.items() if effect in cls.declared_effects]
    if cls.is_terminator:
        effects.insert(0, "ends its block")
    if effects:
        yield f"It {' and '.join(effects) if len(effects) < 3 else _listed(effects)}."
    rule = ADJOINT.get(cls)
    if rule is not None or cls in (op.Copy, op.Load, op.Pop, op.Push, op.Store):
        yield (
            "No gradient flows through it."
            if rule is no_derivative
            else "Gradients flow through it."
        )
    elif cls in NOT_DIFFERENTIABLE and not cls.declared_effects & (Effect.CALL | Effect.CONTROL):
        yield "It can not be differentiated."


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _example(mnemonic: str, folder: Path) -> Iterator[str]:
    file = folder / f"{mnemonic}.dl"
    if not file.exists():
        raise error(f"there is no example of {mnemonic}, expected {file}")
    text = file.read_text(encoding="utf-8")
    example, mark, _ = text.partition(END_OF_EXAMPLE)
    if not mark:
        raise error(f"{file} has no line {END_OF_EXAMPLE.strip()}, expected it behind the example")
    loaded = _LOADED.search(text)
    if loaded is not None:
        python = (file.parent / loaded[1]).read_text(encoding="utf-8").strip()
        yield f"```python\n{python}\n```"
    calls = [_call(e) for e in read_expectations(Source(file.name, example))]
    if not calls:
        raise error(f"{file} has no line `// run: @f(1) == 2` in its example, expected one")
    yield f"```dl\n{_TEST_LINE.sub('', example).strip()}\n```"
    yield "\n".join(calls)


def _call(expectation: Expectation) -> str:
    if expectation.trap is not None:
        return f"- `{expectation}` traps: `{expectation.trap}`"
    return f"- `{expectation}` gives `{expectation.result}`"


def main() -> int:
    """Writes the reference."""
    return run_tool(lambda: write_output(str(RESULT), reference(Path())))


if __name__ == "__main__":
    sys.exit(main())
