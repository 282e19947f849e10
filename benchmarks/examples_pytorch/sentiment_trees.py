"""A recursive network learns from sentences which words are good, bad, or turn others round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

WIDTH = 16
MEANING = np.repeat([1, -1, 0], [12, 12, 4])  # Words of 0 negate what follows.


@dataclass
class Word:
    index: int


@dataclass
class Phrase:
    left: Tree
    right: Tree


Tree = Word | Phrase


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(28, WIDTH)
        self.join = nn.Linear(2 * WIDTH, WIDTH)
        self.output = nn.Linear(WIDTH, 1)

    def meaning(self, tree: Tree) -> torch.Tensor:
        match tree:
            case Word(index):
                return self.words.weight[index]
            case Phrase(left, right):
                parts = [self.meaning(left), self.meaning(right)]
                return torch.tanh(self.join(torch.cat(parts)))

    def forward(self, tree: Tree) -> torch.Tensor:
        return self.output(self.meaning(tree))[0]


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
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    sentences = [sentence(rng, int(rng.integers(2, 8))) for _ in range(3000)]
    data = [(tree, torch.tensor(float(value > 0))) for tree, value in sentences if value]
    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    for _ in range(5):
        for i in rng.permutation(len(data) - 400):
            tree, label = data[i]
            loss = nn.functional.binary_cross_entropy_with_logits(model(tree), label)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        right = np.mean([bool(model(tree) > 0) == bool(label) for tree, label in data[-400:]])
    print(f"accuracy {right:.3f} on 400 new sentences")
    return float(right)


if __name__ == "__main__":
    main()
