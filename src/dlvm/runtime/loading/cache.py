"""The cache of compiled code on disk, addressed by content.

An entry is a file with a magic number, a digest of the key and of the rest, the length of the
description, the description as JSON, and the code. An entry that is damaged or foreign is ignored
and written again. Several processes may share a cache.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from collections.abc import Callable, Mapping
from io import FileIO
from typing import Any, Final, TypeVar

from dlvm.codegen.objfile.image import Image, ImageLayout, new_memory, read_layout
from dlvm.runtime.loading.cache_directory import open_entry, write_entry

T = TypeVar("T")

_MAGIC: Final = b"dlvm-code-5\n"
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
    """Return the description and the code under a key; None if there is no valid entry.

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
    rest = os.fstat(file.fileno()).st_size - len(head)
    length = int.from_bytes(head[_HEAD:], "little")
    if length >= rest:
        return None
    text = file.read(length)
    # The code is read to where it is to run: it may have large constants.
    memory = new_memory(rest - length)
    if _read_all(file, memory) < len(memory):
        return None
    if head[len(_MAGIC) : _HEAD] != _digest(key, head[_HEAD:], text, memory):
        return None
    match json.loads(text):
        case [description, layout]:
            return description, Image(read_layout(layout, len(memory)), memory)
        case _:
            return None


def save(key: str, description: Any, layout: ImageLayout, memory: mmap.mmap) -> None:
    """Saves linked code and its description. Saves nothing if that is not possible."""
    text = json.dumps([description, vars(layout)]).encode()
    length = len(text).to_bytes(_LENGTH, "little")
    with memoryview(memory) as code:
        write_entry(key, _MAGIC + _digest(key, length, text, memory) + length + text, code)


def _digest(key: str, *parts: bytes | mmap.mmap) -> bytes:
    digest = _DIGEST(key.encode())
    for part in parts:
        digest.update(part)
    return digest.digest()


def _read_all(file: FileIO, memory: mmap.mmap) -> int:
    """Reads a file into memory, and returns the number of bytes read. The system reads at most 2 GB
    at a time."""
    count = 0
    with memoryview(memory) as view:
        while count < len(view) and (found := file.readinto(view[count:])):
            count += found
    return count
