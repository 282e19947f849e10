"""A small transformer learns to sort: it reads numbers, and writes them in order."""

from typing import Any

import numpy as np

from dlvm import nn

COUNT, WIDTH = 8, 48


def answers(x: Any) -> Any:
    """The outputs behind the last number that is read."""
    return x[:, COUNT - 1 :]


def examples(rng: np.random.Generator) -> tuple[Any, Any]:
    numbers = rng.integers(0, 16, (6000, COUNT))
    y = np.sort(numbers)
    return np.concatenate([numbers, y[:, :-1]], axis=1), y


def transformer(rng: np.random.Generator) -> nn.Trainer[Any]:
    blocks = [
        layer
        for _ in range(2)
        for layer in (
            nn.Residual(
                nn.LayerNorm(WIDTH), nn.MultiHeadAttention(WIDTH, 4, causal=True, rng=rng)
            ),
            nn.Residual(
                nn.LayerNorm(WIDTH), nn.Dense(WIDTH, 4 * WIDTH, rng=rng), nn.gelu,
                nn.Dense(4 * WIDTH, WIDTH, rng=rng),
            ),
        )
    ]  # fmt: skip
    model = nn.Sequential(
        nn.Embedding(16, WIDTH, rng=rng), nn.LearnedPositions(2 * COUNT, WIDTH, rng=rng), *blocks,
        nn.LayerNorm(WIDTH), nn.Dense(WIDTH, 16, rng=rng), answers,
    )  # fmt: skip
    return nn.Trainer(model, nn.AdamW(3e-3, schedule=nn.warm_up(20) * nn.cosine(8 * 79)))


def epoch() -> Any:
    """The program of an epoch: `dlvm explore examples/transformer.py:epoch` shows it."""
    rng = np.random.default_rng(0)
    return transformer(rng).lower(*examples(rng), batch_size=64)


def main(seed: int = 0) -> float:
    rng = np.random.default_rng(seed)
    x, y = examples(rng)
    trainer = transformer(rng)
    trainer.fit(x[:-1000], y[:-1000], epochs=8, batch_size=64, seed=seed, progress=False)
    right = (trainer.predict(x[-1000:]).argmax(2) == y[-1000:]).mean()
    print(f"accuracy {right:.3f} of the next number, on new ones")
    return float(right)


if __name__ == "__main__":
    main()
