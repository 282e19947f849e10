"""A variational auto-encoder learns a code of 8 numbers for handwritten digits."""

from typing import Any

import numpy as np

from dlvm import nn, nnkit
from dlvm.data import digits
from dlvm.nnkit import struct

CODE = 8


@struct
class Autoencoder:
    """Pixels that are made from a code, the code's mean and the logarithm of its variance."""

    encoder: nn.Sequential
    decoder: nn.Sequential

    def __call__(self, x: Any) -> Any:
        code = self.encoder(x)
        mean, log_variance = code[:, :CODE], code[:, CODE:]
        drawn = mean
        if nn.is_training():
            noise = nnkit.random.normal(mean.shape, key=nn.draw_key())
            drawn = mean + nnkit.exp(log_variance * 0.5) * noise
        return self.decoder(drawn), mean, log_variance


def negative_bound(outputs: Any, x: Any) -> Any:
    """What the code costs, and what it leaves unexplained, in nats for each image."""
    logits, mean, log_variance = outputs
    code = 0.5 * (mean * mean + nnkit.exp(log_variance) - 1 - log_variance).sum(axis=1).mean()
    return nn.binary_cross_entropy(logits, x) * x.shape[1] + code


def main(seed: int = 0) -> float:
    data, rng = digits(), np.random.default_rng(seed)
    model = Autoencoder(
        nn.Sequential(nn.Dense(64, 128, rng=rng), nn.relu, nn.Dense(128, 2 * CODE, rng=rng)),
        nn.Sequential(nn.Dense(CODE, 128, rng=rng), nn.relu, nn.Dense(128, 64, rng=rng)),
    )
    trainer = nn.Trainer(model, nn.Adam(5e-3, schedule=nn.cosine(60 * 46)), negative_bound, None)
    trainer.fit(data.train_x, data.train_x, epochs=60, seed=seed, progress=False)
    bound = trainer.evaluate(data.test_x, data.test_x)[0]
    print(f"{bound:.2f} nats for a test digit")
    return bound


if __name__ == "__main__":
    main()
