"""A network learns how a damped spring swings, from its equation alone: u'' + u' / 2 + 9 u = 0."""

from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.nn import Adam, Dense, Sequential, cosine, tanh
from dlvm.nnkit import Float0D, Float1D, gradient, jvp, staged

STEPS = 6000


@staged
def u(model: Any, t: Float1D) -> Float1D:
    """Where the spring is: it starts at 1, at rest, and the network says how it goes on."""
    return 1 + t * t * model(t.reshape((-1, 1)))[:, 0]


@staged
def velocity(model: Any, t: Float1D) -> Float1D:
    return jvp(u, "t")(model, t, nnkit.ones_like(t))[0]


@staged
def loss(model: Any, t: Float1D) -> Float0D:
    acceleration, speed = jvp(velocity, "t", keeping=0)(model, t, nnkit.ones_like(t))
    return nnkit.mean((acceleration + 0.5 * speed + 9 * u(model, t)) ** 2)


@staged
def train(optimizer: Adam, model: Any, state: Any, t: Float1D) -> Any:
    for _ in nnkit.range(STEPS):
        model, state = optimizer.update(model, gradient(loss, "model")(model, t)[0], state)
    return model


def main(seed: int = 0) -> float:
    rng = np.random.default_rng(seed)
    model = Sequential(
        Dense(1, 32, rng=rng), tanh, Dense(32, 32, rng=rng), tanh, Dense(32, 1, rng=rng)
    )
    optimizer, t = Adam(5e-3, schedule=cosine(STEPS)), np.linspace(0, 3, 64, dtype="f")
    model = train(optimizer, model, optimizer.init(model), t)
    speed = np.sqrt(9 - 1 / 16)
    exact = np.exp(-t / 4) * (np.cos(speed * t) + np.sin(speed * t) / (4 * speed))
    error = float(np.abs(u(model, t) - exact).max())
    print(f"at most {error:.4f} from the exact solution")
    return error


if __name__ == "__main__":
    main()
