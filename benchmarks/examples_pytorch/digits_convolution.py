"""A convolutional network learns to tell handwritten digits apart."""

import torch
from torch import nn

from dlvm.data import digits


def main(seed: int = 0) -> float:
    torch.manual_seed(seed)
    train_x, train_y, test_x, test_y = map(torch.tensor, digits(flat=False))
    train_x, test_x = train_x[:, None], test_x[:, None]
    model = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(128, 10),
    )  # fmt: skip
    optimizer = torch.optim.Adam(model.parameters(), 4e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 30 * 46)
    for _ in range(30):
        for rows in torch.randperm(len(train_x)).split(32):
            loss = nn.functional.cross_entropy(model(train_x[rows]), train_y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        accuracy = (model(test_x).argmax(1) == test_y).float().mean().item()
    print(f"accuracy {accuracy:.3f} on {len(test_x)} test digits")
    return accuracy


if __name__ == "__main__":
    main()
