"""Locations in the user's Python source."""

from __future__ import annotations

import linecache
import site
import sys
import sysconfig
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import accumulate
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import NamedTuple

from dlvm.diagnostics import Location, Source

_PACKAGE = str(Path(__file__).parents[2])


class Span(NamedTuple):
    """A range of a file: 1-based lines, 0-based columns in UTF-8 bytes, as ``ast`` counts them."""

    line: int
    column: int
    end_line: int
    end_column: int


class _SourceFile:
    def __init__(self, name: str, lines: list[str]) -> None:
        self.lines = lines
        self.source = Source(name, "".join(lines))
        self.starts = [0, *accumulate(map(len, lines))]

    def offset(self, line: int, column: int) -> int:
        text = self.lines[line - 1]
        if not text.isascii():
            column = len(text.encode()[:column].decode(errors="ignore"))
        return self.starts[line - 1] + column

    def location(self, span: Span) -> Location | None:
        if not 1 <= span.line <= span.end_line <= len(self.lines):
            return None
        start = self.offset(span.line, span.column)
        return Location(self.source, start, self.offset(span.end_line, span.end_column))


_files: dict[str, _SourceFile] = {}


def _file(name: str) -> _SourceFile:
    lines = linecache.getlines(name)
    known = _files.get(name)
    if known is None or known.lines != lines:
        known = _files[name] = _SourceFile(name, lines)
    return known


def span_location(filename: str, span: Span) -> Location | None:
    """The location of a range of a file, or None if the file cannot be read."""
    return _file(filename).location(span)


@cache
def _positions(code: CodeType) -> list[Span | None]:
    """The source range of each instruction of compiled Python."""
    spans: list[Span | None] = []
    for line, end_line, column, end_column in code.co_positions():
        if line is None or end_line is None or column is None or end_column is None:
            spans.append(None if line is None else Span(line, 0, line, 0))
        else:
            spans.append(Span(line, column, end_line, end_column))
    return spans


_SHARED_NAMES = {"<string>", "<stdin>"}
"""The names that Python gives to the text of ``python -c``, of ``exec`` and of the interactive
interpreter; many texts have the same name."""


def has_source(code: CodeType) -> bool:
    """Whether the source of a code object can be read: from a file, a cell of a notebook, or
    :mod:`linecache`, which has the input of the interactive interpreter from Python 3.13 on."""
    lines = linecache.getlines(code.co_filename)
    if not lines or code.co_filename not in _SHARED_NAMES:
        return bool(lines)
    return code in _codes(code.co_filename, "".join(lines))


@cache
def _codes(filename: str, text: str) -> set[CodeType]:
    """The code objects of a text."""
    try:
        found = [compile(text, filename, "exec", dont_inherit=True)]
    except SyntaxError:
        return set()
    for code in found:
        found += [c for c in code.co_consts if isinstance(c, CodeType)]
    return set(found)


@cache
def _code_location(
    code: CodeType, filename: str, instruction: int, is_readable: bool
) -> Location | None:
    # Code objects of different files may be equal.
    span = _positions(code)[instruction]
    if span is None:
        return None
    if not is_readable:
        # The name and the line are known even without it.
        return Source(filename, "\n" * (span.line - 1)).line_location(span.line)
    file = _file(filename)
    if span.end_line == span.line and span.end_column == span.column:
        return file.source.line_location(span.line)
    return file.location(span)


@cache
def is_ours(filename: str) -> bool:
    """Whether a file belongs to the library."""
    return filename.startswith(_PACKAGE)


_LIBRARIES = (
    *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
    *site.getsitepackages(),
    site.getusersitepackages(),
)


@cache
def is_users(filename: str) -> bool:
    """Whether a file belongs to the user: neither to this library nor to another one."""
    return not is_ours(filename) and not filename.startswith((*_LIBRARIES, "<frozen "))


def is_users_module(module: ModuleType) -> bool:
    """Whether a module belongs to the user: neither to Python nor to a library."""
    root = sys.modules.get(module.__name__.partition(".")[0], module)
    files = [vars(m).get("__file__") for m in (root, module)]
    if any(isinstance(f, str) and not is_users(f) for f in files):
        return False
    spec = vars(module).get("__spec__")
    return spec is None or spec.origin not in ("built-in", "frozen")


def user_frame(base: FrameType | None) -> FrameType | None:
    """The innermost frame of the user; None if there is none that was called from ``base``."""
    frame: FrameType | None = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and frame is not base:
        if is_users(frame.f_code.co_filename):
            return frame
        frame = frame.f_back
    return None


_located: ContextVar[Location | None] = ContextVar("located", default=None)


@contextmanager
def located(location: Location | None) -> Generator[None]:
    """Sets the location of the instructions that are staged inside it, for programs that do not
    come from Python. None keeps the current location.
    """
    token = _located.set(location or _located.get())
    try:
        yield
    finally:
        _located.reset(token)


def warn(message: str, kind: type[Warning], location: Location | None = None) -> None:
    """Warns at a line of the user; by default at the one that is being evaluated."""
    location = location or user_location()
    if location is None:
        warnings.warn(message, kind, stacklevel=3)
    else:
        warnings.warn_explicit(message, kind, location.source.name, location.line)


def _is_generated(code: CodeType) -> bool:
    """Whether a method was generated by ``dataclass``, and so has no line of the user."""
    return code.co_filename == "<string>" and code.co_name == "__init__" and not has_source(code)


def user_location(base: FrameType | None = None) -> Location | None:
    """The expression that the innermost user frame is evaluating, or the place of :func:`located`;
    None if there is no user frame that was called from ``base``.

    A module of the library that is run as the main program counts as the user's.
    """
    place = _located.get()
    if place is not None:
        return place
    frame: FrameType | None = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and frame is not base:
        code = frame.f_code
        is_main = frame.f_globals.get("__name__") == "__main__"
        is_candidate = is_main or not is_ours(code.co_filename)
        if is_candidate and not _is_generated(code):
            return _code_location(code, code.co_filename, frame.f_lasti // 2, has_source(code))
        frame = frame.f_back
    return None


def traceback_location(problem: BaseException) -> Location | None:
    """The expression of the innermost user frame from which an exception comes."""
    found: Location | None = None
    entry = problem.__traceback__
    while entry is not None:
        code = entry.tb_frame.f_code
        if is_users(code.co_filename):
            found = _code_location(code, code.co_filename, entry.tb_lasti // 2, has_source(code))
        entry = entry.tb_next
    return found
