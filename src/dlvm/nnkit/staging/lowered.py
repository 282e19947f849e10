"""Lowered programs of staged functions: options, text, files, native code."""

from __future__ import annotations

import functools
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dlvm.diagnostics import DiagnosticError, error
from dlvm.files import replace_file
from dlvm.ir import Module
from dlvm.ir.resources import file_beside, stored_tensors
from dlvm.nnkit.tracing.source_locations import Span, is_ours, span_location
from dlvm.nnkit.tracing.trace import failure
from dlvm.notebooks import Listing


@dataclass(frozen=True)
class Options:
    """Compiler options of staged functions.

    With ``interpret``, NumPy evaluates one instruction after the other, which is slow but follows
    the program as written.
    """

    opt_level: int = 2
    fast_math: bool = False
    threads: int | None = None
    interpret: bool = False
    donate: tuple[str, ...] = ()
    """Parameters whose arrays a call may overwrite: results of the same types reuse their
    memory.
    """
    memory_budget: str | int | None = None
    """The limit on the memory of a call for intermediate values, such as ``64MiB`` or ``25%``."""


@dataclass(frozen=True)
class Lowered:
    """The module of a staged function for given argument types."""

    module: Module
    entry: str
    options: Options = Options()

    def save(self, path: str | Path) -> None:
        """Writes the module as text, for :func:`load`, ``dlvm.parse``, ``dlopt`` and ``dlc``.

        Constants of more than 64 elements go to a safetensors file beside it. Raises
        :class:`DiagnosticError` if there are any and the path does not end with ``.dl``.
        """
        tensors = stored_tensors(self.module)
        if tensors is not None:
            beside = file_beside(str(path))
            if beside is None:
                raise failure(
                    f"a module with large constants must be saved to a .dl file, got {path}"
                )
            replace_file(beside, tensors)
        Path(path).write_text(str(self), encoding="utf-8")

    def at(self, stage: str) -> str:
        """The text of the program at a later stage; see :func:`dlvm.lower`."""
        from dlvm import compiler

        if stage == "object":
            raise failure("stage must be one whose program is text, got object; see dlvm.lower")
        options = self.options
        text = compiler.lower(
            self.module,
            stage,
            opt_level=options.opt_level,
            fast_math=options.fast_math,
            threads=options.threads,
            memory_budget=options.memory_budget,
        )
        assert isinstance(text, str)
        return _listing(stage, text)

    def __str__(self) -> str:
        from dlvm.text import print_module

        return print_module(self.module)

    def _repr_html_(self) -> str:
        return self.module._repr_html_()  # pyright: ignore[reportPrivateUsage]


def _listing(stage: str, text: str) -> Listing:
    """The text of a program, which notebooks show."""
    if stage in ("llvm", "asm"):
        return Listing(text)
    from dlvm.text.textmate import ProgramListing

    return ProgramListing(text)


def load(path: str | Path, name: str | None = None, **options: Any) -> Callable[..., Any]:
    """Loads a function from a module file that :meth:`Lowered.save` wrote, and compiles it.

    The function is the one with the given name, or else the first one. It takes arrays, and objects
    with the fields of structs; it returns arrays and records. ``options`` are those of
    :func:`dlvm.compile`.
    """
    from dlvm import compiler
    from dlvm.text import parse

    module = parse(Path(path).read_text(encoding="utf-8"), str(path))
    if not module.functions:
        raise failure(f"{path} has no function, expected one")
    return compiler.compile(module, **options)[name or str(module.functions[0].name)]


def compile_module(
    module: Module, entry: str, options: Options, donated: Sequence[int] = ()
) -> Callable[..., Any]:
    """Compiles the module's function ``entry`` and returns a Python function that runs it."""
    if options.interpret:
        from dlvm.interpreter import interpret
        from dlvm.transforms import run_passes

        run_passes(module, "AD")
        return functools.partial(interpret, module, entry)
    from dlvm import compiler

    executable = compiler.compile(
        module,
        opt_level=options.opt_level,
        fast_math=options.fast_math,
        threads=options.threads,
        donate={entry: donated},
        memory_budget=options.memory_budget,
    )
    return executable[entry]


def endless(problem: RecursionError) -> DiagnosticError:
    """The error for Python functions that call each other infinitely."""
    calls = Counter(
        (frame.f_code.co_filename, frame.f_code.co_name, line)
        for frame, line in traceback.walk_tb(problem.__traceback__)
        if not is_ours(frame.f_code.co_filename)
    )
    (filename, name, line), _ = calls.most_common(1)[0]
    place = span_location(filename, Span(line, 0, line, 0))
    return error(
        f"{name} recurses infinitely while it is staged; decorate it with @staged, so that its "
        "recursive calls become calls in the program",
        place and place.source.line_location(line),
    )
