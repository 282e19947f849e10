"""An LSTM learns to write Python's own documentation, letter by letter."""

from math import exp
from pydoc_data.topics import topics

import numpy as np

from dlvm.nn import LSTM, Adam, Dense, Embedding, Sequential, Trainer, perplexity

STEPS = 48


def main(seed: int = 0) -> float:
    text = "".join(topics[name] for name in sorted(topics))[: 1501 * STEPS + 1]
    letters, codes = np.unique(list(text), return_inverse=True)
    x, y = (codes[i : i + 1501 * STEPS].reshape(-1, STEPS) for i in (0, 1))
    rng = np.random.default_rng(seed)
    model = Sequential(
        Embedding(len(letters), 32, rng=rng), LSTM(32, 96, rng=rng),
        Dense(96, len(letters), rng=rng),
    )  # fmt: skip
    trainer = Trainer(model, Adam(1e-2, clip_norm=1.0), metric=perplexity)
    trainer.fit(x[:-151], y[:-151], epochs=8, batch_size=50, seed=seed, progress=False)
    loss = trainer.evaluate(x[-151:], y[-151:], batch_size=151)[0]
    print(f"perplexity {exp(loss):.2f} of {len(letters)} letters, on new text")
    return exp(loss)


if __name__ == "__main__":
    main()
