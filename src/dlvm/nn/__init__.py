"""Neural networks: layers, losses, optimizers and training, written in NNKit.

::

    rng = np.random.default_rng(0)
    model = Sequential(Dense(64, 128, rng=rng), relu, Dense(128, 10, rng=rng))
    trainer = Trainer(model, Adam(1e-3))
    trainer.fit(train_x, train_y, epochs=20, validation=(test_x, test_y))
"""

from __future__ import annotations

from dlvm.nn.functions import (
    accuracy,
    gelu,
    log_softmax,
    mean_squared_error,
    relu,
    sigmoid,
    softmax,
    softmax_cross_entropy,
)
from dlvm.nn.history import History
from dlvm.nn.initializers import Initializer, glorot, he
from dlvm.nn.layers import Dense, Layer, Sequential
from dlvm.nn.optimizers import SGD, Adam, AdamState, Optimizer
from dlvm.nn.storage import load, save
from dlvm.nn.trainer import Trainer
from dlvm.nnkit import tanh

__all__ = [
    "SGD",
    "Adam",
    "AdamState",
    "Dense",
    "History",
    "Initializer",
    "Layer",
    "Optimizer",
    "Sequential",
    "Trainer",
    "accuracy",
    "gelu",
    "glorot",
    "he",
    "load",
    "log_softmax",
    "mean_squared_error",
    "relu",
    "save",
    "sigmoid",
    "softmax",
    "softmax_cross_entropy",
    "tanh",
]
