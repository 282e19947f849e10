"""Data loading: the order of batches, and threads that prefetch them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from dlvm.nnkit.pytree.pytree import flatten, unflatten
from dlvm.nnkit.tracing.source_locations import warn
from dlvm.nnkit.tracing.trace import failure

Rows = NDArray[np.int64]
Load = Callable[[Rows, np.random.Generator], tuple[Any, Any]]
"""Returns inputs and targets for the rows of a batch; draws random numbers from the generator."""


def expect_positive(least: int = 1, /, **counts: object) -> None:
    """Checks that counts are integers of at least ``least``."""
    for name, count in counts.items():
        if not isinstance(count, int | np.integer):
            raise failure(f"{name} must be an integer, got {count!r}; round it with int(…)")
        if count < least:
            raise failure(
                f"{name} must be at least {least}, got {count}; leave it out for the default"
            )


def epoch_order(rows: int, epoch: int, *, shuffle: bool, seed: int) -> Rows:
    """The order of the rows in an epoch. It depends only on the arguments, so that a resumed
    training run has the order of an uninterrupted one."""
    if not shuffle:
        return np.arange(rows)
    return np.random.default_rng((seed, epoch)).permutation(rows)


def as_arrays(data: Any) -> Any:
    """The data of a training run, in which lists of numbers become arrays, and f64 becomes f32 with
    a warning.

    Lists that hold arrays, tuples and structs keep their form. Raises :class:`DiagnosticError` if
    the rows of a list have different sizes.
    """
    leaves: list[Any] = []
    tree = flatten(_lists_as_arrays(data), leaves)
    wide = [getattr(leaf, "dtype", None) == np.float64 for leaf in leaves]
    if not any(wide):
        return unflatten(tree, iter(leaves))
    warn(
        "the data has element type float64 and is converted to float32; convert it once with "
        ".astype(np.float32)",
        UserWarning,
    )
    narrow = (leaf.astype("f4") if w else leaf for leaf, w in zip(leaves, wide, strict=True))
    return unflatten(tree, narrow)


def _lists_as_arrays(data: Any) -> Any:
    kind = cast("type[object]", type(data))
    if kind is tuple:
        return tuple(map(_lists_as_arrays, data))
    if kind is not list or _holds_arrays(data):
        return data
    try:
        return np.asarray(data)
    except ValueError:
        raise failure(
            "a list of data must have rows of one size, got different sizes; pad the rows"
        ) from None


def _holds_arrays(data: Any) -> bool:
    kind = cast("type[object]", type(data))
    if kind is list or kind is tuple:
        return any(map(_holds_arrays, data))
    return not isinstance(data, bool | int | float | np.generic)


class Loader:
    """Batches of data that does not fit in memory or is augmented at random.

    Threads prefetch the next batches while native code, which releases the GIL, runs. The batches
    and their order do not depend on the number of threads.

    Parameters
    ----------
    load
        A function of row indices, i64 ``(batch,)``, and a random generator, which returns the
        inputs and targets of these rows.
    rows
        The number of rows of the data.
    batch_size
        The number of rows in a batch.
    shuffle, seed
        Whether each epoch has a new order, and the seed of the order and of the generators.
    threads
        The number of threads that call ``load``.
    ahead
        The number of batches to prefetch.

    Raises
    ------
    DiagnosticError
        If ``rows``, ``batch_size``, ``threads`` or ``ahead`` is less than 1.
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
        expect_positive(rows=rows, batch_size=batch_size, threads=threads, ahead=ahead)
        self.load = load
        self.rows = rows
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.seed = seed
        self.threads = threads
        self.ahead = ahead

    def epoch(self, number: int) -> Iterator[tuple[Any, Any]]:
        """The batches of an epoch; the last may be smaller. Exceptions of ``load`` propagate.

        Parameters
        ----------
        number
            The number of the epoch, from 0. It determines the order of the rows.

        Returns
        -------
        Iterator
            Pairs of inputs and targets.
        """
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


class Batches:
    """The batches of an iterable of pairs of inputs and targets, such as a list or a ``DataLoader``
    of PyTorch, which is iterated once in each epoch."""

    def __init__(self, pairs: Iterable[Any], convert: Callable[[Any], Any]) -> None:
        self.pairs = pairs
        self.convert = convert

    def epoch(self, number: int) -> Iterator[tuple[Any, Any]]:
        """The batches of an epoch. Raises :class:`DiagnosticError` if there are none, or if one is
        not a pair."""
        count = 0
        for pair in self.pairs:
            try:
                x, y = pair
            except (TypeError, ValueError):
                kind = type(pair).__name__
                problem = f"a batch must be a pair of inputs and targets, got a {kind}"
                raise failure(problem) from None
            yield self.convert((_as_array(x), _as_array(y)))
            count += 1
        if not count:
            raise failure(
                f"epoch {number} has no batches; pass an iterable that starts again in each epoch, "
                "such as a list"
            )


def is_batches(x: Any) -> bool:
    """Whether data without targets are batches: an iterable that is not itself data."""
    return isinstance(x, Iterable) and not isinstance(x, np.ndarray | tuple | dict | str)


def _as_array(data: Any) -> Any:
    return np.asarray(data) if hasattr(data, "__array__") else data
