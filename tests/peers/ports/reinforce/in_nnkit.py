"""REINFORCE: a policy learns to balance a pole on a cart."""

from dlvm import nn, nnkit
from dlvm.nnkit import staged, value_and_gradient


def swing(state, push):
    """The states of carts and poles after 20 ms (Barto, Sutton and Anderson, 1983)."""
    _, v, angle, spin = nnkit.unstack(state, axis=1)
    sine, cosine = nnkit.sin(angle), nnkit.cos(angle)
    thrust = (10 * push + 0.05 * spin**2 * sine) / 1.1
    turn = (9.8 * sine - cosine * thrust) / (0.5 * (4 / 3 - 0.1 * cosine**2 / 1.1))
    pull = thrust - 0.05 * turn * cosine / 1.1
    return state + 0.02 * nnkit.stack([v, pull, spin, turn], 1)


def episodes(policy, state, draws):
    """The mean of log-probabilities times rewards to come, and the mean length of the episodes."""
    alive, logs, rewards = nnkit.ones(len(state)), nnkit.zeros_like(draws), nnkit.zeros_like(draws)
    for t in nnkit.range(len(draws)):
        logit = policy(state)[:, 0]
        right = draws[t] < nn.sigmoid(logit)
        logs = logs.at[t].set(nn.log_sigmoid(nnkit.where(right, logit, -logit)) * alive)
        state = swing(state, nnkit.where(right, 1.0, -1.0))
        alive = nnkit.where((abs(state[:, 0]) < 2.4) & (abs(state[:, 2]) < 0.2), alive, 0.0)
        rewards = rewards.at[t].set(alive)
    returns = nnkit.flip(nnkit.cumulative_sum(nnkit.flip(rewards, axis=0), axis=0), axis=0)
    surprise = -(logs * (returns - returns.mean(axis=1, keepdims=True))).mean()
    return surprise, rewards.sum(axis=0).mean()


@staged
def train(optimizer, policy, state, draws):
    learned, lengths = optimizer.init(policy), nnkit.zeros(len(draws))
    for i in nnkit.range(len(draws)):
        (_, length), slope = value_and_gradient(episodes, source=0)(policy, state, draws[i])
        policy, learned = optimizer.update(policy, slope, learned)
        lengths = lengths.at[i].set(length)
    return policy, lengths


def build():
    return nn.Sequential(nn.Dense(4, 16), nn.tanh, nn.Dense(16, 1))


def main(policy, state, draws):
    policy, lengths = train(nn.Adam(0.02), policy, state, draws)
    return {"lengths": lengths, "weight": policy.layers[0].weight}
