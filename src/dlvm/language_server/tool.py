"""``dlvm-lsp``: a language server for editors, on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from dlvm.tools.command_line import make_parser

_EXAMPLES = """\
  dlvm-lsp                   serve an editor, which starts it and writes to its standard input
  dlvm-lsp --tcp 8888        serve an editor that connects to this port of the loopback address"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the server and returns its exit code."""
    parser = make_parser("dlvm-lsp", "Serve editors that open .dl and .tel files.", _EXAMPLES)
    parser.add_argument("--tcp", type=int, metavar="PORT", help="listen on a port of 127.0.0.1")
    parser.add_argument(
        "--stdio", action="store_true", help="the default; accepted because editors pass it"
    )
    options = parser.parse_args(arguments)
    try:
        from dlvm.language_server.server import server
    except ModuleNotFoundError as missing:
        print(
            f"error: dlvm-lsp needs the package {missing.name}: pip install 'dlvm-compiler[lsp]'",
            file=sys.stderr,
        )
        return 1
    # A check in the background must not delay answers.
    sys.setswitchinterval(0.001)
    if options.tcp is not None:
        server.start_tcp("127.0.0.1", options.tcp)
    else:
        server.start_io()
    return 0


if __name__ == "__main__":
    sys.exit(main())
