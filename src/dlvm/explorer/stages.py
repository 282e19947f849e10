"""The stages of a program as lines of text, linked through the lines of the source.

A :class:`Place` is a line of the source. Each line of a later stage lists the places that it
implements: an instruction has the place of its location, a kernel has the places of the
instructions that it fuses, and the code of a kernel has the places of the kernel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from dlvm import compiler
from dlvm.diagnostics import Location, Source
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Block, Instruction
from dlvm.ir.instructions import Apply
from dlvm.ir.loops.kernels import LoopKernel
from dlvm.ir.module import Function, Module, Stage
from dlvm.ir.schedules import Schedule
from dlvm.text.printer import module_parts
from dlvm.verifier import verify

if TYPE_CHECKING:
    from dlvm.codegen.generation import GeneratedProgram
    from dlvm.compute.fusion.report import FusedKernel
    from dlvm.transforms import PassResult

Places = tuple[int, ...]
"""Numbers of places, ascending."""

_CONTEXT: Final = 2
"""The number of lines of a Python file that are shown before and after a line with instructions."""
_DEFINED: Final = re.compile(r'define .*?@"?([^\s"(]+)"?\(')
_SYMBOL: Final = re.compile(r"dlvm\.(?:f|kernel)\.[\w.$]+")
_LABEL: Final = re.compile(r'"?([\w.$]+)"?:')
_DIRECTIVES: Final = (".cfi_", ".p2align", ".type", ".size", ".section", ".addrsig", ".hidden")
"""Directives of the assembler that say nothing about a function's code."""
_GENERATED: Final = ("schedule", "llvm", "asm")
"""The kinds of views that depend on schedules."""


@dataclass(frozen=True)
class Line:
    """A line of text, and the places of the source that it implements."""

    text: str
    places: Places = ()


@dataclass(frozen=True)
class View:
    """The text of one stage. ``numbers`` are the numbers of the lines, if they do not count from 1.
    ``base`` is the index of the view before the pass that led to this one; the page shows the
    differences between the two."""

    name: str
    kind: str
    note: str
    lines: Sequence[Line]
    numbers: Sequence[int] | None = None
    base: int | None = None


@dataclass(frozen=True)
class Exploration:
    """The stages of a program in the order of compilation, as far as it has been compiled. The
    ``base`` of a stage is an index into ``stages``."""

    name: str
    links: Links
    stages: tuple[View, ...]

    @cached_property
    def views(self) -> list[View]:
        """The sources and the stages."""
        sources = [
            View(name, "source", "", [line for _, line in numbered], [n for n, _ in numbered])
            for name, source in self.links.sources.items()
            if (numbered := self.links.lines(source))
        ]
        moved = (
            view if view.base is None else replace(view, base=view.base + len(sources))
            for view in self.stages
        )
        return [*sources, *moved]


@dataclass(frozen=True)
class Scheduled(Exploration):
    """A program up to its schedules: the scheduled module, the number of threads, and the fusion
    report of its kernels."""

    scheduled: Module
    threads: int
    fused: Sequence[FusedKernel]


@dataclass(frozen=True)
class Generated(Scheduled):
    """All stages of a program. ``program`` is its LLVM IR."""

    program: GeneratedProgram


class Links:
    """Numbers the lines of sources in the order in which they are encountered. ``kernels`` has the
    places of each kernel in the fusion report, by name."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int], int] = {}
        self.sources: dict[str, Source] = {}
        self.kernels: dict[str, Places] = {}

    def of(self, locations: Iterable[Location | None]) -> Places:
        """The places that correspond to locations."""
        return tuple(sorted({self._number(x) for x in locations if x is not None}))

    def of_kernel(self, definition: Definition) -> Places:
        """The places of a kernel."""
        fused = self.kernels.get(definition.name or "")
        return self.of([definition.location]) if fused is None else fused

    def note(self, kernels: Iterable[FusedKernel]) -> None:
        """Adds the places of kernels."""
        for kernel in kernels:
            found = self.of(i.location for i in kernel.instructions)
            self.kernels[kernel.kernel] = _merged(self.kernels.get(kernel.kernel, ()), found)

    def _number(self, location: Location) -> int:
        source = self.sources.setdefault(location.source.name, location.source)
        return self._numbers.setdefault((source.name, location.line), len(self._numbers))

    def lines(self, source: Source) -> list[tuple[int, Line]]:
        """The lines of a source with their numbers: all lines of a ``.dl`` file, and the lines of a
        Python file that have instructions, with their surroundings."""
        texts = source.text.splitlines()
        marked = [n for name, n in self._numbers if name == source.name]
        shown = set(range(1, len(texts) + 1))
        if source.name.endswith(".py") and marked:
            shown = {k for n in marked for k in range(n - _CONTEXT, n + _CONTEXT + 1)} & shown
        found: list[tuple[int, Line]] = []
        for number in sorted(shown):
            if found and number != found[-1][0] + 1:
                found.append((0, Line("⋮")))
            place = self._numbers.get((source.name, number))
            found.append((number, Line(texts[number - 1], () if place is None else (place,))))
        return found


def _merged(a: Places, b: Places) -> Places:
    return tuple(sorted({*a, *b}))


def explore(module: Module, **options: Any) -> Generated:
    """Compiles a module and collects its stages. The module itself does not change.

    Parameters
    ----------
    module
        A module of any stage.
    options
        The options of :func:`dlvm.lower`.

    Raises
    ------
    DiagnosticError
        If the module does not compile.
    """
    return generated(scheduled(read(module), module, **options))


def read(module: Module) -> Exploration:
    """The source and the first stage of a program.

    Raises :class:`DiagnosticError` if the module is invalid.
    """
    verify(module)
    links = Links()
    view = View(f"IR: {module.stage.value}", "ir", "as read", _ir_lines(module, links))
    return Exploration(module.name, links, (view,))


def scheduled(first: Exploration, module: Module, **options: Any) -> Scheduled:
    """The stages of a program up to its schedules; ``first`` is the result of :func:`read`."""
    from dlvm.compute.fusion.report import recorded_fusion
    from dlvm.runtime.machine.threads import thread_count

    links, views = first.links, [*first.stages]

    def observe(result: PassResult, changed: Module) -> None:
        if not result.changed:
            return
        links.note(record.kernels)
        kind = "compute" if changed.stage is Stage.COMPUTE else "ir"
        name = f"compute: {result.name}" if kind == "compute" else f"IR: after {result.name}"
        note = "; ".join([f"{1e3 * result.seconds:.1f} ms", *result.remarks])
        views.append(View(name, kind, note, _ir_lines(changed, links), base=len(views) - 1))

    with recorded_fusion() as record:
        lowered = compiler.lowered_module(module, "schedule", observer=observe, **options)
    threads = thread_count(options.get("threads"))
    views.append(_schedule_view(lowered, links, len(views) - 1))
    return Scheduled(first.name, links, tuple(views), lowered, threads, record.kernels)


def generated(exploration: Scheduled) -> Generated:
    """All stages of a program, with LLVM IR and assembly."""
    from dlvm.codegen.generation import generate_program
    from dlvm.codegen.llvm.target import assembly, host_target

    target = host_target(exploration.threads)
    program = generate_program(exploration.scheduled, {}, target.machine)
    linked = _symbols(exploration.scheduled, program, exploration.links)
    code = (t for t in assembly(program.text, target).splitlines() if _is_shown(t))
    llvm = program.text.splitlines()
    note = "before LLVM's optimizer"
    views = (
        View("LLVM", "llvm", note, [*_code_lines(llvm, linked, _DEFINED)]),
        View("assembly", "asm", target.triple, [*_code_lines(code, linked, _LABEL)]),
    )
    return Generated(
        exploration.name,
        exploration.links,
        (*exploration.stages, *views),
        exploration.scheduled,
        exploration.threads,
        exploration.fused,
        program,
    )


def rescheduled(exploration: Generated, schedules: Module) -> Generated:
    """The program with other schedules for some of its kernels.

    Raises :class:`DiagnosticError` if a schedule is invalid.
    """
    lowered = compiler.lowered_module(
        exploration.scheduled, "schedule", threads=exploration.threads, schedules=schedules
    )
    kept = [v for v in exploration.stages if v.kind not in _GENERATED]
    view = _schedule_view(lowered, exploration.links, len(kept) - 1)
    return generated(
        Scheduled(
            exploration.name,
            exploration.links,
            (*kept, view),
            lowered,
            exploration.threads,
            exploration.fused,
        )
    )


def _schedule_view(module: Module, links: Links, base: int) -> View:
    return View("schedule", "schedule", "", _ir_lines(module, links), base=base)


def _ir_lines(module: Module, links: Links) -> list[Line]:
    """The lines of a module."""
    definitions = {d.name or "": d for d in module.definitions}
    lines: list[Line] = []
    for text, origin in module_parts(module):
        match origin:
            case Definition() as definition:
                found = links.of_kernel(definition)
            case Schedule(definition=name) | LoopKernel(definition=name):
                found = links.of_kernel(definitions[name])
            case Apply(callee=Definition() as callee):
                found = links.of_kernel(callee)
            case Function() | Block() | Instruction():
                found = links.of([origin.location])
            case None:
                found = ()
        lines += [Line(line, found if line else ()) for line in text.split("\n")]
    return lines[:-1]  # The text ends with an empty line.


def _symbols(module: Module, program: GeneratedProgram, links: Links) -> dict[str, Places]:
    """The places of each kernel and function by the name of its code."""
    found: dict[str, Places] = {}
    for definition, symbol in program.kernel_symbols.items():
        found[symbol] = _merged(found.get(symbol, ()), links.of_kernel(definition))
    for function in module.functions:
        found[f"dlvm.f.{function.name}"] = links.of([function.location])
    return found


def _code_lines(
    texts: Iterable[str], linked: Mapping[str, Places], opening: re.Pattern[str]
) -> Iterator[Line]:
    """The lines of generated code with their places. The lines of a kernel, and a line that names
    it, have the places of the kernel; other lines have none. ``opening`` matches the first line of
    a function."""
    current: Places = ()
    for text in texts:
        if match := opening.match(text):
            name = match[1]
            if not name.startswith("."):
                current = _linked(name, linked) if name.startswith("dlvm.kernel.") else ()
        named = _SYMBOL.search(text)
        yield Line(text, current or (_linked(named[0], linked) if named else ()))
        if text == "}":
            current = ()


def _linked(symbol: str, linked: Mapping[str, Places]) -> Places:
    """The places of a symbol, or of the kernel of which it is a part, such as ``….task``."""
    while symbol and symbol not in linked:
        symbol = symbol.rpartition(".")[0]
    return linked.get(symbol, ())


def _is_shown(text: str) -> bool:
    return not text.strip().startswith(_DIRECTIVES)
