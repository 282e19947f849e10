"""A network of dense layers learns to tell handwritten digits apart."""

import torch
from torch import nn

from dlvm.data import digits


def main(seed: int = 0) -> float:
    torch.manual_seed(seed)
    train_x, train_y, test_x, test_y = map(torch.tensor, digits())
    model = nn.Sequential(
        nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 10)
    )
    optimizer = torch.optim.Adam(model.parameters(), 2e-3)
    for _ in range(40):
        for rows in torch.randperm(len(train_x)).split(32):
            loss = nn.functional.cross_entropy(model(train_x[rows]), train_y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        accuracy = (model(test_x).argmax(1) == test_y).float().mean().item()
    print(f"accuracy {accuracy:.3f} on {len(test_x)} test digits")
    return accuracy


if __name__ == "__main__":
    main()
