"""The command ``tel train``: trains a net and writes its weights."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dlvm.diagnostics import error
from dlvm.nn.progress import progress_bar
from dlvm.tel.checker import check
from dlvm.tel.data import read_arrays
from dlvm.tel.loading import load_program, new_net
from dlvm.tel.training import (
    NetTrainer,
    array_parameters,
    example_axes,
    make_trainer,
    matched_arrays,
    named_weights,
    trainable_net,
)
from dlvm.tools.command_line import prepare_output, read_source, write_output


def train(options: argparse.Namespace, rest: Sequence[str], sizes: dict[str, int]) -> None:
    """Trains the net of a file on the arrays of another, and writes weights and curve."""
    from safetensors.numpy import save

    if not 0 <= options.validation < 1:
        raise error(f"--validation must be in [0, 1), got {options.validation}")
    rates = _numbers(rest)
    loaded = load_program(check(read_source(options.file)))
    name = trainable_net(loaded.program, options.net)
    wanted = [parameter for parameter, _ in array_parameters(loaded.program, name)]
    data = read_arrays(options.data, wanted)
    _, arrays = matched_arrays(loaded.program, name, data)
    net = new_net(loaded, name, sizes, options.seed)
    trainer = make_trainer(loaded, name, net, rates)
    stem = options.out or str(Path(options.file).with_suffix(""))
    for file in (f"{stem}.safetensors", f"{stem}.csv"):
        prepare_output(file)
    history = _epochs(trainer, arrays, options)
    write_output(f"{stem}.safetensors", save(named_weights(trainer.net, loaded, name)))
    lines = ["epoch,loss,validation", *(f"{e},{a:.6g},{b}" for e, a, b in history)]
    write_output(f"{stem}.csv", "\n".join(lines) + "\n")
    _, loss, validation = history[-1]
    print(f"loss {loss:.4f}" + (f"  validation {validation}" if validation else ""))
    print(f"weights {stem}.safetensors\ncurve {stem}.csv")


def _numbers(rest: Sequence[str]) -> dict[str, float]:
    """Options such as ``--rate 0.1``."""
    found: dict[str, float] = {}
    words = [part for word in rest for part in word.split("=", 1)]
    for option, text in zip(words[::2], [*words[1::2], ""], strict=False):
        try:
            if not option.startswith("--"):
                raise ValueError
            found[option[2:]] = float(text)
        except ValueError:
            message = f"expected an option with a number, such as --rate 0.1, got {option} {text}"
            raise error(message.rstrip()) from None
    return found


def _epochs(
    trainer: NetTrainer, arrays: tuple[Any, ...], options: argparse.Namespace
) -> list[tuple[int, float, str]]:
    """Trains, and returns the number, the loss and the validation loss of each epoch."""
    axes = example_axes(trainer.loaded.program, trainer.name)
    if axes is None:
        axes = tuple(0 if array.ndim else None for array in arrays)
    lengths = {
        array.shape[axis] for array, axis in zip(arrays, axes, strict=True) if axis is not None
    }

    def chosen_from(places: Any) -> tuple[Any, ...]:
        pairs = zip(arrays, axes, strict=True)
        return tuple(a if axis is None else np.take(a, places, axis) for a, axis in pairs)

    rng = np.random.default_rng(options.seed)
    count = min(lengths, default=0)
    batched = len(lengths) == 1 and count > 1
    held = int(count * options.validation) if batched else 0
    order = rng.permutation(count) if batched else np.arange(count)
    validation = chosen_from(order[:held]) if held else None
    chosen = order[held:]
    size = min(options.batch or len(chosen), len(chosen)) if batched else 0
    history: list[tuple[int, float, str]] = []
    with progress_bar(options.epochs) as advance:
        for epoch in range(1, options.epochs + 1):
            losses: list[float] = []
            if batched:
                rng.shuffle(chosen)
                for start in range(0, len(chosen) - size + 1, size):
                    places = chosen[start : start + size]
                    losses.append(trainer.train_step(chosen_from(places)))
            else:
                losses.append(trainer.train_step(arrays))
            loss = float(np.mean(losses))
            if not np.isfinite(loss):
                raise error(f"the loss is {loss} after epoch {epoch}; choose a lower rate")
            checked = f"{trainer.loss(validation):.4f}" if validation else ""
            history.append((epoch, loss, checked))
            advance(f"loss {loss:.4f}" + (f"  validation {checked}" if checked else ""), 1)
    return history
