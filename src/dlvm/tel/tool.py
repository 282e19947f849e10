"""``tel``: checks, formats, runs, trains and builds TEL programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from dlvm.diagnostics import Source, error, quantity
from dlvm.tel.checker import check
from dlvm.tel.formatter import format_text
from dlvm.tools.command_line import (
    LIBRARY_KINDS,
    make_parser,
    natural,
    positive,
    read_source,
    run_tool,
    write_module,
    write_output,
)

_EXAMPLES = """\
  tel check digits.tel                                       report wrong names, types and shapes
  tel format digits.tel                                      format the file in place
  tel train digits.tel --data digits.npz --epochs 50 --rate 0.1
  tel train fit.tel --data table.csv --epochs 20 --rate 0.1  columns x0, x1, ... become the array x
  tel run digits.tel Classifier.inference --weights digits.safetensors --data digits.npz
  tel run sums.tel total --args "[1, 2, 3]"                  call a function
  tel build digits.tel                                       write digits.py and digits.pyi
  tel build digits.tel --function Classifier.inference --size n=32
  tel build digits.tel --function Classifier.inference --size n=1 --emit bundle --out digits
                                                             write digits.dl, for dlc
  tel repl                                                   evaluate expressions"""


def _parser() -> argparse.ArgumentParser:
    parser = make_parser("tel", "Check, format, run, train and build programs in TEL.", _EXAMPLES)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, purpose: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=purpose, description=purpose)
        if name == "repl":
            added.add_argument(
                "file", nargs="?", help="a program whose functions the expressions may call"
            )
        else:
            added.add_argument("file", help="a .tel file")
        return added

    command("check", "Report wrong names, types and shapes.")
    formatting = command("format", "Format a file in place.")
    formatting.add_argument(
        "--check", action="store_true", help="change nothing; fail if the file is not formatted"
    )
    command("repl", "Read expressions and print their values.")

    running = command("run", "Call a function and print its result.")
    running.add_argument("function", help="such as total, or Classifier.inference")
    running.add_argument("--args", nargs="*", default=[], help="arguments as JSON")
    running.add_argument("--data", help="an .npz or .csv file with arguments, by name")
    running.add_argument("--weights", help="a .safetensors file of tel train")
    running.add_argument("--interpret", action="store_true", help="interpret the IR with NumPy")

    building = command("build", "Write a Python module with its .pyi, or a module for dlc.")
    building.add_argument("--function", help="write a .dl module of this function")
    building.add_argument(
        "--emit",
        choices=LIBRARY_KINDS,
        help="with --function, write this in place of the module: for C, Python or browsers",
    )
    building.add_argument("--target", help="with --emit, the machine: see dlc --list-targets")
    building.add_argument("--out", metavar="FILE", help="the file to write")

    training = command("train", "Train a net. Further options are the parameters of optimize.")
    training.add_argument("--data", required=True, help="an .npz or .csv file")
    training.add_argument("--net", help="the net to train, if there are several")
    training.add_argument(
        "--epochs", type=positive, default=10, help="the number of epochs (default: 10)"
    )
    training.add_argument("--batch", type=natural, default=32, help="examples per step; 0 for all")
    training.add_argument(
        "--validation", type=float, default=0.2, help="the share of the examples for validation"
    )
    training.add_argument("--out", metavar="NAME", help="the name of the output files")
    for added in (running, building, training):
        added.add_argument(
            "--size",
            nargs="+",
            action="extend",
            default=[],
            metavar="NAME=N",
            help="the sizes that the program leaves open, by name",
        )
        added.add_argument(
            "--seed", type=natural, default=0, help="the seed of initializers and shuffling"
        )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the tool and returns its exit code."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and options.command != "train":
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if options.command == "build":
        if options.emit and not (options.function and options.out):
            parser.error("--emit requires --function and --out")
        if options.target and not options.emit:
            parser.error("--target requires --emit")
    return run_tool(lambda: _run(options, rest))


def _run(options: argparse.Namespace, rest: Sequence[str]) -> None:
    match options.command:
        case "check":
            check(read_source(options.file))
        case "format":
            _format(options)
        case "run":
            _call(options)
        case "train":
            from dlvm.tel.train_command import train

            train(options, rest, sizes_in_options(options.size))
        case "build":
            _build(options)
        case _:
            _repl(options.file)


def _format(options: argparse.Namespace) -> None:
    source = read_source(options.file)
    text = format_text(source)
    if options.check:
        if text != source.text:
            raise error(f"{source.name} is not formatted: run tel format {source.name}")
    elif text != source.text or options.file == "-":
        write_output(options.file, text)


def sizes_in_options(texts: Sequence[str]) -> dict[str, int]:
    """The sizes that options such as ``n=32`` specify."""
    sizes: dict[str, int] = {}
    for text in texts:
        name, _, size = text.partition("=")
        if not name or not size.isdecimal() or len(size) > 9:
            raise error(f"expected a size such as n=32, got {text}")
        sizes[name] = int(size)
    return sizes


def _call(options: argparse.Namespace) -> None:
    from dlvm.tel.data import read_arrays, read_weights
    from dlvm.tel.loading import as_argument, load_program, new_net, shaped_arguments

    loaded = load_program(check(read_source(options.file)))
    function = loaded.function(options.function)
    declared = loaded.program.declared
    net, _, method = options.function.rpartition(".")
    signature = declared.methods[net][method] if net else declared.functions[method]
    if options.data:
        data = read_arrays(options.data, [name for name, _ in signature.parameters])
        missing = [name for name, _ in signature.parameters if name not in data]
        if missing:
            raise error(f"expected an array {missing[0]} in the data, got {', '.join(data)}")
        given: list[Any] = [data[name] for name, _ in signature.parameters]
    else:
        given = [_argument(text) for text in options.args]
    if len(given) != len(signature.parameters):
        names = ", ".join(name for name, _ in signature.parameters)
        expected = quantity(len(signature.parameters), "argument")
        raise error(f"expected {expected} ({names}), got {len(given)}")
    pairs = zip(given, signature.parameters, strict=True)
    values = [as_argument(value, type, name) for value, (name, type) in pairs]
    shaped_arguments(signature, values)
    if net:
        owner = new_net(loaded, net, sizes_in_options(options.size), options.seed)
        if options.weights:
            owner = read_weights(loaded, net, owner, options.weights)
        values.insert(0, owner)
    with loaded.errors_in_program():
        if options.interpret:
            from dlvm.interpreter import interpret
            from dlvm.transforms import run_passes

            lowered = function.lower(*values)
            run_passes(lowered.module, "AD")
            result = interpret(lowered.module, lowered.entry, *values)
        else:
            result = function(*values)
    print(_shown(result))


def _argument(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise error(f"expected a number or a list such as [1, 2], got {text}") from None


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return "\n".join(map(_shown, cast("tuple[Any, ...]", value)))
    return str(np.asarray(value)) if not hasattr(value, "__dataclass_fields__") else repr(value)


def _build(options: argparse.Namespace) -> None:
    from dlvm.deploy import build
    from dlvm.tel.interface import interface_text, lowered_function
    from dlvm.tel.loading import load_program, python_text

    program = check(read_source(options.file))
    stem = Path(options.file).with_suffix("")
    if options.function:
        out = options.out or f"{stem}.dl"
        sizes = sizes_in_options(options.size)
        lowered = lowered_function(load_program(program), options.function, sizes)
        if options.emit is None:
            write_module(out, lowered.module, str(lowered))
            print(f"wrote {out}")
            return
        files = build(
            lowered.module,
            options.out,
            options.emit,
            functions=[lowered.entry],
            target=options.target,
        )
        print(f"wrote {', '.join(map(str, files))}")
        return
    out = options.out or f"{stem}.py"
    write_output(out, python_text(program))
    interface = str(Path(out).with_suffix(".pyi"))
    write_output(interface, interface_text(program))
    print(f"wrote {out} and {interface}")


def _repl(file: str | None) -> None:
    from dlvm.diagnostics import DiagnosticError
    from dlvm.tel.session import Session

    source = read_source(file) if file else Source("<repl>", "")
    session = Session(source)
    prompt = "tel> " if sys.stdin.isatty() else ""
    while True:
        try:
            line = input(prompt)
        except EOFError:
            return
        if not line.strip():
            continue
        try:
            shown = session.evaluate(line)
        except DiagnosticError as failure:
            print(failure, file=sys.stderr)
        else:
            if shown is not None:
                print(_shown(shown))


if __name__ == "__main__":
    sys.exit(main())
