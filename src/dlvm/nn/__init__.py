"""Neural networks: layers, losses, optimizers and training, written in NNKit.

::

    rng = np.random.default_rng(0)
    model = Sequential(Dense(64, 128, rng=rng), relu, Dense(128, 10, rng=rng))
    trainer = Trainer(model, Adam(1e-3))
    trainer.fit(train_x, train_y, epochs=20, validation=(test_x, test_y))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlvm.nn.attention import (
    LearnedPositions,
    MultiHeadAttention,
    add_positions,
    attention,
    causal_mask,
    padding_mask,
    rotary,
    sinusoidal_positions,
)
from dlvm.nn.callbacks import Callback, CSVLogger, EarlyStopping, TensorBoard
from dlvm.nn.convolutions import (
    AdaptiveAveragePool,
    AdaptiveMaxPool,
    AveragePool,
    Conv1D,
    Conv2D,
    Conv3D,
    ConvTranspose1D,
    ConvTranspose2D,
    ConvTranspose3D,
    MaxPool,
    depthwise,
    global_average_pool,
    global_max_pool,
)
from dlvm.nn.data import Loader
from dlvm.nn.functions import (
    elu,
    gelu,
    leaky_relu,
    log_sigmoid,
    log_softmax,
    logsumexp,
    relu,
    selu,
    sigmoid,
    silu,
    softmax,
    softplus,
)
from dlvm.nn.history import History
from dlvm.nn.initializers import (
    Initializer,
    TruncatedNormal,
    VarianceScaling,
    glorot,
    glorot_normal,
    he,
    he_uniform,
    lecun,
    lecun_uniform,
    orthogonal,
    truncated_normal,
    unit_normal,
)
from dlvm.nn.layers import Dense, Dropout, Embedding, Layer, Residual, Sequential, flatten
from dlvm.nn.losses import (
    binary_cross_entropy,
    ctc_loss,
    hinge,
    huber,
    kl_divergence,
    mean_absolute_error,
    mean_squared_error,
    negative_log_likelihood,
    softmax_cross_entropy,
)
from dlvm.nn.metrics import (
    Metric,
    accuracy,
    binary_accuracy,
    confusion,
    f1,
    mean_of,
    perplexity,
    top_k,
)
from dlvm.nn.modes import Buffer, draw_key, is_training, split, training, update
from dlvm.nn.normalization import BatchNorm, GroupNorm, LayerNorm, RMSNorm
from dlvm.nn.optimizers import (
    SGD,
    Adagrad,
    Adam,
    AdamW,
    Lion,
    Optimizer,
    OptimizerState,
    RMSProp,
    clip_norm,
    clip_value,
    global_norm,
)
from dlvm.nn.recurrent import GRU, LSTM, RNN, Bidirectional
from dlvm.nn.schedules import (
    Schedule,
    constant,
    cosine,
    exponential,
    one_cycle,
    schedule,
    step_decay,
    warm_up,
)
from dlvm.nn.summaries import Summary, summary
from dlvm.nn.trainer import Trainer
from dlvm.nn.weights.storage import load, save
from dlvm.nnkit import tanh
from dlvm.nnkit.tracing.familiar_names import NN_NAMES, missing_name

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Raises an error for a name of another library that names its replacement here."""
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        raise missing_name(__name__, name, NN_NAMES, __all__)


__all__ = [
    "GRU",
    "LSTM",
    "RNN",
    "SGD",
    "Adagrad",
    "Adam",
    "AdamW",
    "AdaptiveAveragePool",
    "AdaptiveMaxPool",
    "AveragePool",
    "BatchNorm",
    "Bidirectional",
    "Buffer",
    "CSVLogger",
    "Callback",
    "Conv1D",
    "Conv2D",
    "Conv3D",
    "ConvTranspose1D",
    "ConvTranspose2D",
    "ConvTranspose3D",
    "Dense",
    "Dropout",
    "EarlyStopping",
    "Embedding",
    "GroupNorm",
    "History",
    "Initializer",
    "Layer",
    "LayerNorm",
    "LearnedPositions",
    "Lion",
    "Loader",
    "MaxPool",
    "Metric",
    "MultiHeadAttention",
    "Optimizer",
    "OptimizerState",
    "RMSNorm",
    "RMSProp",
    "Residual",
    "Schedule",
    "Sequential",
    "Summary",
    "TensorBoard",
    "Trainer",
    "TruncatedNormal",
    "VarianceScaling",
    "accuracy",
    "add_positions",
    "attention",
    "binary_accuracy",
    "binary_cross_entropy",
    "causal_mask",
    "clip_norm",
    "clip_value",
    "confusion",
    "constant",
    "cosine",
    "ctc_loss",
    "depthwise",
    "draw_key",
    "elu",
    "exponential",
    "f1",
    "flatten",
    "gelu",
    "global_average_pool",
    "global_max_pool",
    "global_norm",
    "glorot",
    "glorot_normal",
    "he",
    "he_uniform",
    "hinge",
    "huber",
    "is_training",
    "kl_divergence",
    "leaky_relu",
    "lecun",
    "lecun_uniform",
    "load",
    "log_sigmoid",
    "log_softmax",
    "logsumexp",
    "mean_absolute_error",
    "mean_of",
    "mean_squared_error",
    "negative_log_likelihood",
    "one_cycle",
    "orthogonal",
    "padding_mask",
    "perplexity",
    "relu",
    "rotary",
    "save",
    "schedule",
    "selu",
    "sigmoid",
    "silu",
    "sinusoidal_positions",
    "softmax",
    "softmax_cross_entropy",
    "softplus",
    "split",
    "step_decay",
    "summary",
    "tanh",
    "top_k",
    "training",
    "truncated_normal",
    "unit_normal",
    "update",
    "warm_up",
]
