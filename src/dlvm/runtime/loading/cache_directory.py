"""The directory of the cache: its location, its owner and its size.

The process runs the code in the cache. Directories and files that another user can write are
therefore not used, unless that user is the system administrator, who can do everything anyway.
"""

from __future__ import annotations

import os
import re
import stat
import warnings
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Final

from dlvm.byte_sizes import parse_bytes
from dlvm.diagnostics import DiagnosticError, error
from dlvm.files import open_regular, remove_file, remove_unfinished_in, replace_file

_DIRECTORY: Final = "DLVM_CACHE_DIR"
_SIZE: Final = "DLVM_CACHE_SIZE"
_DEFAULT_SIZE: Final = "4GiB"
_BASE: Final = "XDG_CACHE_HOME"
_PRIVATE_DIRECTORY: Final = 0o700
_PRIVATE_FILE: Final = 0o600
_WRITABLE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
_ENTRY: Final = re.compile(r"[0-9a-f]{64}\.dlvm-code")
_said: Final[set[str]] = set()


@dataclass(frozen=True)
class Usage:
    """The number of entries in the cache, and their bytes."""

    entries: int
    bytes: int


def cache_directory() -> Path | None:
    """The directory of compiled code: ``DLVM_CACHE_DIR``, or ``dlvm`` in the user's cache
    directory. None if there is no such directory, or if ``DLVM_CACHE_DIR`` is empty, which turns
    the cache off."""
    chosen = os.environ.get(_DIRECTORY)
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get(_BASE, "")
    if base and not os.path.isabs(base):
        _say_once(f"{_BASE} is {base!r}, expected an absolute path: it is not used")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "dlvm" if os.path.isabs(base) else None


def size_limit() -> int:
    """The maximum number of bytes in the cache, from ``DLVM_CACHE_SIZE``. Raises
    :class:`DiagnosticError` if that is not a number of bytes."""
    text = os.environ.get(_SIZE, "").strip() or _DEFAULT_SIZE
    size = parse_bytes(text)
    if size is None:
        raise error(f"{_SIZE} is {text!r}, expected a number of bytes, as in 512MiB")
    return size


def open_entry(key: str) -> FileIO | None:
    """Opens the file of an entry for reading, and marks it as used now. None if there is no usable
    entry."""
    limit = size_limit()
    with suppress(OSError), _opened_directory() as directory:
        if directory is None:
            return None
        file = open_regular(_name(key), os.O_NOFOLLOW, directory)
        found = os.fstat(file.fileno())
        what = f"{cache_directory()}/{_name(key)} in the cache"
        if _is_private(found, what) and found.st_size <= limit:
            with suppress(OSError):
                os.utime(file.fileno())
            return file
        file.close()
    return None


def write_entry(key: str, *parts: bytes | memoryview) -> None:
    """Writes an entry if that is possible. If the cache becomes too large, removes the least
    recently used entries."""
    limit, directory = size_limit(), cache_directory()
    if directory is None or sum(map(len, parts)) > limit:
        return
    with suppress(OSError, DiagnosticError):
        _make(directory)
        with _opened_directory() as opened:
            if opened is not None:
                replace_file(directory / _name(key), *parts, permissions=_PRIVATE_FILE)
                _shrink(directory, limit)


def usage() -> Usage:
    """The usage of the cache. Raises :class:`DiagnosticError` if another user can write the
    directory."""
    return _used(_entries(_trusted_directory()))


def clear() -> Usage:
    """Removes all entries, and returns their usage. Raises :class:`DiagnosticError` if another user
    can write the directory."""
    directory = _trusted_directory()
    entries = _entries(directory)
    for entry in entries:
        remove_file(entry.path)
    if directory is not None:
        remove_unfinished_in(directory)
    return _used(entries)


@dataclass(frozen=True)
class _CacheEntry:
    path: Path
    bytes: int
    used: int
    """The time of the last use, in nanoseconds."""


def _used(entries: list[_CacheEntry]) -> Usage:
    return Usage(len(entries), sum(e.bytes for e in entries))


def _entries(directory: Path | None) -> list[_CacheEntry]:
    found: list[_CacheEntry] = []
    if directory is None:
        return found
    with suppress(OSError), os.scandir(directory) as listed:
        for entry in listed:
            if _ENTRY.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    state = entry.stat(follow_symlinks=False)
                    found.append(_CacheEntry(Path(entry.path), state.st_size, state.st_mtime_ns))
    return found


def _shrink(directory: Path, limit: int) -> None:
    """Removes entries until at most ``limit`` bytes are left."""
    entries = _entries(directory)
    size = sum(e.bytes for e in entries)
    if size <= limit:
        return
    remove_unfinished_in(directory)
    for entry in sorted(entries, key=lambda e: e.used):
        if size <= limit:
            break
        remove_file(entry.path)
        size -= entry.bytes


def _trusted_directory() -> Path | None:
    """The directory of the cache; None if there is none. Raises :class:`DiagnosticError` if it must
    not be used."""
    directory = cache_directory()
    with suppress(FileNotFoundError, NotADirectoryError):
        if directory is not None and (problem := _problem(os.stat(directory))):
            raise error(f"the cache {directory} {problem}: it is not used")
    return directory


def _make(directory: Path) -> None:
    """Creates a directory and its missing parents, with access for the user alone."""
    missing: list[Path] = []
    while not directory.is_dir():
        missing.append(directory)
        directory = directory.parent
    for path in reversed(missing):
        with suppress(FileExistsError):
            path.mkdir(_PRIVATE_DIRECTORY)
            path.chmod(_PRIVATE_DIRECTORY)


@contextmanager
def _opened_directory() -> Generator[int | None]:
    """The opened directory; None if there is no usable one."""
    directory = cache_directory()
    if directory is None:
        yield None
        return
    opened = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        is_private = _is_private(os.fstat(opened), f"the cache {directory}")
        yield opened if is_private else None
    finally:
        os.close(opened)


def _is_private(found: os.stat_result, what: str) -> bool:
    """Whether no other user can write to a file or directory; warns once if one can."""
    problem = _problem(found)
    if problem is not None:
        _say_once(f"{what} {problem}: it is not used")
    return problem is None


def _problem(found: os.stat_result) -> str | None:
    if found.st_uid not in (os.geteuid(), 0):
        return "belongs to another user"
    if found.st_mode & _WRITABLE_BY_OTHERS:
        return f"can be written by others (mode {stat.S_IMODE(found.st_mode):o})"
    return None


def _say_once(message: str) -> None:
    if message not in _said:
        _said.add(message)
        warnings.warn(message, stacklevel=2)


def _name(key: str) -> str:
    return f"{key}.dlvm-code"
