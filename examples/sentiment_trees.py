"""A recursive network learns from sentences which words are good, bad, or negate others."""

from __future__ import annotations

import numpy as np

from dlvm import nn, nnkit
from dlvm.nnkit import Float0D, Float1D, enum, gradient, staged, struct

WIDTH, OPTIMIZER = 16, nn.Adam(3e-3)
MEANING = np.repeat([1, -1, 0], [12, 12, 4])  # Words of 0 negate what follows.


@enum
class Word:
    index: int


@enum
class Phrase:
    left: Tree
    right: Tree


Tree = Word | Phrase


@struct
class Model:
    words: nn.Embedding
    join: nn.Dense
    output: nn.Dense


@staged
def meaning(model: Model, tree: Tree) -> Float1D:
    match tree:
        case Word(index):
            return model.words(index)
        case Phrase(left, right):
            parts = [meaning(model, left), meaning(model, right)]
            return nnkit.tanh(model.join(nnkit.concatenate(parts)))


@staged
def loss(model: Model, tree: Tree, label: Float0D) -> Float0D:
    return nn.binary_cross_entropy(model.output(meaning(model, tree))[0], label)


@staged
def step(model: Model, state: nn.OptimizerState, tree: Tree, label: Float0D):
    return OPTIMIZER.update(model, gradient(loss, "model")(model, tree, label)[0], state)


def sentence(rng: np.random.Generator, words: int) -> tuple[Tree, int]:
    """A random sentence, and how good it is."""
    if words == 1:
        index = int(rng.integers(24))
        return Word(index), int(MEANING[index])
    if rng.random() < 0.3:
        right, value = sentence(rng, words - 1)
        return Phrase(Word(int(rng.integers(24, 28))), right), -value
    split = int(rng.integers(1, words))
    (left, a), (right, b) = sentence(rng, split), sentence(rng, words - split)
    return Phrase(left, right), a + b


def main(seed: int = 0) -> float:
    rng = np.random.default_rng(seed)
    sentences = [sentence(rng, int(rng.integers(2, 8))) for _ in range(3000)]
    data = [(tree, float(value > 0)) for tree, value in sentences if value]
    words, join = nn.Embedding(28, WIDTH, rng=rng), nn.Dense(2 * WIDTH, WIDTH, rng=rng)
    model = Model(words, join, nn.Dense(WIDTH, 1, rng=rng))
    state = OPTIMIZER.init(model)
    for _ in range(5):
        for i in rng.permutation(len(data) - 400):
            model, state = step(model, state, *data[i])
    # The loss is less than log 2 where the sign is right.
    right = np.mean([loss(model, tree, label) < np.log(2) for tree, label in data[-400:]])
    print(f"accuracy {right:.3f} on 400 new sentences")
    return float(right)


if __name__ == "__main__":
    main()
