"""Pauses Python's cyclic garbage collector while modules grow."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

_MOST: Final = 1_000_000
"""The number of new objects after which a full collection runs."""


@dataclass
class _Unsearched:
    """``searches`` is the number of full collections so far, and ``objects`` the number of objects
    that have been created in pauses since the last one."""

    searches: int = 0
    objects: int = 0


_UNSEARCHED: Final = _Unsearched()


@contextmanager
def collection_paused() -> Generator[None]:
    """Disables the garbage collector in the context.

    Objects that are allocated meanwhile count as old, so only a full collection visits them. A full
    collection runs at the latest when there are many such objects.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        _make_old()
        gc.enable()


def _make_old() -> None:
    searches = gc.get_stats()[-1]["collections"]
    if searches != _UNSEARCHED.searches:
        _UNSEARCHED.searches, _UNSEARCHED.objects = searches, 0
    _UNSEARCHED.objects += gc.get_count()[0]
    if _UNSEARCHED.objects > _MOST:
        gc.collect()
    elif not gc.get_freeze_count():  # Objects that others have frozen stay frozen.
        gc.freeze()
        gc.unfreeze()
