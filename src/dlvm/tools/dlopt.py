"""``dlopt``: reads a module, runs passes on it, and prints or writes it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from dlvm.diagnostics import error
from dlvm.tools.command_line import (
    add_load_option,
    load_extensions,
    make_parser,
    read_module,
    run_tool,
    write_output,
)

if TYPE_CHECKING:
    from dlvm.ir.module import Module

_EXAMPLES = """\
  dlopt model.dl                                  check a module and print it back
  dlopt model.dl -p AD,AS,CSE,DCE --print-ir      differentiate and optimize
  dlopt model.dl -p AD AS -p DCE -o out.dl        names may stand apart
  dlopt model.dl -p AD,O2 --print-cost            count floating-point operations and bytes
  dlopt model.dl -p AS,DCE -o - | dlopt - -p CSE  one tool's output is the next one's input
"""


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
        "-o",
        "--output",
        metavar="OUT",
        help="write the module to a file; with - to standard output, and reports to standard error",
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
        "--no-verify",
        dest="verify",
        action="store_false",
        help="do not verify the module after each pass",
    )
    parser.add_argument(
        "--print-cost",
        action="store_true",
        help="print the work of each function, or of its blocks: operations and bytes",
    )
    parser.add_argument("--time-passes", action="store_true", help="print what each pass took")
    add_load_option(parser)
    parser.add_argument("--list-passes", action="store_true", help="print the passes there are")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs ``dlopt`` and returns its exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.list_passes:
        return run_tool(_list_passes)
    if options.file is None and len(options.passes) > 1:
        # In `dlopt -p AD,AS model.dl` the file stands where one more pass could.
        options.file = options.passes.pop()
    if options.file is None:
        parser.error("expected a file; - stands for standard input")
    return run_tool(lambda: _optimize(options))


def _list_passes() -> None:
    from dlvm.transforms import PASSES, PIPELINES

    for name, step in PASSES.items():
        # The first sentence of the docstring, without the marks of code.
        print(f"{name:5} {' '.join((step.__doc__ or '').split()).split('. ')[0].replace('`', '')}")
    for name, passes in PIPELINES.items():
        print(f"{name:5} {passes}")


def _optimize(options: argparse.Namespace) -> None:
    load_extensions(options.load)
    module = read_module(options.file)
    # Reports must not get between the lines of the module that another tool is to read.
    report = partial(print, file=sys.stderr if options.output == "-" else sys.stdout)
    if options.passes:
        _run_passes(module, options, report)
    text = str(module)
    if options.output is not None:
        write_output(options.output, text)
    if options.print_cost:
        from dlvm.tools.cost import cost_table

        report(cost_table(module).rstrip())
    shown = options.print_ir or not (options.passes or options.output or options.print_cost)
    if shown and options.output != "-":
        write_output("-", text)


def _run_passes(module: Module, options: argparse.Namespace, report: Callable[[str], None]) -> None:
    from dlvm.transforms import PASSES, PassResult, run_passes

    unknown = [name for name in options.print_after if name not in PASSES]
    if unknown:
        raise error(f"no pass is called {unknown[0]}; the passes are {', '.join(PASSES)}")

    def observe(result: PassResult, module: Module) -> None:
        took = f" ({result.seconds * 1e3:.2f} ms)" if options.time_passes else ""
        report(f"{result.name}: {'changed' if result.changed else 'unchanged'}{took}")
        for remark in result.remarks:
            report(f"  {remark}")
        if result.name in options.print_after:
            report(str(module))

    pipeline = " ".join(options.passes)
    run_passes(module, pipeline, verify_each=options.verify, observer=observe)


if __name__ == "__main__":
    sys.exit(main())
