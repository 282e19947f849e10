"""Replacing a file changes no other file, and never leaves a partial file."""

from __future__ import annotations

import ast
import fcntl
import os
import resource
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlvm import files
from dlvm.diagnostics import DiagnosticError
from dlvm.nn.weights.storage import save
from dlvm.tools.command_line import write_output

PACKAGE = Path(files.__file__).parent
NAMES = st.text(st.sampled_from("ab.*?[]!-~ {}$é\n"), min_size=1, max_size=8).filter(
    lambda name: name not in (".", "..")
)


@contextmanager
def umask(value: int) -> Iterator[None]:
    before = os.umask(value)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file can have more bytes than these; Python ignores the signal that comes with that."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def content(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in os.listdir(folder)}


def unfinished(path: Path, end: str = "0123456789abcdef") -> Path:
    """The name of a file that a process left when it was killed while it wrote."""
    return path.with_name(files._stem(str(path)) + end)  # pyright: ignore[reportPrivateUsage]


@given(
    target=NAMES,
    others=st.sets(NAMES),
    ends=st.sets(st.sampled_from(["", "x", "0" * 15, "0" * 17, "g" * 16])),
)
def test_only_our_own_files_go(target: str, others: set[str], ends: set[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        names = {
            *others,
            *(f".{target}.{other}" for other in others),
            *(f"{target}{other}" for other in others),
            *(unfinished(folder / target, end).name for end in ends),
            *(unfinished(folder / other).name for other in others if other != target),
        } - {target}
        for other in names:
            (folder / other).write_bytes(other.encode())
        kept = content(folder)
        unfinished(folder / target).write_bytes(b"half")
        files.remove_unfinished(folder / target)
        assert content(folder) == kept
        for data in (b"first", b"second"):
            files.replace_file(folder / target, data)
            assert content(folder) == {**kept, target: data}


def test_files_of_killed_processes_are_removed(tmp_path: Path) -> None:
    path = tmp_path / "data"
    program = (
        "import os, signal, sys; from dlvm import files; os.replace = lambda *_:"
        " os.kill(os.getpid(), signal.SIGKILL); files.replace_file(sys.argv[1], b'new')"
    )
    path.write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(content(tmp_path)) == 2
    files.remove_unfinished(path)
    assert content(tmp_path) == {"data": b"old"}


def test_files_being_written_are_not_removed(tmp_path: Path) -> None:
    path = tmp_path / "data"
    other = unfinished(path)
    with other.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        files.remove_unfinished(path)
        assert other.exists()
    other.unlink()
    os.mkfifo(other)
    files.remove_unfinished(path)
    assert other.exists()


def made_by_tools(path: Path) -> None:
    write_output(str(path), "text")


def made_by_training(path: Path) -> None:
    save(path, ())


WRITERS = pytest.mark.parametrize("write", [made_by_tools, made_by_training])


@WRITERS
@pytest.mark.parametrize("mask", [0, 0o022, 0o027, 0o077])
def test_new_files_have_the_usual_mode(
    write: Callable[[Path], None], mask: int, tmp_path: Path
) -> None:
    with umask(mask):
        write(tmp_path / "new")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~mask


@WRITERS
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o666, 0o755])
def test_files_keep_their_mode(write: Callable[[Path], None], mode: int, tmp_path: Path) -> None:
    path = tmp_path / "known"
    path.touch()
    path.chmod(mode)
    with umask(0o077):
        write(path)
    assert path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == mode


@WRITERS
def test_a_link_stays_a_link(write: Callable[[Path], None], tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in ("known", "missing"):
        link = tmp_path / name
        link.symlink_to(folder / name)
    (folder / "known").touch()
    for name in ("known", "missing"):
        write(tmp_path / name)
        assert (tmp_path / name).is_symlink()
        assert (folder / name).read_bytes()


@WRITERS
def test_folders_without_write_permission(write: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "known"
    path.write_bytes(b"old")
    with full_disk(2), pytest.raises(DiagnosticError, match=r"cannot write .*: file too large"):
        write(path)
    with pytest.raises(DiagnosticError, match=r"cannot write .*: not a directory"):
        write(path / "new")
    with pytest.raises(DiagnosticError, match=r"cannot write .*: file name too long"):
        write(tmp_path / ("n" * 300))
    with pytest.raises(DiagnosticError, match=r"cannot write .*: not a file name"):
        write(tmp_path / "\0")
    assert content(tmp_path) == {"known": b"old"}


@pytest.mark.parametrize("length", [240, 255])
def test_long_names(length: int, tmp_path: Path) -> None:
    files.replace_file(tmp_path / ("n" * length), b"data")
    assert content(tmp_path) == {"n" * length: b"data"}


def make_socket(path: Path) -> None:
    socket.socket(socket.AF_UNIX).bind(str(path))


@pytest.mark.parametrize(
    ("make", "kind"),
    [(os.mkfifo, "a FIFO"), (Path.mkdir, "a directory"), (make_socket, "a socket")],
)
def test_irregular_files(make: Callable[[Path], None], kind: str, tmp_path: Path) -> None:
    path = tmp_path / "other"
    make(path)
    before = path.stat()
    message = f"it is {kind}, expected a regular file|no such device or address"
    for work in (made_by_training, files.replace_file, files.read_file):
        with pytest.raises(DiagnosticError, match=message):
            work(path)
    assert path.stat().st_ino == before.st_ino
    assert os.listdir(tmp_path) == ["other"]


def test_an_interrupted_write_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.replace_file(tmp_path / "new", b"data")
    assert content(tmp_path) == {}


REMOVERS = {"unlink", "rmtree", "removedirs", "rmdir", "rename", "renames", "truncate"}


def test_files_go_in_one_place_only() -> None:
    """Nothing else in the package removes or replaces a file."""
    found: list[str] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                base, name = node.func.value, node.func.attr
                of_os = isinstance(base, ast.Name) and base.id == "os"
                if name in REMOVERS or (of_os and name in ("remove", "replace")):
                    found.append(path.relative_to(PACKAGE).as_posix())
    assert set(found) == {"files.py"}
