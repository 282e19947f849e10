"""A small transformer learns to sort: it reads numbers, and writes them in order."""

import numpy as np
import torch
from torch import nn

COUNT, WIDTH = 8, 48


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(16, WIDTH)
        self.positions = nn.Parameter(0.02 * torch.randn(2 * COUNT, WIDTH))
        layer = nn.TransformerEncoderLayer(
            WIDTH, 4, 4 * WIDTH, 0.0, "gelu", batch_first=True, norm_first=True
        )
        norm = nn.LayerNorm(WIDTH)
        self.blocks = nn.TransformerEncoder(layer, 2, norm, enable_nested_tensor=False)
        self.output = nn.Linear(WIDTH, 16)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The outputs behind the last number that is read."""
        y = self.embedding(x) + self.positions[: x.shape[1]]
        mask = nn.Transformer.generate_square_subsequent_mask(x.shape[1])
        return self.output(self.blocks(y, mask, is_causal=True))[:, COUNT - 1 :]


def main(seed: int = 0) -> float:
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    numbers = rng.integers(0, 16, (6000, COUNT))
    y = torch.tensor(np.sort(numbers))
    x = torch.cat([torch.tensor(numbers), y[:, :-1]], 1)
    model = Model()
    optimizer = torch.optim.AdamW(model.parameters(), 3e-3)
    steps = torch.arange(8 * 79 + 1)
    factors = (steps / 20).clamp(max=1) * 0.5 * (1 + (steps / (8 * 79) * torch.pi).cos())
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: factors[step].item())
    for _ in range(8):
        for rows in torch.randperm(5000).split(64):
            loss = nn.functional.cross_entropy(model(x[rows]).flatten(0, 1), y[rows].flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        right = (model.eval()(x[-1000:]).argmax(2) == y[-1000:]).float().mean().item()
    print(f"accuracy {right:.3f} of the next number, on new ones")
    return right


if __name__ == "__main__":
    main()
