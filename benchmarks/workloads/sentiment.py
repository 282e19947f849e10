"""The example over trees (``examples/sentiment_trees.py``), written with ``@enum`` and ``match``,
and the same model in PyTorch, whose script is beside it: inference, and training with an update for
each tree or one for all of them. A run takes a tree of each size from 5 to 40 leaves. Trees are
Python objects, and what it takes to hand them over counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.examples import OURS, PYTORCH, script
from benchmarks.workload import Inputs, Job, Workload

EXAMPLE = "sentiment_trees.py"
LEAVES = range(5, 41)
WORDS, WIDTH = 28, 16
SHAPES = ((WORDS, WIDTH), (2 * WIDTH, WIDTH), (WIDTH,), (WIDTH, 1), (1,))
PHRASES = sum(leaves - 1 for leaves in LEAVES)


def inputs() -> Inputs:
    """Parameters, and random trees in random order with their labels."""
    random = np.random.default_rng(0)
    parameters = [
        (random.normal(size=shape) * shape[0] ** -0.5).astype(np.float32) for shape in SHAPES
    ]
    trees = [tree(random, int(leaves)) for leaves in random.permutation(LEAVES)]
    return {"parameters": parameters, "trees": trees, "labels": random.integers(0, 2, len(trees))}


def tree(random: np.random.Generator, leaves: int) -> Any:
    """A tree of so many leaves: pairs of trees, and the numbers of words."""
    if leaves == 1:
        return int(random.integers(WORDS))
    split = int(random.integers(1, leaves))
    return tree(random, split), tree(random, leaves - split)


def built(example: Any, tree: Any) -> Any:
    """A tree in the classes of a script."""
    if isinstance(tree, tuple):
        return example.Phrase(*(built(example, part) for part in tree))
    return example.Word(tree)


def data(example: Any, inputs: Inputs, label: Callable[[float], Any]) -> list[tuple[Any, Any]]:
    pairs = zip(inputs["trees"], inputs["labels"], strict=True)
    return [(built(example, tree), label(float(truth))) for tree, truth in pairs]


def dlvm(work: str, inputs: Inputs) -> Job:
    from dlvm import nn
    from dlvm.nnkit import gradient, map_tensors, staged

    example = script(OURS / EXAMPLE)
    layers = nn.Embedding(WORDS, WIDTH), nn.Dense(2 * WIDTH, WIDTH), nn.Dense(WIDTH, 1)
    given = iter(inputs["parameters"])
    model = map_tensors(lambda _: next(given).copy(), example.Model(*layers))
    state = example.OPTIMIZER.init(model)
    pairs = data(example, inputs, float)

    @staged
    def score(model: Any, tree: example.Tree) -> Any:  # pyright: ignore[reportInvalidTypeForm]
        return model.output(example.meaning(model, tree))[0]

    @staged
    def loss(model: Any, pairs: Any) -> Any:
        losses = [example.loss(model, tree, label) for tree, label in pairs]
        return sum(losses) / len(losses)

    @staged
    def batch_step(model: Any, state: Any, pairs: Any) -> Any:
        return example.OPTIMIZER.update(model, gradient(loss, "model")(model, pairs)[0], state)

    def infer() -> list[Any]:
        return [score(model, tree) for tree, _ in pairs]

    def train() -> None:
        nonlocal model, state
        for tree, label in pairs:
            model, state = example.step(model, state, tree, label)

    def train_batch() -> None:
        nonlocal model, state
        model, state = batch_step(model, state, pairs)

    def learned() -> list[Any]:
        found: list[Any] = []
        map_tensors(found.append, model)
        return found

    if work == "inference":
        return Job(infer, lambda: [np.array(infer())])
    return Job(train if work == "steps" else train_batch, learned)


def pytorch(work: str, inputs: Inputs) -> Job:
    import torch
    from torch.nn.functional import binary_cross_entropy_with_logits as loss

    example = script(PYTORCH / EXAMPLE)
    model = example.Model()
    # PyTorch has the weights of its dense layers as (out, in).
    turned = [
        p.T if n.endswith(("join.weight", "output.weight")) else p
        for n, p in model.named_parameters()
    ]
    with torch.no_grad():
        for parameter, array in zip(turned, inputs["parameters"], strict=True):
            parameter.copy_(torch.from_numpy(array))
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    pairs = data(example, inputs, torch.tensor)

    @torch.inference_mode()
    def infer() -> list[Any]:
        return [model(tree) for tree, _ in pairs]

    def update(value: Any) -> None:
        optimizer.zero_grad()
        value.backward()
        optimizer.step()

    def train() -> None:
        for tree, label in pairs:
            update(loss(model(tree), label))

    def train_batch() -> None:
        scores = torch.stack([model(tree) for tree, _ in pairs])
        update(loss(scores, torch.stack([label for _, label in pairs])))

    if work == "inference":
        return Job(infer, lambda: [np.array(infer())])
    run = train if work == "steps" else train_batch
    return Job(run, lambda: [p.detach().numpy().copy() for p in turned])


WORKLOADS = [
    Workload(
        name=f"sentiment-{work}",
        inputs=inputs,
        peers={"dlvm": partial(dlvm, work), "pytorch": partial(pytorch, work)},
        # Gradients flow to the weights, and to the states that a phrase takes.
        flops=(1 if work == "inference" else 3) * 2 * PHRASES * 2 * WIDTH * WIDTH,
        size=4 * sum(int(np.prod(shape)) for shape in SHAPES),
        tolerance=1e-3,
        parts=len(LEAVES),
    )
    for work in ("inference", "steps", "batch")
]
