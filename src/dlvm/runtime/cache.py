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
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final

_MAGIC: Final = b"dlvm-object-3\n"


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


def load(key: str) -> tuple[Mapping[str, Any], list[bytes]] | None:
    """The description and the object files kept under a key."""
    directory = cache_directory()
    if directory is None:
        return None
    try:
        data = (directory / key).read_bytes()
    except OSError:
        return None
    if not data.startswith(_MAGIC) or len(data) < len(_MAGIC) + 40:
        return None
    digest, body = data[len(_MAGIC) : len(_MAGIC) + 32], data[len(_MAGIC) + 32 :]
    if hashlib.sha256(body).digest() != digest:
        return None
    length = int.from_bytes(body[:8], "little")
    description, sizes = json.loads(body[8 : 8 + length])
    ends = list(accumulate(sizes, initial=8 + length))
    return description, [body[start:end] for start, end in pairwise(ends)]


def save(key: str, description: Mapping[str, Any], codes: Sequence[bytes]) -> None:
    """Keeps object files and what describes them; where that is not possible, nothing is kept."""
    directory = cache_directory()
    if directory is None:
        return
    text = json.dumps([description, [len(code) for code in codes]]).encode()
    body = len(text).to_bytes(8, "little") + text + b"".join(codes)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=directory)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_MAGIC + hashlib.sha256(body).digest() + body)
            os.replace(name, directory / key)
        except OSError:
            os.unlink(name)
    except OSError:
        return
