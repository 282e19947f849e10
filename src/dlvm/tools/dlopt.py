"""``dlopt``: reads a module, runs passes on it, and prints or writes it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TextIO

from dlvm.diagnostics import error
from dlvm.tools.command_line import (
    add_dims_option,
    add_load_option,
    load_extensions,
    make_parser,
    read_module,
    run_tool,
    write_module,
    write_output,
)

if TYPE_CHECKING:
    from dlvm.ir.module import Module
    from dlvm.transforms import Pass, PassResult

_EXAMPLES = """\
  dlopt model.dl                                  check a module and print it back
  dlopt model.dl -p AD,AS,CSE,DCE --print-ir      differentiate and optimize
  dlopt model.dl -p AD AS -p DCE -o out.dl        the same passes, as separate arguments
  dlopt model.dl -p AD,O2 --print-cost            count floating-point operations and bytes
  dlopt model.dl -p AS,DCE -o - | dlopt - -p CSE  pipe a module from one tool to the next
  dlopt model.dl -O2 -o out.dl                    run an optimization level
  dlopt model.dl -O2 --print-changed              print a diff for each pass
  dlopt model.dl -p O2,LAF --print-fusion         print the instructions of each kernel
  dlopt model.dl -O3 --time-passes --stats        print per-pass timings and statistics
  dlopt bad.dl --reduce "dlc {} --run @f" -o s.dl  shrink a module that makes a command fail
"""

LEVELS: Final = ("0", "1", "2", "3")
"""The optimization levels; listed here because loading the passes is slow."""


def _parser() -> argparse.ArgumentParser:
    parser = make_parser("dlopt", "Run passes on a DLVM module.", _EXAMPLES)
    parser.add_argument("file", nargs="?", help="the module; - for standard input")
    parser.add_argument(
        "-p",
        "--passes",
        nargs="+",
        action="extend",
        default=[],
        metavar="PASS",
        help="passes to run, separated by commas or spaces; AD runs first on a raw module",
    )
    parser.add_argument(
        "-O",
        dest="level",
        choices=LEVELS,
        help="run the passes of an optimization level, before those of -p",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="write the module to a file; - for standard output, with reports on standard error",
    )
    parser.add_argument(
        "--print-ir", action="store_true", help="print the module after the last pass"
    )
    parser.add_argument(
        "--print-after",
        action="append",
        default=[],
        metavar="PASS",
        help="print the module after each run of a pass",
    )
    parser.add_argument(
        "--print-changed",
        action="store_true",
        help="print a diff of the module after each pass that changes it",
    )
    parser.add_argument(
        "--verify-each",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="verify the module after each pass (the default)",
    )
    parser.add_argument(
        "--print-cost",
        action="store_true",
        help="print the operations and bytes of each function and block",
    )
    parser.add_argument(
        "--print-fusion",
        action="store_true",
        help="print the instructions of each kernel of LAF, and why it does not fuse others",
    )
    parser.add_argument("--time-passes", action="store_true", help="print per-pass timings")
    parser.add_argument("--stats", action="store_true", help="print per-pass statistics")
    parser.add_argument(
        "--reduce",
        metavar="COMMAND",
        help="shrink the module while a shell command fails with the same exit code; {} in the "
        "command is replaced by the file, which is the last argument by default",
    )
    add_load_option(parser)
    add_dims_option(parser)
    parser.add_argument("--list-passes", action="store_true", help="list all passes")
    parser.add_argument(
        "--print-pipelines", action="store_true", help="print the passes of each optimization level"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs ``dlopt`` and returns its exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.list_passes:
        return run_tool(_list_passes)
    if options.print_pipelines:
        return run_tool(_print_pipelines)
    if options.file is None and len(options.passes) > 1:
        # In `dlopt -p AD,AS model.dl` argparse takes the file for a pass.
        options.file = options.passes.pop()
    if options.file is None:
        parser.error("expected a file, or - for standard input")
    if options.reduce is not None:
        if options.passes or options.level is not None:
            parser.error("--reduce cannot be combined with passes; put them into its command")
        return run_tool(lambda: _reduce(options))
    return run_tool(lambda: _optimize(options))


def _passes() -> Mapping[str, type[Pass]]:
    """All passes by name: those of the optimizer, and ``LAF``."""
    from dlvm.compute.linear_algebra_fusion import LinearAlgebraFusion
    from dlvm.transforms import PASSES

    return {**PASSES, LinearAlgebraFusion.name: LinearAlgebraFusion}


def _list_passes() -> None:
    for name, step in _passes().items():
        # The first sentence of the docstring, without backquotes.
        print(f"{name:5} {' '.join((step.__doc__ or '').split()).split('. ')[0].replace('`', '')}")


def _print_pipelines() -> None:
    from dlvm.transforms import PIPELINES

    for name, passes in PIPELINES.items():
        print(f"-{name}  {passes}")


def _reduce(options: argparse.Namespace) -> None:
    from dlvm.tools.reduce import failing_command, progress, reduce_module

    load_extensions(options.load)
    module = read_module(options.file, options.dims)
    best = ""

    def improved(text: str) -> None:
        nonlocal best
        best = text
        if options.output not in (None, "-"):
            write_output(options.output, text)

    with failing_command(options.reduce, module) as fails:
        improved(str(module))
        try:
            with progress() as step:
                reduce_module(module, fails, improved, step)
        finally:
            # After an interrupt, the smallest module so far is the result.
            if options.output in (None, "-"):
                write_output("-", best)


def _optimize(options: argparse.Namespace) -> None:
    known = _passes()
    unknown = [name for name in options.print_after if name not in known]
    if unknown:
        raise error(f"no pass is called {unknown[0]}; the passes are {', '.join(known)}")
    load_extensions(options.load)
    if options.level is not None:
        options.passes.insert(0, f"O{options.level}")
    if options.print_fusion:
        _require_fusion(options.passes)
    module = read_module(options.file, options.dims)
    # Reports must not mix with a module on standard output.
    stream = sys.stderr if options.output == "-" else sys.stdout
    if options.passes:
        _run_passes(module, options, stream)
    text = str(module)
    if options.output is not None:
        write_module(options.output, module, text)
    if options.print_cost:
        from dlvm.tools.cost import cost_table

        print(cost_table(module).rstrip(), file=stream)
    shown = options.print_ir or not (options.passes or options.output or options.print_cost)
    if shown and options.output != "-":
        write_output("-", text)


def _require_fusion(passes: Sequence[str]) -> None:
    from dlvm.transforms.pipeline import parse_pipeline

    if not any(step.name == "LAF" for step in parse_pipeline(" ".join(passes))):
        raise error("--print-fusion requires the pass LAF, got none")


def _run_passes(module: Module, options: argparse.Namespace, stream: TextIO) -> None:
    from dlvm.tools.reports import difference, is_colored, statistics_table, times_table
    from dlvm.transforms import run_passes

    report = partial(print, file=stream)
    text = str(module) if options.print_changed else ""

    def observe(result: PassResult, module: Module) -> None:
        nonlocal text
        report(f"{result.name}: {'changed' if result.changed else 'unchanged'}")
        for remark in result.remarks:
            report(f"  {remark}")
        if result.name in options.print_after:
            report(str(module))
        if options.print_changed and result.changed:
            before, text = text, str(module)
            report("\n".join(difference(before, text, colored=is_colored(stream))))

    pipeline = " ".join(options.passes)
    run = partial(run_passes, module, pipeline, verify_each=options.verify_each, observer=observe)
    results, fusion = _recorded(run) if options.print_fusion else (run(), "")
    if options.print_fusion:
        report(fusion.rstrip())
    if options.time_passes:
        report(times_table(results))
    if options.stats:
        report(statistics_table(results))


def _recorded(run: Callable[[], Sequence[PassResult]]) -> tuple[Sequence[PassResult], str]:
    """The results of the passes, and a report of fusion."""
    from dlvm.compute.fusion.report import recorded_fusion
    from dlvm.tools.fusion_report import fusion_report

    with recorded_fusion() as record:
        results = run()
    return results, fusion_report(record.kernels)


if __name__ == "__main__":
    sys.exit(main())
