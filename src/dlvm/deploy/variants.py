"""Libraries for several processors: each function is compiled for each of them, and its C function
calls the code for the processor that it runs on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from dlvm.codegen import runtime_support
from dlvm.codegen.generation import GeneratedProgram
from dlvm.codegen.llvm.target import Target
from dlvm.deploy.interface import Interface

LEVELS: Final = {"x86-64-v2": 2, "x86-64-v3": 3, "x86-64-v4": 4}
"""The processors of ``--cpu multi``, with the numbers that ``dlvm_level`` returns."""
_FIRST_ATTRIBUTES: Final = 900
"""The number of the first group of attributes for a processor."""
_NAME: Final = re.compile(r'@(?:"([^"]+)"|([\w.$]+))')


@dataclass(frozen=True)
class ProcessorVariant:
    """The code of a library for one processor, and the interfaces of its functions, which have the
    same C declarations as those of all other variants."""

    target: Target
    program: GeneratedProgram
    interfaces: Sequence[Interface]


def unified(variants: Sequence[ProcessorVariant]) -> list[ProcessorVariant]:
    """The variants, changed so that each function has all arguments that any of its variants
    needs."""
    together = list(zip(*(v.interfaces for v in variants), strict=True))
    found: list[ProcessorVariant] = []
    for variant in variants:
        interfaces = [
            replace(
                interface,
                allocates=any(i.allocates for i in all_),
                recurses=any(i.recurses for i in all_),
                reads_weights=any(i.reads_weights for i in all_),
                uses_threads=any(i.uses_threads for i in all_),
            )
            for interface, all_ in zip(variant.interfaces, together, strict=True)
        ]
        found.append(replace(variant, interfaces=interfaces))
    return found


def renamed(
    texts: Sequence[str], definitions: Sequence[str], target: Target, number: int
) -> tuple[list[str], list[str]]:
    """The texts and definitions of the variant with a number. Its functions are internal, have the
    attributes of the processor, and have names that end with the name of the processor."""
    features = f' "target-features"="{target.features}"' if target.features else ""
    group = f"#{_FIRST_ATTRIBUTES + number}"
    attributes = f'attributes {group} = {{ "target-cpu"="{target.cpu}"{features} }}'
    whole = [*texts, *definitions]
    names = {
        match[1] or match[2]
        for text in whole
        for line in re.findall(r"^define [^\n]*", text, re.MULTILINE)
        if (match := _NAME.search(line))
    }

    def new_name(found: re.Match[str]) -> str:
        name = found[1] or found[2]
        return f'@"{name}.{target.cpu}"' if name in names else found[0]

    def changed(text: str) -> str:
        text = re.sub(r"^define (?!internal )", "define internal ", text, flags=re.MULTILINE)
        text = re.sub(r"^(define .*) \{$", rf"\1 {group} {{", text, flags=re.MULTILINE)
        return _NAME.sub(new_name, text)

    return [*map(changed, texts), attributes], [*map(changed, definitions)]


def level_text() -> str:
    """LLVM IR of the function that returns the level of the processor."""
    return (Path(runtime_support.__file__).parent / "levels.ll").read_text()


LEVEL: Final = """\
@dlvm.level = internal global i32 0, align 4
define internal i32 @dlvm.known.level() #0 {
entry:
  %known = load atomic i32, ptr @dlvm.level monotonic, align 4
  %is.known = icmp ne i32 %known, 0
  br i1 %is.known, label %end, label %find
find:
  %found = call i32 @dlvm_level()
  store atomic i32 %found, ptr @dlvm.level monotonic, align 4
  br label %end
end:
  %level = phi i32 [ %known, %entry ], [ %found, %find ]
  ret i32 %level
}"""
"""The level of the processor, which is found at the first call."""


def dispatcher(symbol: str, parameters: Sequence[str], variants: Sequence[ProcessorVariant]) -> str:
    """The C function that calls its variant for the processor, by default the first."""
    given = ", ".join(parameters)
    cases = [f"    i32 {LEVELS[v.target.cpu]}, label %l{n}" for n, v in enumerate(variants) if n]
    blocks = [
        f'l{n}:\n  %r{n} = tail call i32 @"{symbol}.{v.target.cpu}"({given})\n  ret i32 %r{n}'
        for n, v in enumerate(variants)
    ]
    return "\n".join([
        f"define i32 @{symbol}({given}) #0 {{",
        "entry:",
        "  %level = call i32 @dlvm.known.level()",
        "  switch i32 %level, label %l0 [",
        *cases,
        "  ]",
        *blocks,
        "}",
    ])  # fmt: skip
