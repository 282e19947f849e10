"""Generates the language reference, ``docs/language.md``.

It consists of the pages in ``docs/language/`` and a section for each instruction, generated from
its declaration. ``python -m dlvm.tools.reference`` writes it from the root of the repository. The
examples are the first parts of the conformance suite's files; the suite checks their calls.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from inspect import cleandoc, getmodule
from pathlib import Path
from typing import Final

from dlvm.diagnostics import Source, error
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import INSTRUCTIONS, Effect, Field, Instruction
from dlvm.ir.instructions.elementwise import Elementwise
from dlvm.ir.types import ElementType
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
    "elementwise": "Element-wise",
    "complex_numbers": "Complex numbers",
    "linear_algebra": "Products and reductions",
    "contraction": "Einstein notation",
    "windows": "Windows and scans",
    "shape": "Data movement and creation of tensors",
    "rearrangement": "Sorting, updates, bit casts",
    "queries": "Shape queries",
    "aggregate": "Tuples, arrays, structs",
    "control": "Calls and control flow",
    "memory": "Memory",
    "extension": "User-defined operations",
}
"""The headings of the sections, by the module that declares their instructions."""

_EFFECTS: Final = {
    Effect.READ: "reads memory",
    Effect.WRITE: "writes memory",
    Effect.ALLOCATE: "allocates memory",
    Effect.CALL: "has the effects of the function",
    Effect.TRAP: "may trap",
}
_TEST_LINE: Final = re.compile(r"^ *// (?:RUN|CHECK|TYPE|run)[\w-]*: .*\n", re.MULTILINE)
_FIELD: Final = re.compile(r"(?<={)\w+(?=})")
_LOADED: Final = re.compile(r"^// RUN: .*--load %S/(\S+)", re.MULTILINE)


def reference(root: Path) -> str:
    """Returns the text of the reference, generated from the files of a repository.

    Raises
    ------
    DiagnosticError
        If an instruction has no example.
    """
    parts = sorted((root / PARTS).glob("*.md"))
    pieces = [part.read_text(encoding="utf-8").rstrip() for part in parts]
    pieces.append("\n".join(_index()))
    for module, title in FAMILIES.items():
        family = [c for c in INSTRUCTIONS.values() if _family(c) == module]
        pieces.append(f"## {title}\n{_introduction(family[0])}")
        pieces += ["\n\n".join(_section(cls, root / EXAMPLES)) for cls in family]
    return "\n\n".join(pieces) + "\n"


def _index() -> Iterator[str]:
    """Lists all instructions by family."""
    for module, title in FAMILIES.items():
        names = [m for m, cls in INSTRUCTIONS.items() if _family(cls) == module]
        yield f"- {title}: {' · '.join(f'[{n}](#{n.lower()})' for n in names)}"


def _family(cls: type[Instruction]) -> str:
    return cls.__module__.rsplit(".", 1)[-1]


def _introduction(cls: type[Instruction]) -> str:
    """The docstring of the module that declares an instruction, as Markdown."""
    module = getmodule(cls)
    return _markdown(module.__doc__ or "") if module is not None else ""


def _markdown(docstring: str) -> str:
    return cleandoc(docstring).replace("``", "`")


def _section(cls: type[Instruction], examples: Path) -> Iterator[str]:
    """The paragraphs of one instruction's section."""
    yield f"### {cls.mnemonic}"
    yield _markdown(cls.__doc__ or "")
    yield f"```\n{format_of(cls)}\n```"
    fields = list(_fields(cls))
    if fields:
        yield "\n".join(fields)
    remarks = " ".join(_remarks(cls))
    if remarks:
        yield remarks
    yield from _example(cls.mnemonic, examples)


def format_of(cls: type[Instruction]) -> str:
    """The format of an instruction, in which fields have the names of the reference."""
    return _FIELD.sub(lambda field: _spelled(field[0]), cls.format)


def _fields(cls: type[Instruction]) -> Iterator[str]:
    """Describes the fields of an instruction; fields of one kind share a line."""
    meanings: dict[str, list[str]] = {}
    for name, field in cls.fields.items():
        meanings.setdefault(_meaning(field), []).append(f"`{_spelled(name)}`")
    for meaning, names in meanings.items():
        yield f"- {', '.join(names)}: {meaning}"


def _spelled(field: str) -> str:
    """The name of a field as the language spells names."""
    first, *others = field.split("_")
    return "".join([first, *map(str.capitalize, others)])


def _meaning(field: Field) -> str:
    if field.kind == "flag":
        return "the keyword, or nothing"
    meaning = KINDS[field.kind].meaning
    return meaning if field.is_required else f"{meaning}; optional"


def _result_of(cls: type[Elementwise]) -> str:
    """How the element type of an element-wise instruction's result follows from the operands'."""
    if cls.predicate:
        return "bool"
    if cls is op.Complex:
        return "the complex type whose parts have that type"
    if cls.result_element(ElementType.C64) is ElementType.F32:
        return "that of the real and imaginary parts"
    return "the same"


def _remarks(cls: type[Instruction]) -> Iterator[str]:
    """Remarks on element types and effects, read from the declaration, and on gradients."""
    if issubclass(cls, Elementwise):
        result = _result_of(cls)
        yield f"Element types: {cls.domain[0]}; the element type of the result is {result}."
    effects = [text for effect, text in _EFFECTS.items() if effect in cls.declared_effects]
    if cls is op.Trap:
        effects.remove(_EFFECTS[Effect.TRAP])  # It always traps.
    if cls.is_terminator:
        effects.insert(0, "ends its block")
    if effects:
        listed = " and ".join(effects) if len(effects) < 3 else _listed(effects)
        yield f"This instruction {listed}."
    it = "it" if effects else "this instruction"
    rule = ADJOINT.get(cls)
    if cls is op.Partial:
        # Differentiation begins with closure conversion, which replaces closures.
        yield f"Gradients flow through {it} to the bound arguments."
    elif rule is no_derivative:
        yield f"No gradient flows through {it}."
    elif rule is not None or Trait.ACCESS in cls.traits:
        yield f"Gradients flow through {it}."
    elif cls.not_differentiable is not None:
        yield f"{it.capitalize()} cannot be differentiated."


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _example(mnemonic: str, folder: Path) -> Iterator[str]:
    pattern = f"*/{mnemonic}.dl"
    file = next(folder.glob(pattern), None)
    if file is None:
        raise error(f"{mnemonic} has no example, expected {folder / pattern}")
    text = file.read_text(encoding="utf-8")
    example, mark, _ = text.partition(END_OF_EXAMPLE)
    if not mark:
        raise error(f"{file} has no line {END_OF_EXAMPLE.strip()}, expected it after the example")
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
    return f"- `{expectation}` returns `{expectation.result}`"


def main() -> int:
    """Writes the reference."""
    return run_tool(lambda: write_output(str(RESULT), reference(Path())))


if __name__ == "__main__":
    sys.exit(main())
