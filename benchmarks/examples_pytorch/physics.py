"""A network learns how a damped spring swings, from its equation alone: u'' + u' / 2 + 9 u = 0."""

import numpy as np
import torch
from torch import nn

STEPS = 6000


class Spring(nn.Module):
    """Where the spring is: it starts at 1, at rest, and the network says how it goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.network = nn.Sequential(
            nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1)
        )
        for layer in self.network:
            if not isinstance(layer, nn.Linear):
                continue
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, t: torch.Tensor) -> torch.Tensor:
        return 1 + t * t * self.network(t.reshape(-1, 1))[:, 0]


def main(seed: int = 0) -> float:
    torch.manual_seed(seed)
    model = Spring()
    optimizer = torch.optim.Adam(model.parameters(), 5e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
    t = torch.linspace(0, 3, 64, requires_grad=True)
    for _ in range(STEPS):
        u = model(t)
        (speed,) = torch.autograd.grad(u.sum(), t, create_graph=True)
        (acceleration,) = torch.autograd.grad(speed.sum(), t, create_graph=True)
        loss = torch.mean((acceleration + 0.5 * speed + 9 * u) ** 2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    speed = np.sqrt(9 - 1 / 16)
    exact = torch.exp(-t / 4) * (torch.cos(speed * t) + torch.sin(speed * t) / (4 * speed))
    error = (model(t) - exact).abs().max().item()
    print(f"at most {error:.4f} from the exact solution")
    return error


if __name__ == "__main__":
    main()
