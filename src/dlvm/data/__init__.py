"""Data sets that ship with the package. ``README.md`` lists their sources and licenses."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_TEST_FRACTION = 5
"""One in this many images of each digit is for testing."""


class Split(NamedTuple):
    """Inputs and labels for training and for testing."""

    train_x: NDArray[np.float32]
    train_y: NDArray[np.int64]
    test_x: NDArray[np.float32]
    test_y: NDArray[np.int64]


def digits(seed: int = 0, flat: bool = True) -> Split:
    """1,797 handwritten digits of 8 × 8 pixels from 0 to 1, f32, with labels 0 to 9, i64.

    One fifth of each digit's images, drawn with ``seed``, is for testing; both parts are shuffled.
    Images are rows of 64 elements, or 8 × 8 matrices unless ``flat``.
    """
    with np.load(Path(__file__).with_name("digits.npz")) as file:
        images: NDArray[Any] = file["images"]
        labels: NDArray[np.int64] = file["labels"].astype(np.int64)
    x = (images / np.float32(16)).astype(np.float32)
    if flat:
        x = x.reshape(len(x), -1)
    generator = np.random.default_rng(seed)
    order = generator.permutation(len(x))
    is_test = np.zeros(len(x), bool)
    for digit in range(10):
        own = order[labels[order] == digit]
        is_test[own[: len(own) // _TEST_FRACTION]] = True
    train, test = order[~is_test[order]], order[is_test[order]]
    return Split(x[train], labels[train], x[test], labels[test])
