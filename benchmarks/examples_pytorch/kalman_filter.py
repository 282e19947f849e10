"""A Kalman filter learns how noisy a walk and its measurements are, through the filter's loop."""

import math

import numpy as np
import torch

MOTION = torch.tensor([[1.0, 1.0], [0.0, 1.0]])
PUSH = torch.tensor([[0.25, 0.5], [0.5, 1.0]])


def surprise(logs: torch.Tensor, measured: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The negative log-likelihood of a measurement, and the places that the filter tells."""
    process, noise = torch.exp(logs[0]), torch.exp(logs[1])
    state, spread = torch.zeros(2), 10 * torch.eye(2)
    total, places = torch.zeros(()), []
    for t in range(len(measured)):
        state, spread = MOTION @ state, MOTION @ spread @ MOTION.T + PUSH * process
        error, variance = measured[t] - state[0], spread[0, 0] + noise
        total = total + 0.5 * (torch.log(2 * math.pi * variance) + error * error / variance)
        gain = spread[:, 0] / variance
        state = state + gain * error
        spread = spread - gain[:, None] * spread[0]
        places.append(state[0])
    return total / len(measured), torch.stack(places)


def train(logs: torch.Tensor, measured: torch.Tensor) -> torch.Tensor:
    logs.requires_grad_()
    optimizer = torch.optim.Adam([logs], 0.1)
    for _ in range(150):
        loss, _ = surprise(logs, measured)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return logs.detach()


def main(seed: int = 0) -> float:
    rng = np.random.default_rng(seed)
    pushes = 0.1 * rng.standard_normal(200)
    place = torch.tensor(np.cumsum(np.cumsum(pushes) - pushes / 2))
    measured = (place + torch.tensor(rng.standard_normal(200))).float()
    logs = train(torch.zeros(2), measured)
    score, places = surprise(logs, measured)
    error = torch.sqrt(torch.mean((places - place) ** 2))
    print(f"{score:.3f} nats for a measurement; {error:.2f} from the truth, measured 1.00")
    return float(score)


if __name__ == "__main__":
    main()
