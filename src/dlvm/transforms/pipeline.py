"""Passes, and pipelines of passes written as text.

A pipeline lists passes in order, separated by commas or spaces: ``AD,AS CSE``. Options follow a
pass in braces: ``AS{fast_math=true}``. A name in :data:`PIPELINES` expands to its passes; an option
after it applies to each pass that has this option.
"""

from __future__ import annotations

import difflib
import re
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextvars import ContextVar
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, ClassVar, Final, TypeVar

from dlvm.analysis.cfg.analysis_cache import Analysis, outdated, preserving
from dlvm.diagnostics import DiagnosticError, Location, Note, Source, error
from dlvm.ir import Function, Module, Stage
from dlvm.ir.collection import collection_paused
from dlvm.ir.module import require_module
from dlvm.verifier import verify

PIPELINES: Final[dict[str, str]] = {
    "O0": "AD CPLX TCE",
    # VP runs before differentiation, which then stores less, and again after differentiation,
    # inlining and constant propagation have exposed more memory. RLE runs after CSE has merged
    # equal indices. SP runs last, as functions that allocate stack memory are not inlined. CP
    # resolves calls and trip counts.
    "O1": "STAB VP AD CPLX TCE VP AS CP AS CSE RLE DCE",
    # SINK runs when the control flow is final; AS then merges adjacent operations. LAYOUT comes
    # last, as rewrite rules and matrix chains match dot.
    "O2": "STAB VP AD CPLX INL TCE CP RLE INL DCE TCE VP AS CP CSE RLE MMR DCE LICM CFGSimp VP "
    "RLE CFGSimp SINK AS LAYOUT LOOPDOT CSE DCE SP",
    "O3": "STAB VP AD CPLX INL TCE CP RLE INL DCE TCE VP AS CP CSE RLE MMR{reassociate=true} DCE "
    "LICM CFGSimp VP RLE CFGSimp UNROLL CP UNROLL LICM CFGSimp AS CP VP CSE RLE DCE CFGSimp "
    "SINK AS LAYOUT LOOPDOT CSE DCE SP",
}
"""The passes of each optimization level."""


class Pass(ABC):
    """A transformation of modules. A subclass is a frozen dataclass whose fields are its options.

    If ``before_gradients`` is set and the module is of stage ``raw``, the pass runs before
    differentiation, unless the pipeline lists it after ``AD``. ``preserves`` holds the analyses
    whose results remain valid for functions that the pass changes.
    """

    name: ClassVar[str]
    before_gradients: ClassVar[bool] = False
    preserves: ClassVar[Set[Analysis]] = frozenset()

    @abstractmethod
    def run(self, module: Module) -> bool:
        """Transforms the module in place; returns whether it changed."""


PASSES: Final[dict[str, type[Pass]]] = {}
"""Every pass by name."""

AnyPass = TypeVar("AnyPass", bound=type[Pass])


def register(name: str) -> Callable[[AnyPass], AnyPass]:
    """Registers a pass under a name."""

    def enter(pass_class: AnyPass) -> AnyPass:
        pass_class.name = name
        PASSES[name] = pass_class
        return pass_class

    return enter


def run_on_bodies(module: Module, transform: Callable[[Function], bool]) -> bool:
    """Transforms each function that has a body; returns whether any of them changed."""
    changed = [transform(function) for function in module.functions if function.blocks]
    return any(changed)


@dataclass(frozen=True)
class PassResult:
    """The result of one pass: whether it changed the module, its remarks and statistics, and the
    seconds spent in the pass and in the verification after it."""

    name: str
    changed: bool
    seconds: float
    remarks: Sequence[str] = ()
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    verification: float = 0.0


Observer = Callable[[PassResult, Module], None]
"""Called after each pass with its result and the module."""

_REMARKS: ContextVar[list[str]] = ContextVar("remarks")


def remark(message: str) -> None:
    """Records an optimization remark of the running pass."""
    remarks = _REMARKS.get(None)
    if remarks is not None:
        remarks.append(message)


_COUNTS: ContextVar[Counter[str]] = ContextVar("counts")


def count(what: str, number: int = 1) -> None:
    """Increments a statistic of the running pass: ``count("instructions removed")``."""
    counts = _COUNTS.get(None)
    if counts is not None and number:
        counts[what] += number


_ENTRY = re.compile(r"[\s,]*(?:(\w+)\s*(\{[^{}]*\})?|(\S))")
_OPTION = re.compile(r"\s*(\w+)\s*=\s*([^\s,]+)\s*(?:,|$)|(\S.*)")
_WORDS: Final[dict[str, bool]] = {"true": True, "false": False}


def parse_pipeline(text: str) -> list[Pass]:
    """Parses a pipeline. Raises :class:`DiagnosticError` for unknown passes and options, and
    suggests the nearest name."""
    source = Source("<pipeline>", text)
    passes: list[Pass] = []
    for match in _ENTRY.finditer(text.rstrip(" \t\r\n,")):
        name, braces, stray = match.groups()
        location = Location(source, match.start(match.lastindex or 0), match.end())
        if stray is not None:
            raise error(f"expected the name of a pass, got '{stray}'", location)
        location = Location(source, match.start(1), match.end(1))
        options = _parse_options(braces[1:-1], location) if braces else {}
        if name in PIPELINES:
            group, known = parse_pipeline(PIPELINES[name]), list(PASSES.values())
        elif name in PASSES:
            group, known = [PASSES[name]()], [PASSES[name]]
        else:
            raise error(
                f"no pass is called {name}{_nearest(name, [*PASSES, *PIPELINES])}",
                location,
                Note(
                    f"the passes are {', '.join(PASSES)}; "
                    f"the optimization levels are {', '.join(PIPELINES)}"
                ),
            )
        declared = {f.name: f for pass_class in known for f in _options(pass_class)}
        passes.extend(_with_options(group, declared, options, name, location))
    return passes


def _nearest(name: str, candidates: Iterable[str]) -> str:
    by_case = {c.casefold(): c for c in candidates}
    near = difflib.get_close_matches(name.casefold(), by_case, n=1, cutoff=0.3)
    return f", did you mean {by_case[near[0]]}?" if near else ""


def _parse_options(text: str, location: Location) -> dict[str, str]:
    options: dict[str, str] = {}
    for match in _OPTION.finditer(text):
        name, value, stray = match.groups()
        if stray is not None:
            raise error(f"expected options as name=value, got '{stray.strip()}'", location)
        options[name] = value
    return options


def _with_options(
    group: list[Pass],
    declared: dict[str, Field[Any]],
    options: dict[str, str],
    name: str,
    location: Location,
) -> list[Pass]:
    values: dict[str, Any] = {}
    for option, text in options.items():
        if option not in declared:
            known = ", ".join(declared) or "none"
            raise error(
                f"{name} has no option {option}{_nearest(option, declared)}",
                location,
                Note(f"its options: {known}"),
            )
        values[option] = _option_value(declared[option], text, location)
    return [
        replace(p, **{f.name: values[f.name] for f in _options(p) if f.name in values})  # type: ignore[type-var]
        for p in group
    ]


def _options(step: Pass | type[Pass]) -> tuple[Field[Any], ...]:
    return fields(step)  # type: ignore[arg-type]


def _option_value(field: Field[Any], text: str, location: Location) -> bool | int | str:
    if isinstance(field.default, bool):
        if text not in _WORDS:
            raise error(f"{field.name} must be true or false, got {text}", location)
        return _WORDS[text]
    if isinstance(field.default, int):
        if not text.isdecimal():
            raise error(f"{field.name} must be an integer, got {text}", location)
        return int(text)
    return text


def run_passes(
    module: Module,
    pipeline: str | Iterable[Pass],
    *,
    verify_each: bool = False,
    observer: Observer | None = None,
) -> list[PassResult]:
    """Runs a pipeline on a module, in place; returns the result of each pass.

    On a module of stage ``raw``, differentiation runs first, wherever the pipeline lists it; only
    the passes before it that are marked ``before_gradients`` run earlier.

    Parameters
    ----------
    module
        A valid module.
    pipeline
        A pipeline as text, such as ``"AD,AS,CSE,DCE"`` or ``"O2"``, or a sequence of passes.
    verify_each
        Whether to verify the module after each pass.
    observer
        A function that is called after each pass.

    Raises
    ------
    DiagnosticError
        For unknown passes and options, and for programs that a pass cannot transform.
    """
    require_module(module)
    passes = parse_pipeline(pipeline) if isinstance(pipeline, str) else list(pipeline)
    if passes and module.stage is Stage.RAW:
        place = next((n for n, p in enumerate(passes) if p.name == "AD"), len(passes))
        first = passes[place] if place < len(passes) else PASSES["AD"]()
        early = [p for p in passes[:place] if p.before_gradients]
        late = [p for p in passes[:place] if not p.before_gradients]
        passes = [*early, first, *late, *(p for p in passes[place + 1 :] if p.name != "AD")]
    with collection_paused():
        return [_run(step, module, verify_each, observer) for step in passes]


def _run(step: Pass, module: Module, verify_each: bool, observer: Observer | None) -> PassResult:
    start = time.perf_counter()
    remarks: list[str] = []
    counts = Counter[str]()
    tokens = _REMARKS.set(remarks), _COUNTS.set(counts)
    try:
        with preserving(module.functions, step.preserves):
            changed = step.run(module)
    finally:
        _REMARKS.reset(tokens[0])
        _COUNTS.reset(tokens[1])
    seconds, verification = time.perf_counter() - start, 0.0
    if verify_each:
        _verify_after(step, module)
        verification = time.perf_counter() - start - seconds
    result = PassResult(step.name, changed, seconds, remarks, counts, verification)
    if observer is not None:
        observer(result, module)
    return result


def _verify_after(step: Pass, module: Module) -> None:
    for function, analysis in outdated(module.functions):
        name = getattr(analysis, "__name__", str(analysis))
        raise error(
            f"{step.name} declares that it preserves {name}, but changed it in @{function.name}"
        )
    try:
        verify(module)
    except DiagnosticError as problem:
        notes = Note(f"the module is invalid after the pass {step.name}")
        raise DiagnosticError(
            [replace(d, notes=(*d.notes, notes)) for d in problem.diagnostics]
        ) from problem
