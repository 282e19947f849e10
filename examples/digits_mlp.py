"""A network of dense layers learns to tell handwritten digits apart."""

import numpy as np

from dlvm.data import digits
from dlvm.nn import Adam, Dense, Sequential, Trainer, relu


def main(seed: int = 0) -> float:
    data, rng = digits(), np.random.default_rng(seed)
    model = Sequential(
        Dense(64, 128, rng=rng), relu, Dense(128, 64, rng=rng), relu, Dense(64, 10, rng=rng)
    )
    trainer = Trainer(model, Adam(2e-3))
    trainer.fit(data.train_x, data.train_y, epochs=40, seed=seed, progress=False)
    accuracy = trainer.evaluate(data.test_x, data.test_y)[1]
    print(f"accuracy {accuracy:.3f} on {len(data.test_x)} test digits")
    return accuracy


if __name__ == "__main__":
    main()
