"""The driver, which runs the stages of compilation in order.

Passes are imported only when they run, as a program whose code is in the cache does not need them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Literal, cast, overload

import numpy as np

from dlvm.diagnostics import Diagnostic, DiagnosticError, Note, error
from dlvm.ir.cloning import clone_module
from dlvm.ir.collection import collection_paused
from dlvm.ir.instruction import ExternDeclaration
from dlvm.ir.instructions import Builtin, Partial
from dlvm.ir.location_table import LocationTable
from dlvm.ir.module import Function, Module, Stage, require_module
from dlvm.ir.records import shown
from dlvm.ir.resources import literals, read_resource
from dlvm.ir.values import Resource, TensorData, element_bytes
from dlvm.version import VERSION

if TYPE_CHECKING:
    from dlvm.codegen.generation import GeneratedProgram
    from dlvm.codegen.llvm.target import Target
    from dlvm.codegen.memory_budget import Attempt, MemoryLimits
    from dlvm.codegen.objfile.image import Image
    from dlvm.runtime.calling.executable import Executable
    from dlvm.runtime.loading.description import Description
    from dlvm.runtime.loading.loader import UnlinkedCode
    from dlvm.transforms.pipeline import Observer, PassResult

STAGES: Final = ("raw", "optimizable", "compute", "schedule", "loops", "llvm", "asm", "object")
"""The stages to which :func:`lower` can lower a module, in the order of compilation."""


def compile(
    module: Module,
    opt_level: int = 2,
    fast_math: bool = False,
    threads: int | None = None,
    donate: Mapping[str, Sequence[int]] | None = None,
    seed: int = 0,
    memory_budget: str | int | None = None,
    schedules: Module | None = None,
    externs: Collection[str] | bool = (),
    cpu: str | None = None,
) -> Executable:
    """Compiles all functions of a module to machine code. The module itself does not change.

    Compiled code is cached on disk, in ``DLVM_CACHE_DIR``, up to ``DLVM_CACHE_SIZE``.

    Parameters
    ----------
    module
        A module of any stage up to ``schedule``.
    opt_level
        The optimization level, 0 to 3.
    fast_math
        Whether the optimizer may change how floats are rounded.
    threads
        The number of threads. The default is ``DLVM_NUM_THREADS`` or, if that is not set, the
        number of processors that the process may use.
    donate
        For each function, the positions of the arguments whose memory a call may overwrite.
        Results of the same type reuse that memory.
    seed
        The seed of the generator of random numbers.
    memory_budget
        The memory that a function may allocate at any time, besides its arguments and results: a
        number of bytes (``64MiB``, or an int), or a share of the largest peak of a function in the
        module (``25%``). Values that are used much later are recomputed to stay within it;
        ``remarks`` of the result state the cost.
    schedules
        A module of stage ``schedule`` with schedules for some of the kernels. The scheduler creates
        the others.
    externs
        The names of the external functions that the module may call, or True for all. External
        functions can do anything to the process.
    cpu
        The name of the processor to compile for; the environment variable ``DLVM_CPU`` is the
        default. ``native`` is the processor of this machine.

    Returns
    -------
    Executable
        The compiled functions.

    Raises
    ------
    DiagnosticError
        If the module is invalid, if native code does not support it, or if the budget cannot be
        met.
    """
    from dlvm.codegen.host.traps import TrapSite
    from dlvm.codegen.llvm.fingerprint import fingerprint
    from dlvm.runtime.calling.programs import FunctionSignature, executable
    from dlvm.runtime.loading import cache
    from dlvm.runtime.loading.description import read_description
    from dlvm.runtime.loading.loader import UnlinkedCode, runtime
    from dlvm.runtime.machine.threads import thread_count

    require_module(module)
    module = _without_closures(module)
    count = thread_count(threads)
    donated = _donated(module, {} if donate is None else donate)
    _check_externs(module, externs)
    made_by = partial(_program, module, opt_level, fast_math, count, donated, memory_budget)
    make = partial(made_by, schedules, cpu)
    # The meaning of an extended module is defined outside of its text, and may have changed since
    # an entry was cached.
    program = make() if _is_extended(module) else None
    text = str(module) if program is None else program[0].text
    options = (opt_level, fast_math, sorted(donated.items()), count, memory_budget)
    given = "" if schedules is None else str(schedules)
    places = LocationTable(module)
    data = _digests(module)
    key = cache.content_key(
        VERSION,
        fingerprint(cpu),
        text,
        places.pattern,
        repr(data),
        repr(options),
        given,
    )
    found = cache.load(key, lambda kept, symbols: read_description(kept, symbols, len(places)))
    if found is None:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as pool:
            # Meanwhile, LLVM compiles the run-time support, unless that is in the cache.
            pool.submit(runtime)
            made, remarks = program or make()
            code = _compiled(made, count, cpu)
        traps = made.traps
        description = _description(made, remarks, places)
        # The cache entry cannot represent a location without a number. If files of constants have
        # changed meanwhile, the key does not describe the compiled code.
        are_known = all(t.location is None or places.number(t.location) is not None for t in traps)
        is_linked = not isinstance(code, UnlinkedCode)
        if is_linked and are_known and _digests(module) == data:
            cache.save(key, vars(description), *code)
    else:
        description, code = found
        traps = [TrapSite(text, None if n is None else places[n]) for text, n in description.traps]
    signatures = [
        FunctionSignature(f.name or "", f.type, _parameter_names(f)) for f in module.functions
    ]
    return executable(code, description, signatures, traps, count, seed, donated, key)


def _without_closures(module: Module) -> Module:
    """Returns the module itself or, if it has closures, a copy in which enums replace them,
    including in the types of functions."""
    # Most modules have no closures, and do not need the passes if the cache has their code.
    if not any(Partial in function.kinds for function in module.functions):
        return module
    from dlvm.transforms.ipo.closure_conversion import convert_closures, has_closures
    from dlvm.verifier import verify

    if not has_closures(module):
        return module
    verify(module)
    module = clone_module(module)
    convert_closures(module)
    return module


@overload
def lower(
    module: Module,
    stage: Literal["raw", "optimizable", "compute", "schedule", "loops", "llvm", "asm"],
    opt_level: int = 2,
    fast_math: bool = False,
    threads: int | None = None,
    memory_budget: str | int | None = None,
    schedules: Module | None = None,
    cpu: str | None = None,
) -> str: ...
@overload
def lower(
    module: Module,
    stage: Literal["object"],
    opt_level: int = 2,
    fast_math: bool = False,
    threads: int | None = None,
    memory_budget: str | int | None = None,
    schedules: Module | None = None,
    cpu: str | None = None,
) -> bytes: ...
@overload
def lower(
    module: Module,
    stage: str,
    opt_level: int = 2,
    fast_math: bool = False,
    threads: int | None = None,
    memory_budget: str | int | None = None,
    schedules: Module | None = None,
    cpu: str | None = None,
) -> str | bytes: ...
def lower(
    module: Module,
    stage: str,
    opt_level: int = 2,
    fast_math: bool = False,
    threads: int | None = None,
    memory_budget: str | int | None = None,
    schedules: Module | None = None,
    cpu: str | None = None,
) -> str | bytes:
    """Lowers a module to a later stage. The module itself does not change.

    Parameters
    ----------
    module
        A module of the same or an earlier stage.
    stage
        One of ``raw optimizable compute schedule loops llvm asm object``.
    opt_level, fast_math, threads, memory_budget, schedules, cpu
        As in :func:`compile`.

    Returns
    -------
    str or bytes
        The text of the lowered module. For ``object``, the bytes of an object file.

    Raises
    ------
    DiagnosticError
        If the stage does not exist or is before that of the module, and in all cases in which
        :func:`compile` raises this error.
    """
    if stage not in STAGES:
        raise error(f"stage must be one of {', '.join(STAGES)}, got {stage}")
    from dlvm.codegen.llvm.target import host_target
    from dlvm.runtime.machine.threads import thread_count

    target = None if stage == "raw" else host_target(thread_count(threads), cpu)
    return lowered_text(
        module,
        stage,
        target,
        opt_level=opt_level,
        fast_math=fast_math,
        threads=threads,
        memory_budget=memory_budget,
        schedules=schedules,
    )


def lowered_text(module: Module, stage: str, target: Target | None, **options: Any) -> str | bytes:
    """The text, or bytes, of a module that is lowered to a stage, as :func:`lower` returns it.
    ``target`` can be None at stages up to ``loops``. The other options are those of
    :func:`lowered_module`."""
    module = lowered_module(module, stage, target=target, **options)
    if target is None or STAGES.index(stage) <= STAGES.index("loops"):
        return str(module)
    from dlvm.codegen.generation import generate_program
    from dlvm.codegen.llvm.target import assembly, object_file

    program = generate_program(module, {}, target.machine)
    if stage == "llvm":
        return program.text
    if stage == "asm":
        return assembly(program.text, target)
    return object_file(program.text, program.constants, target)


def lowered_module(
    module: Module,
    stage: str,
    opt_level: int = 2,
    fast_math: bool = False,
    threads: int | None = None,
    memory_budget: str | int | None = None,
    schedules: Module | None = None,
    target: Target | None = None,
    observer: Observer | None = None,
) -> Module:
    """Returns a copy of a module that is lowered to a later stage, at most to ``loops``. The
    parameters are those of :func:`lower`, and ``target``, the machine to compile for, by default
    this one, and ``observer``, which is called after each pass."""
    from dlvm.codegen.llvm.target import host_target
    from dlvm.runtime.machine.threads import thread_count

    require_module(module)
    module = clone_module(module)
    if STAGES.index(stage) < STAGES.index(module.stage.value):
        raise error(f"the module is already at stage {module.stage.value}, past {stage}")
    if stage != "raw":
        target = target or host_target(thread_count(threads))
        limits = None
        if memory_budget is not None:
            limits = _within_budget(
                module, opt_level, fast_math, target, memory_budget, schedules, {}
            ).limits
        _advance(module, stage, opt_level, fast_math, target, schedules, limits, observer=observer)
    return module


def scheduled_module(module: Module, **options: Any) -> Module:
    """Returns a copy of a module from which code can be generated: at stage schedule, or at stage
    loops if it is there already. The options are those of :func:`lowered_module`."""
    stage = Stage.LOOPS if module.stage is Stage.LOOPS else Stage.SCHEDULE
    return lowered_module(module, stage.value, **options)


def _digests(module: Module) -> list[str]:
    """Digests of the constants whose elements are not in the text of a module."""
    found: list[str] = []
    for value in literals(module):
        if isinstance(value.data, Resource):
            found.append(sha256(element_bytes(read_resource(value)).data).hexdigest())
        elif isinstance(value.data, TensorData) and value.data.name is not None:
            found.append(value.data.digest)
    return found


def _is_extended(module: Module) -> bool:
    """Whether a module has instructions or intrinsics that users have declared."""
    return any(
        isinstance(instruction, Builtin) or not type(instruction).__module__.startswith("dlvm.")
        for function in module.functions
        for instruction in function.instructions()
    )


@collection_paused()
def _program(
    module: Module,
    opt_level: int,
    fast_math: bool,
    threads: int,
    donated: Mapping[str, Sequence[int]],
    memory_budget: str | int | None,
    schedules: Module | None,
    cpu: str | None,
) -> tuple[GeneratedProgram, list[str]]:
    """The program of a module, and the remarks of the passes."""
    from dlvm.codegen.generation import generate_program
    from dlvm.codegen.llvm.target import host_target
    from dlvm.verifier import verify

    module = clone_module(module)
    target = host_target(threads, cpu)
    verify(module)
    if memory_budget is None:
        remarks = _advance(module, "schedule", opt_level, fast_math, target, schedules)
        return generate_program(module, donated, target.machine), remarks
    made = _within_budget(module, opt_level, fast_math, target, memory_budget, schedules, donated)
    return made.program, list(made.remarks)


def _within_budget(
    module: Module,
    opt_level: int,
    fast_math: bool,
    target: Target,
    memory_budget: str | int,
    schedules: Module | None,
    donated: Mapping[str, Sequence[int]],
) -> Attempt:
    """Compiles a module within a memory budget: its program, and its module at ``schedule``."""
    from dlvm.codegen.generation import generate_program
    from dlvm.codegen.memory_budget import Attempt, within_budget
    from dlvm.transforms.memory.memory_budget import parse_budget

    def make(limits: MemoryLimits) -> Attempt:
        copied, counts = clone_module(module), dict[str, int]()
        remarks = _advance(
            copied, "schedule", opt_level, fast_math, target, schedules, limits, counts
        )
        program = generate_program(copied, donated, target.machine)
        return Attempt(copied, limits, program, remarks, counts)

    return within_budget(parse_budget(memory_budget), make)


@collection_paused()
def _compiled(program: GeneratedProgram, threads: int, cpu: str | None) -> Image | UnlinkedCode:
    """The machine code of a program."""
    from dlvm.codegen.llvm.binding import trim_heap
    from dlvm.codegen.llvm.target import host_target, linkable
    from dlvm.codegen.module_partitioning import object_codes, partition
    from dlvm.runtime.loading.loader import link_objects
    from dlvm.runtime.machine.threads import default_threads

    workers = min(threads, default_threads())
    texts = partition(program)
    codes = object_codes(texts, linkable(host_target(threads, cpu)), workers)
    trim_heap()
    return link_objects(texts, codes, program.constants)


def _description(
    program: GeneratedProgram, remarks: Sequence[str], places: LocationTable
) -> Description:
    from dlvm.runtime.loading.description import Description

    entries = {n: (e.symbol, e.frame, sorted(e.shared.items())) for n, e in program.entries.items()}
    traps = [(t.message, t.location and places.number(t.location)) for t in program.traps]
    return Description(entries, traps, program.values, remarks, program.budget)


def _advance(
    module: Module,
    stage: str,
    opt_level: int,
    fast_math: bool,
    target: Target,
    schedules: Module | None,
    limits: MemoryLimits | None = None,
    counts: dict[str, int] | None = None,
    observer: Observer | None = None,
) -> list[str]:
    """Lowers a module to a stage, in place, and returns the remarks of the passes. ``limits`` are
    memory limits. The statistics of the passes are added to ``counts``. ``observer`` is called
    after each pass."""
    from dlvm.compute.generation import check_generated
    from dlvm.compute.layout.constant_layouts import lay_out_constants
    from dlvm.compute.layout.window_layouts import lay_out_windows
    from dlvm.compute.linear_algebra_fusion import LinearAlgebraFusion
    from dlvm.compute.loops.lowering import lower_definitions, lower_to_loops
    from dlvm.compute.scheduling.kernel_schedules import schedule_module
    from dlvm.compute.scheduling.user_schedules import apply_user_schedules
    from dlvm.transforms import run_passes
    from dlvm.transforms.complex_numbers.decomposition import ComplexDecomposition
    from dlvm.transforms.memory.checkpointing import Checkpointing, check_known_sizes
    from dlvm.transforms.memory.instruction_ordering import Ordering

    if schedules is not None and module.stage is Stage.LOOPS:
        raise error("the module is at stage loops, which has no schedules; edit its loops instead")
    last = STAGES.index(stage)
    results: list[PassResult] = []
    if module.stage in (Stage.COMPUTE, Stage.SCHEDULE, Stage.LOOPS):
        check_generated(module)
    if module.stage in (Stage.RAW, Stage.OPTIMIZABLE):
        states = None if limits is None else limits.states
        results += run_passes(module, _pipeline(opt_level, fast_math, states), observer=observer)
    if module.stage is Stage.OPTIMIZABLE and last >= STAGES.index("compute"):
        fusion = [LinearAlgebraFusion(), *([Ordering()] if opt_level else [])]
        results += run_passes(module, [ComplexDecomposition(), *fusion], observer=observer)
        if limits is not None:
            check_known_sizes(module)
            if limits.frame is not None:
                checkpointing = [Checkpointing(str(limits.frame))]
                results += run_passes(module, checkpointing, observer=observer)
    if module.stage in (Stage.COMPUTE, Stage.SCHEDULE) and last >= STAGES.index("schedule"):
        if schedules is not None:
            apply_user_schedules(module, schedules)
            lower_definitions(module.definitions, schedules.schedules)
        lay_out_constants(module, target.machine)
        lay_out_windows(module, target.machine)
        schedule_module(module, target.machine)
    if stage == "loops" and module.stage is Stage.SCHEDULE:
        lower_to_loops(module)
    if counts is not None:
        for result in results:
            counts.update(result.counts)
    return [remark for result in results for remark in result.remarks]


def _pipeline(opt_level: int, fast_math: bool, states: int | None) -> str:
    if not 0 <= opt_level <= 3:
        raise error(f"optimization level must be 0 to 3, got {opt_level}")
    options = ["fast_math=true"] if fast_math else []
    if states is not None:
        options.append(f"budget={states}")
    return f"O{opt_level}{{{','.join(options)}}}"


def _check_externs(module: Module, externs: Any) -> None:
    """Raises an error if a module declares external functions that are not allowed."""
    is_list = isinstance(externs, Collection) and not isinstance(externs, str | bytes)
    names = list(cast("Collection[Any]", externs)) if is_list else []
    if not isinstance(externs, bool) and not (is_list and all(isinstance(n, str) for n in names)):
        found = shown(cast(object, externs))
        raise error(f"externs must be names of functions, as in ['cbrt'], got {found}")
    allowed = {n.removeprefix("@") for n in names}
    outside = [f for f in module.functions if isinstance(f.declaration, ExternDeclaration)]
    problems = [
        Diagnostic(
            f"@{function.name} is an external function, which can do anything to the "
            "process, so calls need permission",
            (function.declaration and function.declaration.location) or function.location,
            notes=(
                Note(
                    "if you know what the module does, allow it: dlc --allow-extern, or "
                    f"dlvm.compile(…, externs=[{function.name!r}])"
                ),
            ),
        )
        for function in outside
        if externs is not True and function.name not in allowed
    ]
    if problems:
        raise DiagnosticError(problems)


def _donated(module: Module, donate: Any) -> dict[str, tuple[int, ...]]:
    """The positions of the arguments that calls may overwrite, sorted, by function."""
    if not isinstance(donate, Mapping):
        raise error(
            f"donate must map functions to positions, as in {{'f': [0]}}, got {shown(donate)}"
        )
    donated: dict[str, tuple[int, ...]] = {}
    for given, positions in cast("Mapping[Any, Any]", donate).items():
        name = given.removeprefix("@") if isinstance(given, str) else ""
        function = module.function(name)
        if function is None:
            raise error(f"there is no function @{given} whose arguments could be donated")
        is_list = isinstance(positions, Iterable) and not isinstance(positions, str | bytes)
        found: list[Any] = list(cast("Iterable[Any]", positions)) if is_list else ["none"]
        if not all(isinstance(n, int | np.integer) for n in found):
            raise error(
                f"the donated arguments of @{name} must be positions, as in [0], got "
                f"{shown(cast(object, positions))}"
            )
        count = len(function.type.parameters)
        for position in found:
            if isinstance(position, bool) or not 0 <= position < count:
                raise error(f"@{name} has no argument {position} that could be donated")
            if found.count(position) > 1:
                raise error(f"argument {position} of @{name} is donated twice, expected once")
        donated[name] = tuple(sorted(map(int, found)))
    return donated


def _parameter_names(function: Function) -> list[str]:
    names = [a.name for a in function.arguments]
    return [
        (names[n] if n < len(names) else None) or str(n)
        for n in range(len(function.type.parameters))
    ]
