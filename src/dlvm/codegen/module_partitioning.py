"""Module partitioning: splits a program into LLVM modules that compile in parallel.

The partitions depend only on the text of the program, so the machine code is the same for any
number of threads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from dlvm.codegen.generation import GeneratedProgram, module_text
from dlvm.codegen.llvm.binding import trim_heap
from dlvm.codegen.llvm.target import Target, object_code

MIN_PARTITION_SIZE: Final = 1 << 15
"""The minimum number of characters of kernels in a partition. LLVM compiles them in about 25 ms,
and another partition costs 2 ms."""
MAX_PARTITIONS: Final = 16
"""The maximum number of partitions with kernels."""
_DEFINITION: Final = re.compile(r"^define internal (void @[\w.$-]+\(.*) \{$", re.MULTILINE)
_SYMBOL: Final = re.compile(r'@("[^"]+"|[\w.$-]+)')


def partition(program: GeneratedProgram) -> list[str]:
    """Partitions a program into LLVM modules: some with kernels, and the last with their callers.

    A small program is one module. The functions and constants that kernels use are copied to each
    partition that needs them; they are never written to.
    """
    least = max(MIN_PARTITION_SIZE, -(-sum(map(len, program.kernels)) // MAX_PARTITIONS))
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


def _module(texts: Sequence[str], program: GeneratedProgram) -> str:
    """A module with the given functions of a program, and the declarations that they use."""
    needed = _reached(texts, program.declarations)
    items = (text for name, text in program.declarations.items() if name in needed)
    return module_text(texts, items)


def _reached(texts: Iterable[str], items: Mapping[str, str]) -> set[str]:
    """The names of the items that texts name, directly or through other items."""
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
    """Compiles LLVM modules to object files on a number of threads."""
    trim_heap()
    compiled = partial(object_code, target=target, is_simple=is_simple)
    threads = min(threads, len(texts))
    if threads < 2:
        return [compiled(text) for text in texts]
    # The largest module comes first, so that no thread waits for it at the end.
    order = sorted(texts, key=len, reverse=True)
    with ThreadPoolExecutor(threads) as pool:
        codes = dict(zip(order, pool.map(compiled, order), strict=True))
    return [codes[text] for text in texts]
