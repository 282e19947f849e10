"""A convolutional network learns to tell handwritten digits apart."""

import numpy as np

from dlvm.data import digits
from dlvm.nn import Adam, Conv2D, Dense, MaxPool, Sequential, Trainer, cosine, flatten, relu


def main(seed: int = 0) -> float:
    data, rng = digits(flat=False), np.random.default_rng(seed)
    train_x, test_x = data.train_x[:, None], data.test_x[:, None]
    model = Sequential(
        Conv2D(1, 16, 3, padding=1, rng=rng), relu, MaxPool(2),
        Conv2D(16, 32, 3, padding=1, rng=rng), relu, MaxPool(2),
        flatten, Dense(128, 10, rng=rng),
    )  # fmt: skip
    trainer = Trainer(model, Adam(4e-3, schedule=cosine(30 * 46)))
    trainer.fit(train_x, data.train_y, epochs=30, seed=seed, progress=False)
    accuracy = trainer.evaluate(test_x, data.test_y)[1]
    print(f"accuracy {accuracy:.3f} on {len(test_x)} test digits")
    return accuracy


if __name__ == "__main__":
    main()
