"""The cache of compiled code on disk, by content.

Entries are files of a key's name; one that is damaged or foreign is ignored and written anew. Files
are written aside and renamed, so that several processes may share a cache.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from dlvm.codegen.memory import ALIGNMENT, Bytes, aligned_bytes

_MAGIC: Final = b"dlvm-object-4\n"
_HEAD: Final = len(_MAGIC) + 32 + 8
"""Before the description: the digest of what follows it, and the description's length."""


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


def load(key: str) -> tuple[Mapping[str, Any], list[bytes], list[Bytes]] | None:
    """The description, the object files and the constants kept under a key."""
    directory = cache_directory()
    if directory is None:
        return None
    try:
        with open(directory / key, "rb") as file:
            data = aligned_bytes(os.fstat(file.fileno()).st_size)
            whole = data.data
            if file.readinto(whole) != len(whole):
                return None
    except OSError:
        return None
    body = whole[len(_MAGIC) + 32 :]
    start = _MAGIC + hashlib.sha256(body).digest()
    if len(whole) < _HEAD or bytes(whole[: len(start)]) != start:
        return None
    end = _HEAD + int.from_bytes(body[:8], "little")
    description, codes, constants = json.loads(bytes(whole[_HEAD:end]))
    found: list[Bytes] = []
    for size in (*codes, *constants):
        found.append(data[end : end + size])
        end += _padded(size)
    return description, [code.tobytes() for code in found[: len(codes)]], found[len(codes) :]


def save(
    key: str,
    description: Mapping[str, Any],
    codes: Sequence[bytes],
    constants: Sequence[Bytes] = (),
) -> None:
    """Keeps object files, constants and what describes them; where that is not possible, nothing
    is kept."""
    directory = cache_directory()
    if directory is None:
        return
    sizes = [[len(c) for c in codes], [c.size for c in constants]]
    text = json.dumps([description, *sizes]).encode()
    # Constants have to lie where tensors may, also in the memory that has the whole file.
    text += b" " * (_padded(_HEAD + len(text)) - _HEAD - len(text))
    pieces: list[bytes | memoryview] = [len(text).to_bytes(8, "little"), text]
    for data in (*codes, *(c.data for c in constants)):
        pieces += [data, bytes(_padded(len(data)) - len(data))]
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=directory)
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines([_MAGIC, digest.digest(), *pieces])
            os.replace(name, directory / key)
        except OSError:
            os.unlink(name)
    except OSError:
        return


def _padded(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT
