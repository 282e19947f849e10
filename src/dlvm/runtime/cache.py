"""The cache of compiled code on disk, by content.

Entries are files of a key's name; one that is damaged or foreign is ignored and written anew. Files
are written aside and renamed, so that several processes may share a cache.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from dlvm.codegen.image import Layout, new_memory
from dlvm.diagnostics import DiagnosticError
from dlvm.files import replace_file

_MAGIC: Final = b"dlvm-code-4\n"
_DIGEST: Final = hashlib.sha256
_HEAD: Final = len(_MAGIC) + _DIGEST().digest_size
_LENGTH: Final = 8


def cache_directory() -> Path | None:
    """Where compiled code is kept: ``DLVM_CACHE_DIR``, or a folder of the user's cache; None where
    ``DLVM_CACHE_DIR`` is empty, which turns the cache off."""
    chosen = os.environ.get("DLVM_CACHE_DIR")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "dlvm"


def content_key(*parts: str) -> str:
    """A name for what depends on the given texts only."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def load(key: str) -> tuple[Mapping[str, Any], Layout, mmap.mmap] | None:
    """The description and the code kept under a key: its layout, and memory that it lies in."""
    directory = cache_directory()
    if directory is None:
        return None
    try:
        with (directory / key).open("rb", buffering=0) as file:
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
    except OSError:
        return None
    if head[len(_MAGIC) : _HEAD] != _digest(head[_HEAD:], text, memory):
        return None
    description, layout = json.loads(text)
    return description, Layout(**layout), memory


def save(key: str, description: Mapping[str, Any], layout: Layout, memory: mmap.mmap) -> None:
    """Keeps linked code and what describes it; where that is not possible, nothing is kept."""
    directory = cache_directory()
    if directory is None:
        return
    text = json.dumps([description, vars(layout)]).encode()
    length = len(text).to_bytes(_LENGTH, "little")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        head = _MAGIC + _digest(length, text, memory) + length + text
        with memoryview(memory) as code:
            replace_file(directory / key, head, code, permissions=0o600)
    except (OSError, DiagnosticError):
        return


def _digest(*parts: bytes | mmap.mmap) -> bytes:
    digest = _DIGEST()
    for part in parts:
        digest.update(part)
    return digest.digest()


def _read_all(file: Any, memory: mmap.mmap) -> int:
    """How many bytes of memory a file has filled: the system reads at most 2 GB at a time."""
    count = 0
    with memoryview(memory) as view:
        while count < len(view) and (found := file.readinto(view[count:])):
            count += found
    return count
