"""A residual network of convolutions learns handwritten digits."""

from dlvm import nn
from dlvm.nnkit import struct


@struct
class Residual:
    body: nn.Sequential
    shortcut: nn.Conv2D | None

    def __call__(self, x):
        return nn.relu(self.body(x) + (x if self.shortcut is None else self.shortcut(x)))


def residual(channels, outputs, stride):
    body = nn.Sequential(
        nn.Conv2D(channels, outputs, 3, strides=stride, padding=1, bias=False),
        nn.BatchNorm(outputs),
        nn.relu,
        nn.Conv2D(outputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm(outputs),
    )
    shortcut = nn.Conv2D(channels, outputs, 1, strides=stride, bias=False) if stride > 1 else None
    return Residual(body, shortcut)


def build():
    return nn.Sequential(
        nn.Conv2D(1, 8, 3, padding=1), residual(8, 8, 1), residual(8, 16, 2),
        nn.global_average_pool, nn.Dense(16, 10),
    )  # fmt: skip


def main(model, x, y):
    trainer = nn.Trainer(model, nn.SGD(0.1, momentum=0.9, weight_decay=1e-3))
    history = trainer.fit(x, y, epochs=3, batch_size=32, shuffle=False, progress=False)
    return {"losses": history.loss, "logits": trainer.predict(x)}
