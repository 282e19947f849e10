"""``dlc``: compiles a module down to a stage, or runs one of its functions."""

from __future__ import annotations

import argparse
import io
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from dlvm.diagnostics import Diagnostic, DiagnosticError, Note, error, quantity
from dlvm.ir.types import VOID, TensorType, Type, compatible_type, element_type_of
from dlvm.tools.command_line import (
    LIBRARY_KINDS,
    add_dims_option,
    add_load_option,
    is_model,
    load_extensions,
    make_parser,
    positive,
    read_arrays,
    read_bytes,
    read_module,
    read_source,
    run_tool,
    write_module,
    write_output,
)
from dlvm.tools.values import format_value, read_value

if TYPE_CHECKING:
    from dlvm.codegen.llvm.target import Target
    from dlvm.ir.module import Function, Module

_STAGES: Final = ("raw", "optimizable", "compute", "schedule", "loops", "llvm", "asm")
_EXAMPLES = """\
  dlc model.dl --run @main                        compile a function and call it
  dlc model.dl --run @f --args 1.0 '[[1, 2]]' x.npy
                                                  with arguments: numbers, nested lists, tuples
                                                  (1, 2), structs {#w = 1}, or .npy files
  dlc model.dl --test                             check the lines `// run: @f(1) == 2`
  dlc model.dl --emit schedule                    print the schedule of each kernel
  dlc model.dl --emit asm --cpu zen2              print the machine code for another processor
  dlc model.dl --run @main --schedule my.sched    replace the schedules of some kernels
  dlc model.dl --emit object -O3 -o model.o       write an object file and a header for C
  dlc model.dl --emit archive --target aarch64-linux -o libmodel.a
                                                  write a static library for another machine
  dlc model.dl --emit c -o model.c                write C99 source and a header
  dlc model.dl --run @f --compare interpreter     find the kernel that computes wrong numbers
  dlc model.dl --print-fusion --print-memory      print fused kernels and the memory plan
  dlc model.dl --report roofline.png              compare each kernel with the machine's limits
  dlc --cache                                     print the size of the cache and its directory
"""


def _parser() -> argparse.ArgumentParser:
    parser = make_parser("dlc", "Compile a DLVM module, or run one of its functions.", _EXAMPLES)
    parser.add_argument("file", nargs="?", help="the module; - for standard input")
    job = parser.add_mutually_exclusive_group()
    job.add_argument(
        "--emit",
        choices=(*_STAGES, *LIBRARY_KINDS),
        metavar="STAGE",
        help=f"compile to a stage and write the result: {', '.join(_STAGES)}; or build for C: "
        f"{', '.join(LIBRARY_KINDS)}",
    )
    job.add_argument("--run", metavar="@FUNCTION", help="call a function and print its result")
    job.add_argument(
        "--test",
        action="store_true",
        help="check the results of the calls in the lines `// run: @f(1) == 2` of the file",
    )
    job.add_argument(
        "--cache",
        nargs="?",
        const="size",
        choices=("size", "clear"),
        help="print the directory and size of the cache of compiled code; clear empties it",
    )
    job.add_argument(
        "--list-targets", action="store_true", help="print the machines that --target names"
    )
    _add_reports(parser)
    _add_deployment(parser)
    parser.add_argument(
        "--compare",
        choices=("interpreter",),
        help="compare each kernel of the function of --run with the interpreter, and fail if a "
        "difference is larger than rounding explains",
    )
    parser.add_argument(
        "--args",
        nargs="+",
        default=[],
        metavar="VALUE",
        help="arguments of --run, one for each parameter: FILE.npy for an array; or FILE.npz for "
        "all, by name; by default, --compare and ONNX models use random ones",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        default="-",
        help="write to a file; - for standard output (the default)",
    )
    parser.add_argument(
        "-O",
        dest="opt_level",
        type=lambda level: int(level) if level.isdecimal() else level,
        choices=(0, 1, 2, 3, "s", "z"),
        default=2,
        help="optimization level (default: 2); s and z make the code of libraries small",
    )
    parser.add_argument(
        "--interpret",
        action="store_true",
        help="run the calls of --run or --test in the interpreter, without compiling",
    )
    parser.add_argument(
        "--fast-math",
        action="store_true",
        help="allow optimizations that change the rounding of floats",
    )
    parser.add_argument(
        "--memory-budget",
        metavar="BYTES",
        help="limit the memory of a function's values: bytes, as in 64MiB, or a share of its "
        "normal use, as in 25%%; values are recomputed to stay within it",
    )
    parser.add_argument(
        "--schedule",
        metavar="FILE",
        help="use the schedules in a file, as --emit schedule prints them; kernels without one are "
        "scheduled automatically",
    )
    parser.add_argument(
        "--threads",
        type=positive,
        metavar="N",
        help="number of threads (default: DLVM_NUM_THREADS, or the processors that the process "
        "may use)",
    )
    parser.add_argument(
        "--allow-extern",
        action="store_true",
        help="allow calls of [extern] functions, which can do anything that you can",
    )
    add_load_option(parser)
    add_dims_option(parser)
    return parser


def _add_reports(parser: argparse.ArgumentParser) -> None:
    reports = parser.add_argument_group(
        "reports",
        "on all functions; with --run, only on that function and its callees, without running it",
    )
    reports.add_argument(
        "--print-fusion",
        action="store_true",
        help="print the instructions of each kernel, and why it does not fuse others",
    )
    reports.add_argument(
        "--print-memory",
        action="store_true",
        help="print the memory plan: offsets and lifetimes of tensors, allocations of a call",
    )

    reports.add_argument(
        "--report",
        nargs="?",
        const="",
        metavar="PICTURE",
        help="run each kernel alone and print its work, time, share of the machine's limit, and "
        "schedule; PICTURE, a .png or .svg file, is a roofline plot",
    )
    reports.add_argument(
        "--clock",
        choices=("wall", "processor"),
        help="with --report: measure elapsed time (the default), or the processor time of all "
        "threads, which other programs on the machine affect less",
    )


def _add_deployment(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("building for C", f"with --emit {', '.join(LIBRARY_KINDS)}")
    group.add_argument(
        "--target",
        metavar="NAME",
        help="a target that --list-targets prints (default: this machine); also for stages",
    )
    group.add_argument(
        "--cpu",
        metavar="CPU",
        help="another processor of the target, such as zen4, also for stages; multi for "
        "x86-64-v2, v3 and v4 in one",
    )
    group.add_argument(
        "--functions",
        metavar="F,G",
        help="the functions to export (default: all whose types can be expressed in C)",
    )
    group.add_argument(
        "--prefix",
        metavar="NAME_",
        help="the start of all names in C (default: the name of the output, as in net_)",
    )
    group.add_argument(
        "--freestanding",
        action="store_true",
        help="add what a missing operating system or arithmetic unit would provide; fail if "
        "another library would be needed",
    )
    group.add_argument(
        "--weights",
        choices=("inline", "file", "pointer"),
        help="put large constants in the library (the default), in a file that it maps, or in a "
        "file that the caller reads",
    )
    group.add_argument(
        "--heap", metavar="BYTES", help="the workspace for memory that a function allocates"
    )
    group.add_argument(
        "--stack", metavar="BYTES", help="the stack that a recursive function may use"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs ``dlc`` and returns its exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.cache:
        if options.file is not None:
            parser.error(f"--cache accepts no file, got {options.file}")
        return run_tool(lambda: _cache(options))
    if options.list_targets:
        return run_tool(lambda: _list_targets(options))
    if options.file is None and options.report and not _is_picture(options.report):
        options.file, options.report = options.report, ""
    if options.file is None:
        parser.error("expected a file, or - for standard input")
    if options.args and not (options.run or options.compare):
        parser.error("--args requires --run")
    if options.emit in LIBRARY_KINDS and options.output == "-":
        parser.error(f"--emit {options.emit} writes several files; name the first with -o")
    if (options.target or options.cpu) and not options.emit:
        parser.error(f"--{'target' if options.target else 'cpu'} requires --emit")
    if options.cpu == "multi" and options.emit not in LIBRARY_KINDS:
        parser.error(f"--cpu multi requires --emit {' or '.join(LIBRARY_KINDS)}")
    for option in ("functions", "prefix", "freestanding", "weights", "heap", "stack"):
        if getattr(options, option) not in (None, False) and options.emit not in LIBRARY_KINDS:
            parser.error(f"--{option} requires --emit {' or '.join(LIBRARY_KINDS)}")
    if isinstance(options.opt_level, str) and options.emit not in LIBRARY_KINDS:
        parser.error(f"-O{options.opt_level} requires --emit {' or '.join(LIBRARY_KINDS)}")
    if options.emit in LIBRARY_KINDS and (options.schedule or options.memory_budget):
        parser.error("--schedule and --memory-budget cannot be combined with builds for C")
    reports: bool = options.print_fusion or options.print_memory or options.report is not None
    if options.interpret and (options.emit or reports):
        parser.error("--interpret requires --run or --test")
    if options.compare and (options.emit or options.test or options.interpret):
        parser.error("--compare cannot be combined with --emit or --test")
    if reports and (options.emit or options.test or options.compare):
        parser.error("reports cannot be combined with --emit or --test")
    if not (reports or options.emit or options.run or options.test or options.compare):
        parser.error(
            "expected one of --emit, --run, --test, --compare, --print-fusion, --print-memory, "
            "--report"
        )
    if options.schedule and (options.interpret or options.emit in ("raw", "optimizable")):
        parser.error("--schedule requires an option that compiles kernels")
    if options.clock and options.report is None:
        parser.error("--clock requires --report")
    if options.report and not _is_picture(options.report):
        parser.error(
            f"--report expects a file name that ends in .png or .svg, got {options.report}"
        )
    if reports:
        job = _report
    elif options.compare:
        job = _compare
    else:
        emit = _build if options.emit in LIBRARY_KINDS else _emit
        job = emit if options.emit else _test if options.test else _run
    return run_tool(lambda: job(options))


def _is_picture(name: str) -> bool:
    return name.endswith((".png", ".svg"))


def _cache(options: argparse.Namespace) -> None:
    from dlvm.byte_sizes import in_units
    from dlvm.runtime.loading import cache_directory

    directory = cache_directory.cache_directory()
    if directory is None:
        write_output(options.output, "the cache is off\n")
        return
    limit = in_units(cache_directory.size_limit())
    found = cache_directory.clear() if options.cache == "clear" else cache_directory.usage()
    count = f"{found.entries} {'entry' if found.entries == 1 else 'entries'}"
    done = "removed from" if options.cache == "clear" else f"of at most {limit} in"
    write_output(options.output, f"{count}, {in_units(found.bytes)} {done} {directory}\n")


def _emit(options: argparse.Namespace) -> None:
    from dlvm.compiler import STAGES, lowered_module, lowered_text

    load_extensions(options.load)
    module = read_module(options.file, options.dims)
    compiling = _compiler_options(options)
    stage: str = options.emit
    target = None if stage == "raw" else _target(options)
    if STAGES.index(stage) <= STAGES.index("loops"):
        write_module(options.output, lowered_module(module, stage, target=target, **compiling))
    else:
        write_output(options.output, lowered_text(module, stage, target, **compiling))


def _target(options: argparse.Namespace) -> Target:
    """The machine that ``--target`` and ``--cpu`` name."""
    from dlvm.codegen.llvm.target import host_target
    from dlvm.deploy.targets import find_target
    from dlvm.runtime.machine.threads import thread_count

    threads = thread_count(options.threads)
    if options.target is None and options.cpu is None:
        return host_target(threads)
    target = find_target(options.target, options.cpu)
    return replace(target, machine=replace(target.machine, threads=threads))


def _list_targets(options: argparse.Namespace) -> None:
    from dlvm.deploy.targets import list_targets

    write_output(options.output, list_targets())


def _build(options: argparse.Namespace) -> None:
    from dlvm.deploy import build

    load_extensions(options.load)
    build(
        read_module(options.file, options.dims),
        options.output,
        options.emit,
        functions=options.functions.split(",") if options.functions is not None else None,
        prefix=options.prefix,
        target=options.target,
        cpu=options.cpu,
        opt_level=options.opt_level,
        fast_math=options.fast_math,
        freestanding=options.freestanding,
        weights=options.weights or "inline",
        heap=options.heap,
        stack=options.stack,
        threads=options.threads or 1,
    )


def _report(options: argparse.Namespace) -> None:
    from dlvm.tools import inspection

    load_extensions(options.load)
    module = read_module(options.file, options.dims)
    function = _find_function(module, options.run.removeprefix("@")) if options.run else None
    name = function.name if function is not None else None
    arguments = _read_arguments(options.args, function) if function and options.args else []
    compiling = _compiler_options(options)
    texts: list[str] = []
    if options.print_fusion:
        texts.append(inspection.describe_fusion(module, name, compiling))
    if options.print_memory:
        texts.append(inspection.describe_memory(module, name, compiling))
    if options.report is not None:
        picture = options.report or None
        texts.append(
            inspection.describe_kernels(
                module, name, arguments, compiling, picture, options.clock or "wall"
            )
        )
    write_output(options.output, "\n".join(texts))


def _run(options: argparse.Namespace) -> None:
    load_extensions(options.load)
    module, name = read_module(options.file, options.dims), options.run.removeprefix("@")
    function = _find_function(module, name)
    type = function.type
    if is_model(options.file) and not options.args:
        from dlvm.interpreter.draws import draw_arguments

        arguments = draw_arguments(function)
    else:
        arguments = _read_arguments(options.args, function)
    result = _engine(module, options)(name, arguments)
    if options.output.endswith(".npy"):
        write_output(options.output, _array_file(result, type.result))
    elif type.result != VOID:
        write_output(options.output, format_value(result, type.result) + "\n")


def _compare(options: argparse.Namespace) -> None:
    from dlvm.compiler import scheduled_module
    from dlvm.interpreter.draws import draw_arguments
    from dlvm.tools.comparison import check_differences, compare_kernels, differences_table

    load_extensions(options.load)
    module = read_module(options.file, options.dims)
    function = _find_function(module, options.run.removeprefix("@")) if options.run else None
    function = function or _only_function(module)
    is_drawn = not options.args and bool(function.type.parameters)
    arguments = draw_arguments(function) if is_drawn else _read_arguments(options.args, function)
    scheduled = scheduled_module(module, **_compiler_options(options))
    try:
        found = compare_kernels(
            scheduled,
            function.name or "",
            arguments,
            threads=options.threads,
            externs=options.allow_extern,
        )
    except DiagnosticError as problem:
        if not is_drawn:
            raise
        remark = Note("the arguments are random; use --args for others")
        first, *others = problem.diagnostics
        first = replace(first, notes=(*first.notes, remark))
        raise DiagnosticError([first, *others]) from None
    write_output(options.output, differences_table(found))
    check_differences(found)


def _only_function(module: Module) -> Function:
    """The default function to run: @main, or the only one."""
    functions = [f for f in module.functions if f.blocks or f.derived_from is not None]
    main = [f for f in functions if f.name == "main"] or functions
    if len(main) != 1:
        there = ", ".join(f"@{f.name}" for f in functions) or "none"
        raise error(f"name a function with --run; the module has {there}")
    return main[0]


def _test(options: argparse.Namespace) -> None:
    from dlvm.tools.expectations import check_expectation, read_expectations
    from dlvm.verifier import read_verified

    load_extensions(options.load)
    source = read_source(options.file)
    module = read_verified(source.text, source.name)
    expectations = list(read_expectations(source))
    if not expectations:
        raise error(f"{source.name} has no line `// run: @f(1) == 2`, expected at least one")
    engine = _engine(module, options)
    problems: list[Diagnostic] = []
    for expectation in expectations:
        try:
            check_expectation(expectation, module, engine)
        except DiagnosticError as problem:
            problems += problem.diagnostics
    if problems:
        raise DiagnosticError(problems)
    write_output(options.output, f"{len(expectations)} calls return the expected results\n")


def _engine(module: Module, options: argparse.Namespace) -> Callable[[str, list[Any]], Any]:
    """A function that calls a module's functions by name."""
    if options.interpret:
        from dlvm.interpreter import interpret
        from dlvm.transforms import run_passes

        run_passes(module, "AD")
        return lambda name, arguments: interpret(module, name, *arguments)
    from dlvm import compiler

    executable = compiler.compile(
        module, externs=options.allow_extern, **_compiler_options(options)
    )
    for remark in executable.remarks:
        print(remark, file=sys.stderr)
    return lambda name, arguments: executable[name](*arguments)


def _compiler_options(options: argparse.Namespace) -> dict[str, Any]:
    return {
        "opt_level": options.opt_level,
        "fast_math": options.fast_math,
        "threads": options.threads,
        "memory_budget": options.memory_budget,
        "schedules": _read_schedules(options.schedule) if options.schedule else None,
    }


def _read_schedules(path: str) -> Module:
    """The schedules in a file."""
    from dlvm.text import parse

    source = read_source(path)
    module = parse(source.text, source.name)
    if not module.schedules:
        raise error(f"{source.name} has no schedule, expected `schedule @kernel for cpu {{`")
    return module


def _find_function(module: Module, name: str) -> Function:
    function = module.function(name)
    if function is None:
        there = ", ".join(f"@{f.name}" for f in module.functions if f.name) or "none"
        raise error(f"there is no function @{name}; the module has {there}")
    return function


def _read_arguments(texts: Sequence[str], function: Function) -> list[Any]:
    types = function.type.parameters
    if len(texts) == 1 and texts[0].endswith(".npz"):
        return _load_arrays(texts[0], function)
    if len(texts) != len(types):
        raise error(
            f"@{function.name} takes {quantity(len(types), 'argument')}, got {len(texts)}: "
            f"expected --args for {function.type}"
        )
    return [
        _load_array(text, type)
        if text.endswith(".npy")
        else read_value(text, type, f"<argument {index}>")
        for index, (text, type) in enumerate(zip(texts, types, strict=True))
    ]


def _load_arrays(path: str, function: Function) -> list[Any]:
    """The arguments in a file of numpy.savez, whose arrays have the names of the parameters."""
    arrays = read_arrays(path)
    names = [argument.name or "" for argument in function.entry.arguments]
    missing = [name for name in names if name not in arrays]
    if missing:
        found = ", ".join(arrays)
        raise error(f"{path} has no array for the parameter {missing[0]}; it has {found}")
    pairs = zip(names, function.type.parameters, strict=True)
    return [_checked_array(f"{path}: {name}", arrays[name], type) for name, type in pairs]


def _load_array(path: str, type: Type) -> Any:
    import numpy as np

    data = read_bytes(path)
    array: Any = None
    with suppress(Exception), warnings.catch_warnings(action="ignore"):
        # NumPy evaluates the header; a damaged one may raise any exception.
        array = np.load(io.BytesIO(data), allow_pickle=False)
    if not isinstance(array, np.ndarray):
        raise error(f"{path} is not an array file, expected one that numpy.save writes")
    return _checked_array(path, array, type)


def _checked_array(path: str, array: Any, type: Type) -> Any:
    """An array from a file, if it has the type of the parameter."""
    import numpy as np

    expected = type.canonical
    if not isinstance(expected, TensorType):
        raise error(f"{path} holds an array, expected a value of type {type}")
    array = cast("np.ndarray[Any, np.dtype[Any]]", array)
    element = element_type_of(array.dtype)
    found = TensorType(array.shape, element) if element else None
    if found is None or not compatible_type(found, expected):
        described = found or f"elements of type {array.dtype}"
        raise error(f"{path} holds {described}, expected {expected}")
    return array


def _array_file(value: Any, type: Type) -> bytes:
    import numpy as np

    if not isinstance(type.canonical, TensorType):
        raise error(f"the result has type {type}, expected a tensor to write as an array file")
    file = io.BytesIO()
    np.save(file, value)
    return file.getvalue()


if __name__ == "__main__":
    sys.exit(main())
