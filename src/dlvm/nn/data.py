"""Data in batches: in which order, and prepared by threads while others are computed with."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dlvm.diagnostics import error

Rows = NDArray[np.int64]
Load = Callable[[Rows, np.random.Generator], tuple[Any, Any]]
"""Gives inputs and targets for the rows of a batch; what is random in them comes from the
generator."""


def epoch_order(rows: int, epoch: int, *, shuffle: bool, seed: int) -> Rows:
    """The order of the rows in an epoch. It follows from the numbers alone, so that training that
    was interrupted goes on as it would have."""
    if not shuffle:
        return np.arange(rows)
    return np.random.default_rng((seed, epoch)).permutation(rows)


class Loader:
    """Batches of data that are too large, or too random, for arrays.

    Threads prepare the next batches while the program, which does not hold the interpreter, runs.
    Batches come in their order, and do not depend on the number of threads.
    """

    def __init__(
        self,
        load: Load,
        rows: int,
        batch_size: int = 32,
        *,
        shuffle: bool = True,
        seed: int = 0,
        threads: int = 1,
        ahead: int = 2,
    ) -> None:
        """``load`` gives a batch for some of so many rows. ``ahead`` batches are prepared before
        they are asked for, by so many ``threads``."""
        for name, number in (
            ("rows", rows), ("batch_size", batch_size), ("threads", threads), ("ahead", ahead),
        ):  # fmt: skip
            if number < 1:
                raise error(f"{name} {number} found, expected at least 1")
        self.load = load
        self.rows = rows
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.seed = seed
        self.threads = threads
        self.ahead = ahead

    def epoch(self, number: int) -> Iterator[tuple[Any, Any]]:
        """The batches of an epoch; the last one may be smaller. What ``load`` raises comes out
        here."""
        order = epoch_order(self.rows, number, shuffle=self.shuffle, seed=self.seed)
        starts = range(0, self.rows, self.batch_size)
        pool = ThreadPoolExecutor(self.threads, "loader")
        waiting: deque[Future[tuple[Any, Any]]] = deque()
        try:
            for start in starts:
                rows = order[start : start + self.batch_size]
                generator = np.random.default_rng((self.seed, number, start))
                waiting.append(pool.submit(self.load, rows, generator))
                if len(waiting) > self.ahead:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)
