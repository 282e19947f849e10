"""Programs in parts, which LLVM compiles at the same time.

How a program is split depends on its text only: the machine code is the same on any number of
threads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from dlvm.codegen.generation import Program, module_text
from dlvm.codegen.llvm.binding import give_back_memory
from dlvm.codegen.llvm.target import Target, object_code

PART: Final = 1 << 15
"""How many characters of kernels a part has at least. LLVM compiles them in some 25 ms, and a part
more costs 2 ms."""
MOST: Final = 16
"""How many parts have kernels at most."""
_DEFINITION: Final = re.compile(r"^define internal (void @[\w.$-]+\(.*) \{$", re.MULTILINE)
_SYMBOL: Final = re.compile(r'@("[^"]+"|[\w.$-]+)')


def split(program: Program) -> list[str]:
    """A program as LLVM modules: some with its kernels, and the last with what calls them. A small
    program is one module.

    What kernels call and read is in each part that needs it: nothing of that is written to.
    """
    least = max(PART, -(-sum(map(len, program.kernels)) // MOST))
    parts: list[str] = []
    declared: list[str] = []
    group: list[str] = []
    for number, kernel in enumerate(program.kernels, 1):
        group.append(kernel)
        if sum(map(len, group)) < least and number < len(program.kernels):
            continue
        declared += (f"declare {found}" for text in group for found in _DEFINITION.findall(text))
        texts = [_DEFINITION.sub(r"define \1 {", text) for text in group]
        parts.append(_module(texts, program))
        group = []
    if len(parts) < 2:
        return [program.text]
    return [*parts, _module([*program.functions, *declared], program)]


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
