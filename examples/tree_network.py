"""Trains the network of ``tree_network.dl`` to evaluate trees of implications.

Each leaf is a noisy vector that stands for true or false, each node says that its left part implies
its right one; the network sees the vectors and, for the whole tree, whether it is true. A step of
training, gradient and update, is one call of compiled code.

``python examples/tree_network.py --steps 4000`` trains and prints the loss as it falls.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import dlvm
from dlvm.ir import Module
from dlvm.ir.records import EnumValue

Array = np.ndarray[Any, Any]
Generator = np.random.Generator
PROGRAM = Path(__file__).with_suffix(".dl")
FALSE_CASES = ((True, False),)
TRUE_CASES = ((False, False), (False, True), (True, True))


def parameters(module: Module, random: Generator) -> dict[str, Array]:
    """Parameters to start with: weights as large as keeps the states' size, no bias."""
    loss = module.function("loss")
    assert loss is not None
    struct: Any = loss.type.parameters[0]
    shapes = {name: type.shape for name, type in struct.fields}
    return {
        name: np.zeros(shape, np.float32)
        if "ias" in name
        else (random.normal(size=shape) * shape[0] ** -0.5).astype(np.float32)
        for name, shape in shapes.items()
    }


def leaf_width(module: Module) -> int:
    """How many numbers a leaf has."""
    loss = module.function("loss")
    assert loss is not None
    enum: Any = loss.type.parameters[1]
    return enum.payload("leaf")[0].shape[0]


def implication(leaves: int, truth: bool, width: int, random: Generator) -> EnumValue:
    """A random tree with the given number of leaves, which evaluates to a truth value."""
    if leaves == 1:
        sign = np.where(np.arange(width) % 2, 1, -1) * (1 if truth else -1)
        vector = sign + random.normal(size=width) / 2
        return EnumValue("leaf", (vector.astype(np.float32),), "Tree")
    cases = TRUE_CASES if truth else FALSE_CASES
    left, right = cases[random.integers(len(cases))]
    split = int(random.integers(1, leaves))
    return EnumValue(
        "node",
        (
            implication(split, left, width, random),
            implication(leaves - split, right, width, random),
        ),
        "Tree",
    )


def examples(
    width: int, sizes: tuple[int, int], random: Generator
) -> Iterator[tuple[EnumValue, np.float32]]:
    """Trees without end, of so many leaves, each with its label: 1 where it is true, else -1."""
    while True:
        truth = bool(random.integers(2))
        leaves = int(random.integers(sizes[0], sizes[1] + 1))
        yield implication(leaves, truth, width, random), np.float32(1 if truth else -1)


def train(
    module: Module, steps: int, sizes: tuple[int, int], rate: float, every: int
) -> Iterator[tuple[float, float]]:
    """Trains on new trees, and gives now and then the mean loss since the last time, with the share
    of trees that were right before they were learned from."""
    random = np.random.default_rng(0)
    executable = dlvm.compile(module, donate={"train": [0]})
    state: Any = parameters(module, random)
    trees = examples(leaf_width(module), sizes, random)
    losses: list[float] = []
    for _ in range(steps):
        tree, label = next(trees)
        state, loss = executable["train"](state, tree, label, np.float32(rate))
        losses.append(float(loss))
        if len(losses) == every:
            # The loss is less than log 2 where the sign is right.
            yield float(np.mean(losses)), float(np.mean(np.array(losses) < np.log(2)))
            losses.clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--leaves", type=int, nargs=2, default=(5, 20), metavar="N")
    parser.add_argument("--rate", type=float, default=0.05)
    options = parser.parse_args()
    module = dlvm.parse(PROGRAM.read_text(encoding="utf-8"), str(PROGRAM))
    sizes = (options.leaves[0], options.leaves[1])
    for number, (loss, right) in enumerate(train(module, options.steps, sizes, options.rate, 200)):
        print(f"step {200 * (number + 1)}: loss {loss:.4f}, {right:.1%} right")


if __name__ == "__main__":
    main()
