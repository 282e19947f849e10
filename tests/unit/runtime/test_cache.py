"""The cache of compiled code: what is damaged, foreign or another user's is never run; what a
program is does not depend on where its text lies; and the cache does not grow without end."""

from __future__ import annotations

import json
import mmap
import os
import random
import socket
import stat
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlvm
from dlvm.codegen import module_partitioning
from dlvm.codegen.objfile.image import ImageLayout, read_layout
from dlvm.diagnostics import DiagnosticError
from dlvm.runtime.loading import cache as entries
from dlvm.runtime.loading import cache_directory
from dlvm.runtime.loading.description import read_description
from dlvm.runtime.loading.loader import runtime
from dlvm.tools import dlc
from tests.support.machine import needs_root

DOUBLE = """func @f: (f64) -> f64 {
'entry(%x: f64):
    %y = add %x: f64, %x: f64
    return %y: f64
}
"""
SQUARE = DOUBLE.replace("add", "multiply")


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_directory, "_said", set())
    monkeypatch.delenv("DLVM_CACHE_SIZE", raising=False)


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for text in (DOUBLE, SQUARE):
        entry_of(text)
    path = tmp_path / "cache"
    monkeypatch.setenv("DLVM_CACHE_DIR", str(path))
    return path


@pytest.fixture
def compilations(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with each program that is compiled."""
    found: list[int] = []
    object_codes = module_partitioning.object_codes

    def noted(*arguments: Any, **options: Any) -> Any:
        found.append(len(found))
        return object_codes(*arguments, **options)

    monkeypatch.setattr(module_partitioning, "object_codes", noted)
    return found


def run(text: str = DOUBLE, x: float = 5.0) -> float:
    return dlvm.compile(dlvm.parse(text))["f"](x)


@cache
def entry_of(text: str) -> tuple[str, bytes]:
    """The name and the content of a program's entry."""
    runtime()  # It has an entry of its own.
    with TemporaryDirectory() as name:
        before = os.environ["DLVM_CACHE_DIR"]
        os.environ["DLVM_CACHE_DIR"] = name
        try:
            run(text)
        finally:
            os.environ["DLVM_CACHE_DIR"] = before
        (entry,) = Path(name).iterdir()
        return entry.name, entry.read_bytes()


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def make_link(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(entry_of(DOUBLE)[1])
    path.symlink_to(other)


def with_mode(mode: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.write_bytes(entry_of(DOUBLE)[1])
        path.chmod(mode)

    return make


def with_bytes(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.write_bytes(change(entry_of(DOUBLE)[1]))
        path.chmod(0o600)

    return make


def make_huge(path: Path) -> None:
    """A file that states the largest possible size, and is empty."""
    with path.open("wb") as file:
        file.write(entry_of(DOUBLE)[1])
        file.truncate(2**40)
    path.chmod(0o600)


def make_others(path: Path) -> None:
    path.write_bytes(entry_of(DOUBLE)[1])
    path.chmod(0o600)
    os.chown(path, 12345, 12345)


MALFORMED = {
    "empty": with_bytes(lambda b: b""),
    "garbage": with_bytes(lambda b: b"garbage"),
    "zeros": with_bytes(lambda b: bytes(len(b))),
    "the beginning": with_bytes(lambda b: b[:20]),
    "the head": with_bytes(lambda b: b[:60]),
    "cut": with_bytes(lambda b: b[:-7]),
    "longer": with_bytes(lambda b: b + b"\0"),
    "a wrong byte": with_bytes(lambda b: b[:-100] + bytes([b[-100] ^ 1]) + b[-99:]),
    "of another program": with_bytes(lambda b: entry_of(SQUARE)[1]),
    "of another version": with_bytes(lambda b: b.replace(b"dlvm-code-6", b"dlvm-code-5", 1)),
    "a length beyond bounds": with_bytes(lambda b: b[:44] + b"\xff" * 8 + b[52:]),
    "a directory": Path.mkdir,
    "a FIFO": os.mkfifo,
    "a socket": make_socket,
    "a link": make_link,
    "a dangling link": lambda path: path.symlink_to("nowhere"),
    "a loop": lambda path: path.symlink_to(path.name),
    "writable by the group": with_mode(0o660),
    "writable by all": with_mode(0o666),
    "huge": make_huge,
}


@pytest.mark.parametrize(
    "make",
    [*MALFORMED.values(), pytest.param(make_others, marks=needs_root)],
    ids=[*MALFORMED, "of another user"],
)
def test_malformed_entries(
    make: Callable[[Path], None],
    folder: Path,
    compilations: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder.mkdir(0o700)
    monkeypatch.chdir(folder)
    path = folder / entry_of(DOUBLE)[0]
    make(path)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for _ in range(2):
            assert run() == 10
    is_said = make is make_others or "writable" in str(os.environ.get("PYTEST_CURRENT_TEST"))
    assert len(said) == is_said
    # What can be replaced is.
    kept = stat.S_ISREG(os.lstat(path).st_mode)
    assert len(compilations) == (1 if kept else 2)
    if kept:
        assert path.read_bytes() == entry_of(DOUBLE)[1]
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_entry_is_taken(folder: Path, compilations: list[int]) -> None:
    """The reference for the others."""
    folder.mkdir(0o700)
    with_mode(0o644)(folder / entry_of(DOUBLE)[0])
    assert run() == 10
    assert not compilations


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


def kept(text: str) -> tuple[Any, Any, int]:
    """The description and the layout of a program's code, and its size."""
    _, data = entry_of(text)
    end = 52 + int.from_bytes(data[44:52], "little")
    code = -(-end // mmap.PAGESIZE) * mmap.PAGESIZE
    return *json.loads(data[52:end]), len(data) - code


@st.composite
def damaged(draw: Any, found: Any) -> Any:
    """A value of JSON that is another one at one place."""
    if not isinstance(found, dict | list) or not found or draw(st.booleans()):
        return draw(VALUES)
    copy: Any = dict(found) if isinstance(found, dict) else list(found)
    place = draw(st.sampled_from(sorted(copy) if isinstance(copy, dict) else range(len(copy))))
    if draw(st.booleans()):
        del copy[place]
    else:
        copy[place] = draw(damaged(copy[place]))
    return copy


def is_same(a: Any, b: Any) -> bool:
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


@given(data=st.data(), text=st.sampled_from([DOUBLE, SQUARE]))
def test_descriptions_and_layouts_that_are_damaged(data: Any, text: str) -> None:
    """Any offsets are rejected or within the code."""
    description, layout, size = kept(text)
    places = 10
    found = data.draw(damaged(layout))
    try:
        read = read_layout(found, size)
    except ValueError:
        assert not is_same(found, layout)
    else:
        assert read.segments[0][0] == 0
        assert read.segments[-1][1] == size
        others = [p for ps in read.imports.values() for p in ps]
        assert all(0 <= p <= size - 8 for p in [*read.addresses, *others])
        assert all(0 <= p <= size for p in read.symbols.values())
    found = data.draw(damaged(description))
    try:
        made = read_description(found, layout["symbols"], places)
    except ValueError:
        assert not is_same(found, description)
    else:
        assert all(symbol in layout["symbols"] for symbol, _, _ in made.entries.values())
        assert all(p is None or 0 <= p < places for _, p in made.traps)


@pytest.mark.parametrize("description", [None, [], {}, "[", 7, {"entries": {"f": ["no", 0, []]}}])
def test_descriptions_with_the_right_digest(
    description: Any, folder: Path, compilations: list[int]
) -> None:
    run()
    (path,) = folder.iterdir()
    key = path.name.partition(".")[0]
    found = entries.load(key, lambda kept, symbols: kept)
    assert found is not None
    _, (layout, memory) = found
    entries.save(key, description, layout, memory)
    assert run() == 10
    entries.save(key, {}, ImageLayout([[0, 4096, "rwx"]], {}, {}, []), memory)  # type: ignore[list-item]
    assert run() == 10
    assert len(compilations) == 3


@contextmanager
def umask(value: int) -> Iterator[None]:
    before = os.umask(value)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o777])
def test_modes_do_not_depend_on_the_umask(
    mask: int, folder: Path, monkeypatch: pytest.MonkeyPatch, compilations: list[int]
) -> None:
    inner = folder / "a" / "b"
    monkeypatch.setenv("DLVM_CACHE_DIR", str(inner))
    with umask(mask):
        run()
    run()
    assert len(compilations) == 1
    assert [stat.S_IMODE(p.stat().st_mode) for p in (folder, inner)] == [0o700, 0o700]
    assert [stat.S_IMODE(p.stat().st_mode) for p in inner.iterdir()] == [0o600]


def said_by(work: Callable[[], object]) -> list[str]:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        work()
        work()
    return [str(w.message) for w in said]


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777, 0o775, 0o757])
def test_directories_that_others_can_write(
    mode: int, folder: Path, compilations: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    folder.mkdir()
    with_mode(0o600)(folder / entry_of(DOUBLE)[0])
    folder.chmod(mode)
    before = sorted(folder.iterdir())
    said = said_by(run)
    assert said == [f"the cache {folder} can be written by others (mode {mode:o}): it is not used"]
    assert len(compilations) == 2
    assert dlc.main(["--cache", "clear"]) == 1
    assert "can be written by others" in capsys.readouterr().err
    assert sorted(folder.iterdir()) == before


@needs_root
def test_directories_of_others(folder: Path, compilations: list[int]) -> None:
    folder.mkdir(0o755)
    with_mode(0o600)(folder / entry_of(DOUBLE)[0])
    os.chown(folder, 12345, 12345)
    assert said_by(run) == [f"the cache {folder} belongs to another user: it is not used"]
    assert len(compilations) == 2


@pytest.mark.parametrize("mode", [0o777, 0o1777])
def test_a_directory_inside_of_one_of_all_users(
    mode: int, folder: Path, monkeypatch: pytest.MonkeyPatch, compilations: list[int]
) -> None:
    """As in /tmp: others can take the directory away, but none of theirs would be used."""
    folder.mkdir()
    folder.chmod(mode)
    monkeypatch.setenv("DLVM_CACHE_DIR", str(folder / "mine"))
    assert said_by(run) == []
    assert len(compilations) == 1


@needs_root
@pytest.mark.parametrize("mode", [0o644, 0o664])
def test_what_belongs_to_the_administrator(mode: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another user runs it, if nobody else can write it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        monkeypatch.setenv("DLVM_CACHE_DIR", name)
        for _ in range(2):
            run()
        for path in folder.iterdir():
            path.chmod(mode)
        child = os.fork()
        if child == 0:
            try:
                os.setgid(12345)
                os.setuid(12345)
                monkeypatch.setattr(module_partitioning, "object_codes", lambda *_, **__: 1 / 0)
                warnings.simplefilter("ignore")
                assert run() == 10
            except ZeroDivisionError:
                os._exit(1)
            except BaseException:
                os._exit(2)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == (0 if mode == 0o644 else 1)


def test_the_user_s_directory_for_caches(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("DLVM_CACHE_DIR")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home" / ".cache" / "dlvm"
    directory = cache_directory.cache_directory
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "base"))
    assert directory() == tmp_path / "base" / "dlvm"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert directory() == home
    for name in ("relative", ".", "~/caches"):
        monkeypatch.setenv("XDG_CACHE_HOME", name)
        message = f"XDG_CACHE_HOME is {name!r}, expected an absolute path: it is not used"
        assert said_by(directory) == [message]
        assert directory() == home
    run()
    assert len(list(home.iterdir())) >= 1
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "relative")
    assert directory() is None
    run()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["home"]


def numbered(number: int) -> str:
    """Programs with entries of about one size."""
    return DOUBLE.replace("%x: f64\n    ret", f"{number + 2}.5: f64\n    ret")


def test_entries_go_when_the_cache_is_full(
    folder: Path, monkeypatch: pytest.MonkeyPatch, compilations: list[int]
) -> None:
    size = len(entry_of(numbered(0))[1])
    compilations.clear()
    monkeypatch.setenv("DLVM_CACHE_SIZE", str(int(3.5 * size)))
    folder.mkdir(0o700)
    others = ["notes.txt", "a" * 64, "a" * 64 + ".dlvm-code.txt"]
    for name in others:
        (folder / name).write_bytes(bytes(8 * size))
    (folder / ".dlvm-unfinished-0123456789abcdef-0123456789abcdef").write_bytes(b"half")
    order: list[Path] = []

    def age(path: Path, time: int) -> None:
        os.utime(path, ns=(time, time))

    for number in range(5):
        if number == 3:
            run(numbered(0))  # It was used since.
            assert len(compilations) == 3
            age(order[0], 30)
        before = {*folder.iterdir()}
        run(numbered(number))
        (path,) = {*folder.iterdir()} - before
        age(path, 10 * number)
        order.append(path)
    left = {p.name for p in folder.iterdir()} - {*others}
    assert left == {order[n].name for n in (0, 3, 4)}
    monkeypatch.setenv("DLVM_CACHE_SIZE", str(size // 2))
    run(numbered(6))  # No entry is larger than the cache.
    assert {p.name for p in folder.iterdir()} - {*others} == left
    run(numbered(0))
    assert len(compilations) == 7


@pytest.mark.parametrize("text", ["", "0", "1KiB", "0.5GiB", " 7 MB", "-1", "x", "1e9", "5%"])
def test_sizes_of_the_cache(text: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("DLVM_CACHE_SIZE", text)
    if text in ("", "0", "1KiB", "0.5GiB"):
        assert run() == 10
        assert folder.exists() == (text not in ("0", "1KiB"))
    else:
        with pytest.raises(
            DiagnosticError, match=r"DLVM_CACHE_SIZE is .* expected a number of byt"
        ):
            run()


def test_dlc_shows_and_clears(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(*arguments: str) -> str:
        assert dlc.main(["--cache", *arguments]) == 0
        return capsys.readouterr().out

    assert said() == f"0 entries, 0 bytes of at most 4 GiB in {folder}\n"
    run()
    (folder / "notes.txt").touch()
    size = f"{len(entry_of(DOUBLE)[1]) / 1024:.4g} KiB"
    assert said() == f"1 entry, {size} of at most 4 GiB in {folder}\n"
    assert said("clear") == f"1 entry, {size} removed from {folder}\n"
    assert [p.name for p in folder.iterdir()] == ["notes.txt"]
    assert said("clear") == f"0 entries, 0 bytes removed from {folder}\n"
    monkeypatch.setenv("DLVM_CACHE_DIR", "")
    assert said() == "the cache is off\n"


TRAPS = """struct $Pair { #a: <3 x i64>, #b: i64 }
enum $List { ?end, ?more(i64, $List) }
func @at: (<3 x i64>, i64) -> i64 {
'entry(%x: <3 x i64>, %i: i64):
    %y = gather %x: <3 x i64> at %i: i64 along 0
    return %y: i64
}
func @twice: (<3 x i64>, i64) -> i64 {
'entry(%x: <3 x i64>, %i: i64):
    %y = apply @at(%x: <3 x i64>, %i: i64) -> i64
    %z = gather %x: <3 x i64> at %y: i64 along 0
    return %z: i64
}
func @no: (i64) -> i64 {
'entry(%x: i64):
    %c = lessThan %x: i64, 0: i64
    conditional %c: bool then 'less() else 'more(?more(%x: i64, ?end: $List): $List)
'less():
    trap "less"
'more(%l: $List):
    trap "more"
}
"""
CALLS = [("at", [7, 8, 9], 5), ("twice", [1, 5, 7], 1), ("twice", [1, 5, 7], 3), ("no", -1)]


def places(text: str, name: str) -> list[str]:
    """The messages of failing calls, compiled and from the cache."""
    module = dlvm.parse(text, name)
    found: list[str] = []
    for function, *arguments in [*CALLS, ("no", 1)]:
        arguments = [np.array(a) for a in arguments]
        with pytest.raises(DiagnosticError) as caught:
            dlvm.compile(module)[function](*arguments)
        found.append(str(caught.value))
    return found


@settings(max_examples=5)
@given(seed=st.integers(0, 2**32))
def test_programs_are_the_same_wherever_they_lie(seed: int) -> None:
    """Comments, indentation and the name of the file change nothing but what errors say."""
    draw = random.Random(seed)
    lines: list[str] = []
    for line in TRAPS.splitlines():
        lines += ["// remark"] * draw.randrange(3) + [" " * draw.randrange(4) + line]
    text, name = "\n".join(lines), f"{draw.choice('abc')}/{seed}.dl"
    with TemporaryDirectory() as cached:
        before = os.environ["DLVM_CACHE_DIR"]
        try:
            os.environ["DLVM_CACHE_DIR"] = ""
            expected = places(text, name)
            os.environ["DLVM_CACHE_DIR"] = cached
            places(TRAPS, "first.dl")
            count = len(os.listdir(cached))
            assert places(text, name) == expected
            assert len(os.listdir(cached)) == count
        finally:
            os.environ["DLVM_CACHE_DIR"] = before
    assert all(f"{name}:" in text for text in expected)
    assert len({*expected}) == len(expected)


def test_staged_functions_are_the_same_on_other_lines(
    folder: Path, tmp_path: Path, compilations: list[int]
) -> None:
    code = "from dlvm.nnkit import staged, Float1D\n@staged\ndef f(x: Float1D):\n    return x[9]\n"
    for number, text in enumerate(
        [code, "#\n\n" + code, code.replace("    ret", "    #\n    ret")]
    ):
        path = tmp_path / f"m{number}.py"
        path.write_text(text)
        names: dict[str, Any] = {}
        exec(compile(text, str(path), "exec"), names)
        assert names["f"](np.arange(12, dtype=np.float32)) == 9
    assert len(compilations) == 1
