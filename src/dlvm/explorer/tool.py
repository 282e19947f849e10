"""``dlvm``: explores the stages of a program in a browser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlvm.diagnostics import DiagnosticError, error
from dlvm.tools.command_line import make_parser, run_tool, write_output

if TYPE_CHECKING:
    from dlvm.explorer.compilation import Compilation

_EXAMPLES = """\
  dlvm explore model.dl                           show all stages, linked, in the browser
  dlvm explore model.dl --html model.html         write one file that shows all stages, linked
  dlvm explore train.py:step --args 'p, x, y'     explore a staged function, called with the
                                                  values of names in its file
"""


def _parser() -> argparse.ArgumentParser:
    parser = make_parser("dlvm", "Show what the compiler does with a program.", _EXAMPLES)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    explore = commands.add_parser("explore", help="show the stages of a program side by side")
    explore.add_argument(
        "program",
        metavar="FILE|MODULE:FUNCTION",
        help="a module or an ONNX model; or a staged function of a Python module or .py file",
    )
    explore.add_argument(
        "--args",
        metavar="EXPRESSIONS",
        help="the arguments of the staged function, in the names of its module",
    )
    explore.add_argument(
        "--html",
        metavar="OUT",
        help="write a self-contained page instead; - for standard output",
    )
    explore.add_argument(
        "--times",
        action="store_true",
        help="with --html, time each kernel, and show the times with a roofline plot",
    )
    explore.add_argument(
        "--port", type=int, default=0, help="serve this port of 127.0.0.1 (default: a free one)"
    )
    explore.add_argument(
        "--no-browser", action="store_true", help="print the address, and open no browser"
    )
    explore.add_argument(
        "-O",
        dest="opt_level",
        type=int,
        choices=range(4),
        help="optimization level, 0 to 3 (default: that of the staged function, or 2)",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs ``dlvm`` and returns its exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.times and options.html is None:
        parser.error("--times requires --html; the page of the server times kernels on request")
    return run_tool(lambda: _explore(options))


def _explore(options: argparse.Namespace) -> None:
    from dlvm.explorer.programs import read_program

    module, compiling = read_program(options.program, options.args)
    if options.opt_level is not None:
        compiling["opt_level"] = options.opt_level
    if options.html is None:
        from dlvm.explorer.compilation import Compilation

        compilation = Compilation(module, on_error=_report, **compiling)
        _serve(compilation, options.port, options.no_browser)
        return
    from dlvm.explorer.charts import charts
    from dlvm.explorer.page import page
    from dlvm.explorer.stages import explore

    exploration = explore(module, **compiling)
    shown = charts(exploration, is_timed=options.times)
    write_output(options.html, page(exploration, {"charts": shown}))


def _report(problem: DiagnosticError) -> None:
    print(problem, file=sys.stderr)


def _serve(compilation: Compilation, port: int, is_quiet: bool) -> None:
    """Serves the page until an interrupt."""
    import webbrowser

    from dlvm.explorer.server import ExplorerServer

    try:
        server = ExplorerServer(compilation, port)
    except (OSError, OverflowError) as problem:
        raise error(f"cannot listen on port {port}: {problem}") from None
    with server:
        write_output("-", f"{server.address}\n")
        if not is_quiet:
            webbrowser.open(server.address)
        server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
