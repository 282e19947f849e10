"""Trains a classifier of handwritten digits: ``python -m dlvm.nn.digits``."""

from __future__ import annotations

import argparse
import itertools
import platform
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from dlvm.data import digits
from dlvm.diagnostics import DiagnosticError
from dlvm.nn import SGD, Adam, Dense, Optimizer, Sequential, Trainer, relu
from dlvm.runtime.machine.threads import default_threads

_EXAMPLES = """examples:
  python -m dlvm.nn.digits
  python -m dlvm.nn.digits --epochs 60 --hidden 256 --out runs/wide
  python -m dlvm.nn.digits --optimizer sgd --learning-rate 0.1 --threads 1
"""


def _arguments(command_line: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m dlvm.nn.digits",
        description="Trains a classifier on the 1,797 handwritten digits that ship with the "
        "package, in native code.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--epochs", type=_positive, default=40, help="default: 40")
    parser.add_argument("--batch", type=_positive, default=32, help="batch size (default: 32)")
    parser.add_argument(
        "--hidden", type=_positive, nargs="*", default=[128, 64], metavar="SIZE",
        help="sizes of the hidden layers (default: 128 64)",
    )  # fmt: skip
    parser.add_argument("--optimizer", choices=("adam", "sgd"), default="adam")
    parser.add_argument("--learning-rate", type=float, help="default: 0.002, for sgd 0.1")
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the weights and the order (default: 0)"
    )
    parser.add_argument("--threads", type=_positive, help="default: one for each processor")
    parser.add_argument("--opt-level", type=int, choices=range(4), default=2, help="default: 2")
    parser.add_argument(
        "--out", type=Path, default=Path("digits"), metavar="DIR",
        help="directory for the model and the curves (default: digits)",
    )  # fmt: skip
    return parser.parse_args(command_line)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, got {number}")
    return number


def main(command_line: Sequence[str] | None = None) -> float:
    """Trains a model, prints a report and returns the test accuracy."""
    options = _arguments(command_line)
    options.out.mkdir(parents=True, exist_ok=True)
    data = digits()
    rng = np.random.default_rng(options.seed)
    sizes = [data.train_x.shape[1], *options.hidden]
    hidden = [
        layer
        for inputs, outputs in itertools.pairwise(sizes)
        for layer in (Dense(inputs, outputs, rng=rng), relu)
    ]
    model = Sequential(*hidden, Dense(sizes[-1], 10, rng=rng))
    rate = options.learning_rate
    optimizer: Optimizer
    if options.optimizer == "sgd":
        optimizer = SGD(0.1 if rate is None else rate, momentum=0.9)
    else:
        optimizer = Adam(2e-3 if rate is None else rate)
    trainer = Trainer(model, optimizer, threads=options.threads, opt_level=options.opt_level)

    threads = options.threads or default_threads()
    print(f"device    {platform.machine()} CPU, {threads} thread{'s' if threads > 1 else ''}")
    print(f"data      {len(data.train_x)} digits to train on, {len(data.test_x)} to test with")
    print(f"network   {'-'.join(map(str, [*sizes, 10]))}, {options.optimizer}")
    history = trainer.fit(
        data.train_x, data.train_y, options.epochs, options.batch,
        validation=(data.test_x, data.test_y), seed=options.seed,
    )  # fmt: skip
    accuracy = history.validation_metric[-1]
    curves, weights = options.out / "curves.png", options.out / "model.safetensors"
    trainer.save(weights)
    print(f"compiled  in {history.compile_seconds:.2f} s")
    print(f"trained   in {history.training_seconds:.2f} s, {options.epochs} epochs")
    print(f"accuracy  {accuracy:.2%} on the test digits")
    print(f"model     {weights}")
    try:
        history.plot(curves)
        print(f"curves    {curves}")
    except DiagnosticError as problem:  # The model is useful without the curves.
        print(f"curves    not drawn: {problem.diagnostics[0].message}")
    return accuracy


if __name__ == "__main__":
    main()
