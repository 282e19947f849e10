"""A Kalman filter learns how noisy a walk and its measurements are, through the filter's loop."""

import numpy as np

from dlvm import nnkit
from dlvm.nn import Adam
from dlvm.nnkit import Float0D, Float1D, gradient, staged

MOTION = np.array([[1, 1], [0, 1]], np.float32)
PUSH = np.array([[0.25, 0.5], [0.5, 1]], np.float32)


@staged
def surprise(logs: Float1D, measured: Float1D) -> tuple[Float0D, Float1D]:
    """The negative log-likelihood of a measurement, and the places that the filter tells."""
    process, noise = nnkit.exp(logs[0]), nnkit.exp(logs[1])
    state, spread = nnkit.zeros(2), 10 * nnkit.eye(2)
    total, places = nnkit.zeros(()), nnkit.zeros_like(measured)
    for t in nnkit.range(len(measured)):
        state, spread = MOTION @ state, MOTION @ spread @ MOTION.T + PUSH * process
        error, variance = measured[t] - state[0], spread[0, 0] + noise
        total += 0.5 * (nnkit.log(2 * np.pi * variance) + error * error / variance)
        gain = spread[:, 0] / variance
        state = state + gain * error
        spread = spread - nnkit.expand_dims(gain, 1) * spread[0]
        places = nnkit.scatter(places, t, state[0], by="add")
    return total / len(measured), places


@staged
def train(optimizer: Adam, logs: Float1D, measured: Float1D) -> Float1D:
    state = optimizer.init(logs)
    for _ in nnkit.range(150):
        slope = gradient(surprise, "logs", source=0)(logs, measured)[0]
        logs, state = optimizer.update(logs, slope, state)
    return logs


def main(seed: int = 0) -> float:
    rng = np.random.default_rng(seed)
    pushes = 0.1 * rng.standard_normal(200)
    place = np.cumsum(np.cumsum(pushes) - pushes / 2)
    measured = (place + rng.standard_normal(200)).astype("f")
    logs = train(Adam(0.1), np.zeros(2, "f"), measured)
    score, places = surprise(logs, measured)
    error = np.sqrt(np.mean((places - place) ** 2))
    print(f"{score:.3f} nats for a measurement; {error:.2f} from the truth, measured 1.00")
    return float(score)


if __name__ == "__main__":
    main()
