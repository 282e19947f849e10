"""An LSTM learns to write Python's own documentation, letter by letter."""

from math import exp
from pydoc_data.topics import topics

import numpy as np
import torch
from torch import nn

STEPS = 48


class Model(nn.Module):
    def __init__(self, letters: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(letters, 32)
        self.lstm = nn.LSTM(32, 96, batch_first=True)
        self.output = nn.Linear(96, letters)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.output(self.lstm(self.embedding(x))[0]).flatten(0, 1)


def main(seed: int = 0) -> float:
    torch.manual_seed(seed)
    text = "".join(topics[name] for name in sorted(topics))[: 1501 * STEPS + 1]
    letters, codes = np.unique(list(text), return_inverse=True)
    x, y = (torch.tensor(codes[i : i + 1501 * STEPS].reshape(-1, STEPS)) for i in (0, 1))
    model = Model(len(letters))
    optimizer = torch.optim.Adam(model.parameters(), 1e-2)
    for _ in range(8):
        for rows in torch.randperm(len(x) - 151).split(50):
            loss = nn.functional.cross_entropy(model(x[rows]), y[rows].flatten())
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
    with torch.no_grad():
        loss = nn.functional.cross_entropy(model(x[-151:]), y[-151:].flatten()).item()
    print(f"perplexity {exp(loss):.2f} of {len(letters)} letters, on new text")
    return exp(loss)


if __name__ == "__main__":
    main()
