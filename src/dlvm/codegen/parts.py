"""Programs in parts, which LLVM compiles at the same time.

How a program is split depends on its text only: the machine code is the same on any number of
threads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final

from dlvm.codegen.generation import Program, module_text
from dlvm.codegen.llvm import give_back_memory
from dlvm.codegen.target import Target, object_code

PART: Final = 1 << 15
"""How many characters of kernels a part has at least. LLVM compiles them in some 25 ms, and a part
more costs 2 ms."""
MOST: Final = 16
"""How many parts have kernels at most: each is loaded by itself."""
_DEFINITION: Final = re.compile(r"^define internal (void @([\w.$-]+)\(.*) \{$", re.MULTILINE)
_SYMBOL: Final = re.compile(r'@("[^"]+"|[\w.$-]+)')


@dataclass(frozen=True)
class Part:
    """An LLVM module, and the kernels in it that other parts call."""

    text: str
    kernels: Sequence[str] = ()


def split(program: Program) -> list[Part]:
    """A program in parts: some with its kernels, and the last with what calls them. A small program
    is one part.

    What kernels call and read is in each part that needs it: nothing of that is written to.
    """
    least = max(PART, -(-sum(map(len, program.kernels)) // MOST))
    parts: list[Part] = []
    declared: list[str] = []
    group: list[str] = []
    for number, kernel in enumerate(program.kernels, 1):
        group.append(kernel)
        if sum(map(len, group)) < least and number < len(program.kernels):
            continue
        found = [definition for text in group for definition in _DEFINITION.findall(text)]
        declared += (f"declare {signature}" for signature, _ in found)
        texts = [_DEFINITION.sub(r"define \1 {", text) for text in group]
        parts.append(Part(_module(texts, program), [name for _, name in found]))
        group = []
    if len(parts) < 2:
        return [Part(program.text)]
    return [*parts, Part(_module([*program.functions, *declared], program))]


def _module(texts: Sequence[str], program: Program) -> str:
    """A module with some of a program's text, and what that needs."""
    needed = _reached(texts, program.declarations)
    items = (text for name, text in program.declarations.items() if name in needed)
    return module_text(texts, items)


def _reached(texts: Iterable[str], items: Mapping[str, str]) -> set[str]:
    """The names of the items that texts name, themselves or by way of other items."""
    found: set[str] = set()
    pending = list(texts)
    while pending:
        named = {name.strip('"') for name in set(_SYMBOL.findall(pending.pop()))}
        new = {name for name in named if name in items and name not in found}
        found |= new
        pending += (items[name] for name in new)
    return found


def object_codes(
    texts: Sequence[str], target: Target, threads: int, is_simple: bool = False
) -> list[bytes]:
    """The object file of each of several LLVM modules, compiled on so many threads."""
    give_back_memory()
    compiled = partial(object_code, target=target, is_simple=is_simple)
    threads = min(threads, len(texts))
    if threads < 2:
        return [compiled(text) for text in texts]
    # The one that takes longest comes first, so that none waits for it in the end.
    order = sorted(texts, key=len, reverse=True)
    with ThreadPoolExecutor(threads) as pool:
        codes = dict(zip(order, pool.map(compiled, order), strict=True))
    return [codes[text] for text in texts]
