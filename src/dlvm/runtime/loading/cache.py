"""The cache of compiled code on disk, addressed by content.

An entry is a file with a magic number, a digest of the key and of the rest, the length of the
description, the description as JSON, zeros up to the next page, and the code. :func:`save_facts`
writes an entry without code. An entry that is damaged or foreign is ignored and written again.
Several processes may share a cache.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from collections.abc import Callable, Mapping
from io import FileIO
from typing import Any, Final, TypeVar

from dlvm.codegen.objfile.image import Image, ImageLayout, read_layout, read_memory
from dlvm.runtime.loading.cache_directory import open_entry, write_entry

T = TypeVar("T")

_MAGIC: Final = b"dlvm-code-6\n"
_FACTS_MAGIC: Final = b"dlvm-fact-6\n"
_DIGEST: Final = hashlib.sha256
_HEAD: Final = len(_MAGIC) + _DIGEST().digest_size
_LENGTH: Final = 8


def content_key(*parts: str) -> str:
    """A key that depends only on the given texts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def load(key: str, read: Callable[[Any, Mapping[str, int]], T]) -> tuple[T, Image] | None:
    """The description and the code under a key; None if there is no valid entry.

    ``read`` builds the description from its JSON value and the code's symbols. It may raise
    :class:`ValueError`."""
    file = open_entry(key)
    if file is None:
        return None
    with file:
        try:
            found = _read(key, file)
            return found and (read(found[0], found[1].layout.symbols), found[1])
        except (OSError, OverflowError, MemoryError, RecursionError, ValueError):
            return None


def _read(key: str, file: FileIO) -> tuple[Any, Image] | None:
    head = file.read(_HEAD + _LENGTH)
    if not head.startswith(_MAGIC) or len(head) < _HEAD + _LENGTH:
        return None
    length = int.from_bytes(head[_HEAD:], "little")
    start = _code_start(length)
    size = os.fstat(file.fileno()).st_size - start
    if size <= 0:
        return None
    text = file.read(length)
    match json.loads(text):
        case [description, found]:
            layout = read_layout(found, size)
        case _:
            return None
    memory = read_memory(file, start, layout)
    if memory is None or head[len(_MAGIC) : _HEAD] != _digest(key, head[_HEAD:], text, memory):
        return None
    return description, Image(layout, memory)


def _code_start(length: int) -> int:
    """The offset of the code in an entry whose description has ``length`` bytes, which begins a
    page."""
    return -(-(_HEAD + _LENGTH + length) // mmap.PAGESIZE) * mmap.PAGESIZE


def save(key: str, description: Any, layout: ImageLayout, memory: mmap.mmap) -> None:
    """Saves linked code and its description. Saves nothing if that is not possible."""
    text = json.dumps([description, vars(layout)]).encode()
    length = len(text).to_bytes(_LENGTH, "little")
    head = _MAGIC + _digest(key, length, text, memory) + length + text
    with memoryview(memory) as code:
        write_entry(key, head.ljust(_code_start(len(text)), b"\0"), code)


def load_facts(key: str) -> Any:
    """The JSON value under a key; None if there is no valid entry."""
    file = open_entry(key)
    if file is None:
        return None
    with file:
        try:
            head, text = file.read(_HEAD), file.read()
            is_valid = head == _FACTS_MAGIC + _digest(key, text)
            return json.loads(text) if is_valid else None
        except (OSError, MemoryError, RecursionError, ValueError):
            return None


def save_facts(key: str, facts: Any) -> None:
    """Saves a JSON value. Saves nothing if that is not possible."""
    text = json.dumps(facts).encode()
    write_entry(key, _FACTS_MAGIC + _digest(key, text) + text)


def _digest(key: str, *parts: bytes | mmap.mmap) -> bytes:
    digest = _DIGEST(key.encode())
    for part in parts:
        digest.update(part)
    return digest.digest()
