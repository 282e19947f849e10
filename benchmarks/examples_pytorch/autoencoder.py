"""A variational auto-encoder learns a code of 8 numbers for handwritten digits."""

import torch
from torch import nn

from dlvm.data import digits

CODE = 8
Outputs = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


class Autoencoder(nn.Module):
    """Pixels that are made from a code, the code's mean and the logarithm of its variance."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 2 * CODE))
        self.decoder = nn.Sequential(nn.Linear(CODE, 128), nn.ReLU(), nn.Linear(128, 64))

    def forward(self, x: torch.Tensor) -> Outputs:
        mean, log_variance = self.encoder(x).chunk(2, 1)
        drawn = mean
        if self.training:
            drawn = mean + torch.exp(log_variance * 0.5) * torch.randn_like(mean)
        return self.decoder(drawn), mean, log_variance


def negative_bound(outputs: Outputs, x: torch.Tensor) -> torch.Tensor:
    """What the code costs, and what it leaves unexplained, in nats for each image."""
    logits, mean, log_variance = outputs
    code = 0.5 * (mean * mean + torch.exp(log_variance) - 1 - log_variance).sum(1).mean()
    return nn.functional.binary_cross_entropy_with_logits(logits, x) * x.shape[1] + code


def main(seed: int = 0) -> float:
    torch.manual_seed(seed)
    train_x, _, test_x, _ = map(torch.tensor, digits())
    model = Autoencoder()
    optimizer = torch.optim.Adam(model.parameters(), 5e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 60 * 46)
    for _ in range(60):
        for rows in torch.randperm(len(train_x)).split(32):
            loss = negative_bound(model(train_x[rows]), train_x[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        bound = negative_bound(model.eval()(test_x), test_x).item()
    print(f"{bound:.2f} nats for a test digit")
    return bound


if __name__ == "__main__":
    main()
