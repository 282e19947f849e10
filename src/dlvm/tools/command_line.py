"""Shared parts of the tools: input and output files, diagnostics, exit codes."""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from dlvm.diagnostics import DiagnosticError, Location, Note, Source, error
from dlvm.files import reason, replace_file, unreadable, unwritable

if TYPE_CHECKING:
    from dlvm.ir.module import Module

OK: Final = 0
FAILED: Final = 1
"""The exit code if the input has errors, or if a file cannot be read or written."""
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

LIBRARY_KINDS: Final = ("object", "archive", "shared", "executable", "wasm", "bundle", "wheel", "c")
"""The outputs for other programs: ``KINDS`` of :mod:`dlvm.deploy`, which need not be imported."""
_SHOWN_DIAGNOSTICS = 50
_MOST_DIGITS = 18


def make_parser(name: str, description: str, examples: str) -> argparse.ArgumentParser:
    """A parser whose help ends with examples. Usage errors exit with code 2."""
    return argparse.ArgumentParser(
        prog=name,
        description=description,
        epilog="examples:\n" + examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def natural(text: str, least: int = 0) -> int:
    """The number of an option, at least ``least``."""
    if not text.isdecimal() or len(text) > _MOST_DIGITS or int(text) < least:
        raise argparse.ArgumentTypeError(f"expected a number of at least {least}, got {text}")
    return int(text)


def positive(text: str) -> int:
    """The number of an option, at least 1."""
    return natural(text, 1)


def add_load_option(parser: argparse.ArgumentParser) -> None:
    """Adds ``--load``, for :func:`load_extensions`."""
    parser.add_argument(
        "--load",
        action="append",
        default=[],
        metavar="FILE.py",
        help="first run a Python file, for example one that declares intrinsics",
    )


def load_extensions(paths: Sequence[str]) -> None:
    """Runs Python files, which declare intrinsics and instructions.

    Raises :class:`DiagnosticError` if a file cannot be read or raises an exception."""
    import runpy

    for path in paths:
        source = Source(path, read_bytes(path).decode("utf-8", errors="replace"))
        try:
            runpy.run_path(path)
        except (DiagnosticError, BrokenPipeError):
            raise
        except Exception as problem:
            raise _problem_in(source, problem) from None


def _problem_in(source: Source, problem: Exception) -> DiagnosticError:
    """The error for an exception in a Python file: the line that raised it, and its callers."""
    frames = traceback.walk_tb(problem.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == source.name]
    if isinstance(problem, SyntaxError) and problem.filename == source.name and problem.lineno:
        lines.append(problem.lineno)
    *calls, place = map(source.line_location, lines) if lines else (None,)
    message = ": ".join(filter(None, (type(problem).__name__, str(problem))))
    if isinstance(problem, SyntaxError):
        message = f"{type(problem).__name__}: {problem.msg}"
    return error(message, place, *(Note("called from here", call) for call in reversed(calls)))


def run_tool(body: Callable[[], None]) -> int:
    """Runs the body of a tool and returns its exit code; diagnostics go to standard error."""
    if getattr(sys, "stdout", None) is None:  # The stream was closed, so writing to it fails.
        sys.stdout = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if getattr(sys, "stderr", None) is None:  # Its output is discarded.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            body()
        sys.stdout.flush()
    except DiagnosticError as failure:
        return _report(failure)
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE
    except OSError as failure:
        _forget_output()
        return _report(error(reason(failure)))
    except KeyboardInterrupt:
        return INTERRUPTED
    return OK


def _show_warning(message: Warning | str, *_: object) -> None:
    print(f"warning: {message}", file=sys.stderr)


def _forget_output() -> None:
    """Prevents a second failure when Python flushes standard output at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report(failure: DiagnosticError) -> int:
    shown = failure.diagnostics[:_SHOWN_DIAGNOSTICS]
    for diagnostic in shown:
        print(diagnostic, file=sys.stderr)
    hidden = len(failure.diagnostics) - len(shown)
    if hidden:
        print(f"… and {hidden} more", file=sys.stderr)
    return FAILED


def read_bytes(path: str) -> bytes:
    """The content of a file, or of standard input for ``-``. Raises :class:`DiagnosticError` if it
    cannot be read."""
    try:
        if path == "-":
            if getattr(sys, "stdin", None) is None:
                raise error("cannot read -: standard input is closed")
            return sys.stdin.buffer.read()
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError) as failure:
        raise unreadable(path, failure) from None


def read_arrays(path: str) -> dict[str, Any]:
    """The arrays in a file of numpy.savez, by name. Raises :class:`DiagnosticError` if it is not
    such a file."""
    import numpy as np

    data = read_bytes(path)
    arrays: dict[str, Any] = {}
    with suppress(Exception), warnings.catch_warnings(action="ignore"):
        # NumPy evaluates the headers; a damaged one may raise any exception.
        arrays = dict(np.load(io.BytesIO(data), allow_pickle=False))
    if not arrays:
        raise error(f"{path} is not a file of arrays, expected one that numpy.savez writes")
    return arrays


def read_source(path: str) -> Source:
    """The text of a file, or of standard input for ``-``. Raises :class:`DiagnosticError` if it
    cannot be read or is not UTF-8."""
    data, name = read_bytes(path), "<stdin>" if path == "-" else path
    if b"\0" in data:  # The line is not shown: it may contain control characters.
        raise error(f"{name} is a binary file, expected UTF-8 text")
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError as failure:
        start = failure.start
        source = Source(name, data.decode("utf-8", errors="replace"))
        offset = len(data[:start].decode("utf-8"))
        found = f"expected UTF-8 text, got the byte 0x{data[start]:02x}"
        raise error(found, Location(source, offset, offset + 1)) from None


def add_dims_option(parser: argparse.ArgumentParser) -> None:
    """Adds ``--dims``, for :func:`read_module`."""
    parser.add_argument(
        "--dims",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=N",
        help="sizes of the symbolic dimensions of an ONNX model",
    )


def is_model(path: str) -> bool:
    """Whether the name of a file is that of an ONNX model."""
    return path.endswith(".onnx")


def read_module(path: str, dims: Sequence[str] = ()) -> Module:
    """The module in a file, parsed and verified, or the program of an ONNX model for the sizes of
    symbolic dimensions in ``dims``, such as ``batch=1``."""
    from dlvm.verifier import read_verified

    if is_model(path):
        return _read_model(path, dims)
    if path.endswith(".tel"):
        raise error(
            f"expected a module or an ONNX model, got {path}",
            None,
            Note("tel build writes a module of a function, or with --emit what dlc writes"),
        )
    if dims:
        raise error(f"--dims requires an ONNX model, got {path}")
    source = read_source(path)
    return read_verified(source.text, source.name)


def _read_model(path: str, dims: Sequence[str]) -> Module:
    try:
        import onnx  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        raise error(
            f"reading {path} needs the onnx package: pip install 'dlvm-compiler[onnx]'"
        ) from None
    from dlvm.onnx import load
    from dlvm.verifier import verify

    sizes: dict[str, int] = {}
    for text in dims:
        name, _, size = text.partition("=")
        if not name or not size.isdecimal():
            raise error(f"--dims expects a size such as batch=1, got {text}")
        sizes[name] = int(size)
    module = load(path, dims=sizes).module
    verify(module)
    return module


def write_module(path: str, module: Module, text: str | None = None) -> None:
    """Writes the text of a module, and its named tensors to the safetensors file beside it."""
    from dlvm.ir.resources import stored_tensors

    tensors = stored_tensors(module)
    if tensors is not None and path != "-" and not _is_special(path):
        write_output(os.path.splitext(path)[0] + ".safetensors", tensors)
    write_output(path, str(module) if text is None else text)


def write_output(path: str, data: str | bytes) -> None:
    """Writes to a file, or to standard output for ``-``.

    The file is replaced atomically, and its folder is created. Raises :class:`DiagnosticError` if
    the file cannot be written.
    """
    encoded = data.encode("utf-8") if isinstance(data, str) else data
    try:
        if path == "-":
            if isinstance(data, str):
                sys.stdout.write(data)
            else:
                sys.stdout.buffer.write(data)
            sys.stdout.flush()
        elif _is_special(path):
            with open(path, "wb") as file:
                file.write(encoded)
        else:
            prepare_output(path)
            replace_file(path, encoded)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as failure:
        raise unwritable(path, failure) from None


def prepare_output(path: str) -> None:
    """Creates the folder of a file that is going to be written. Raises :class:`DiagnosticError` if
    the file cannot be written."""
    folder = os.path.dirname(path) or "."
    try:
        os.makedirs(folder, exist_ok=True)
        if not os.access(path if os.path.exists(path) else folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except FileExistsError:
        problem = NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        raise unwritable(path, problem) from None
    except (OSError, ValueError) as failure:
        raise unwritable(path, failure) from None


def _is_special(path: str) -> bool:
    """Whether the path is a file that must not be replaced, such as a device."""
    return os.path.exists(path) and not os.path.isfile(path)
