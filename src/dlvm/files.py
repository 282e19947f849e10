"""Reads and atomically replaces regular files; other files are refused."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
import stat
from collections.abc import Iterable
from contextlib import suppress
from io import FileIO
from typing import Final

from dlvm.diagnostics import DiagnosticError, error

_PREFIX: Final = ".dlvm-unfinished"
_UNFINISHED: Final = re.compile(re.escape(_PREFIX) + "-[0-9a-f]{16}-[0-9a-f]{16}")
_KINDS: Final = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}

AnyPath = str | os.PathLike[str]


def reason(failure: OSError) -> str:
    """The reason of a system error, as text that follows a colon in a message."""
    text = failure.strerror or str(failure)
    return text[:1].lower() + text[1:]


def unreadable(path: AnyPath, failure: OSError | ValueError) -> DiagnosticError:
    """The error for a file that cannot be read."""
    return _refused("read", path, failure)


def unwritable(path: AnyPath, failure: OSError | ValueError) -> DiagnosticError:
    """The error for a file that cannot be written."""
    return _refused("write", path, failure)


def _refused(verb: str, path: AnyPath, failure: OSError | ValueError) -> DiagnosticError:
    if isinstance(failure, OSError):
        return error(f"cannot {verb} {path}: {reason(failure)}")
    return error(f"cannot {verb} {os.fspath(path)!r}: not a file name")


def open_regular(path: AnyPath, flags: int = 0, directory: int | None = None) -> FileIO:
    """Opens a regular file for reading; raises :class:`OSError` for anything else, including a
    FIFO, for whose writer it does not wait. ``flags`` are additional flags of :func:`os.open`;
    ``directory`` is the descriptor of a directory from which a relative path starts."""
    opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK | flags, dir_fd=directory)
    try:
        _check_regular(os.fstat(opened), path)
        return FileIO(opened)
    except BaseException:
        os.close(opened)
        raise


def read_file(path: AnyPath) -> bytes:
    """The content of a regular file. Raises :class:`DiagnosticError` if there is none, or if it
    cannot be read."""
    try:
        with open_regular(path) as file:
            return file.read()
    except (OSError, ValueError) as failure:
        raise unreadable(path, failure) from None
    except MemoryError:
        raise error(f"cannot read {path}: there is not enough memory") from None


def replace_file(
    path: AnyPath,
    *parts: bytes | memoryview,
    is_durable: bool = False,
    permissions: int | None = None,
) -> None:
    """Writes a regular file, or replaces it atomically.

    The content is the concatenation of the parts. Without ``permissions``, an existing file keeps
    its permissions, and a new file gets the default ones of the process. With ``is_durable``, the
    content is on the disk before the file gets its name. Raises :class:`DiagnosticError` if the
    file cannot be written; an existing file is then unchanged.
    """
    try:
        _replace(os.path.realpath(path), parts, is_durable, permissions)
    except (OSError, ValueError) as failure:
        raise unwritable(path, failure) from None


def _replace(
    path: str, parts: Iterable[bytes | memoryview], is_durable: bool, permissions: int | None
) -> None:
    with suppress(FileNotFoundError):
        known = os.stat(path)
        _check_regular(known, path)
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        permissions = known.st_mode & 0o777 if permissions is None else permissions
    unfinished, opened = _new_unfinished(path)
    try:
        with open(opened, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            if permissions is not None:
                os.fchmod(opened, permissions)
            if is_durable:
                os.fsync(opened)
            os.replace(unfinished, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(unfinished)
        raise


def remove_file(path: AnyPath) -> None:
    """Removes a regular file. Does nothing if it does not exist or cannot be removed."""
    with suppress(OSError):
        if stat.S_ISREG(os.lstat(path).st_mode):
            os.unlink(path)


def remove_unfinished(path: AnyPath) -> None:
    """Removes temporary files that killed processes left while they replaced a file. Only files of
    this user that this module created for the file, and that no process is writing, are removed."""
    path = os.path.realpath(path)
    _remove_unfinished(os.path.dirname(path), _stem(path))


def remove_unfinished_in(folder: AnyPath) -> None:
    """Removes temporary files that killed processes left for any file of a directory."""
    _remove_unfinished(os.fspath(folder), _PREFIX)


def _remove_unfinished(folder: str, start: str) -> None:
    with suppress(OSError):
        for name in os.listdir(folder):
            if not name.startswith(start) or not _UNFINISHED.fullmatch(name):
                continue
            path = os.path.join(folder, name)
            with suppress(OSError), open_regular(path, os.O_NOFOLLOW) as file:
                if os.fstat(file.fileno()).st_uid == os.geteuid():
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    os.unlink(path)


def _new_unfinished(path: str) -> tuple[str, int]:
    """Creates a temporary file that will replace another file, open and locked. The lock lasts as
    long as the file is open, so that :func:`remove_unfinished` leaves the file alone."""
    while True:
        name = os.path.join(os.path.dirname(path), _stem(path) + os.urandom(8).hex())
        opened = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666)
        with suppress(OSError):  # Some file systems have no locks.
            fcntl.flock(opened, fcntl.LOCK_EX)
        if os.fstat(opened).st_nlink:
            return name, opened
        os.close(opened)


def _stem(path: str) -> str:
    """The common prefix of the names of temporary files for a path; short enough for any file
    system."""
    digest = hashlib.sha256(os.fsencode(os.path.basename(path))).hexdigest()
    return f"{_PREFIX}-{digest[:16]}-"


def _check_regular(found: os.stat_result, path: AnyPath) -> None:
    if not stat.S_ISREG(found.st_mode):
        kind = _KINDS.get(stat.S_IFMT(found.st_mode), "no file")
        raise OSError(errno.EINVAL, f"it is {kind}, expected a regular file", os.fspath(path))
