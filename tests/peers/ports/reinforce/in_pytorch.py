"""REINFORCE: a policy learns to balance a pole on a cart."""

import torch
from torch import nn
from torch.nn import functional as F


def swing(state, push):
    """The states of carts and poles after 20 ms (Barto, Sutton and Anderson, 1983)."""
    _, v, angle, spin = state.unbind(1)
    sine, cosine = torch.sin(angle), torch.cos(angle)
    thrust = (10 * push + 0.05 * spin**2 * sine) / 1.1
    turn = (9.8 * sine - cosine * thrust) / (0.5 * (4 / 3 - 0.1 * cosine**2 / 1.1))
    pull = thrust - 0.05 * turn * cosine / 1.1
    return state + 0.02 * torch.stack([v, pull, spin, turn], 1)


def episodes(policy, state, draws):
    """The mean of log-probabilities times rewards to come, and the mean length of the episodes."""
    alive, logs, rewards = torch.ones(len(state)), [], []
    for draw in draws:
        logit = policy(state)[:, 0]
        right = (draw < torch.sigmoid(logit)).float()
        logs.append(-F.binary_cross_entropy_with_logits(logit, right, reduction="none") * alive)
        state = swing(state, 2 * right - 1)
        alive = alive * ((state[:, 0].abs() < 2.4) & (state[:, 2].abs() < 0.2))
        rewards.append(alive)
    logs, rewards = torch.stack(logs), torch.stack(rewards)
    returns = rewards.flip(0).cumsum(0).flip(0)
    return -(logs * (returns - returns.mean(1, keepdim=True))).mean(), rewards.sum(0).mean()


def build():
    return nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))


def main(policy, state, draws):
    state, draws = torch.tensor(state), torch.tensor(draws)
    optimizer, lengths = torch.optim.Adam(policy.parameters(), 0.02), []
    for draw in draws:
        optimizer.zero_grad()
        loss, length = episodes(policy, state, draw)
        loss.backward()
        optimizer.step()
        lengths.append(length.item())
    return {"lengths": lengths, "weight": policy[0].weight.detach().T}
