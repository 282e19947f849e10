"""Native calls read objects of Python and NumPy only in builds with the layouts that they know."""

import ctypes
import struct
import sys
import sysconfig
from collections.abc import Callable

import numpy as np
import pytest

from dlvm.ir.types import ElementType
from dlvm.runtime.arrays import Array
from dlvm.runtime.calling.native_calls import reads_arrays
from dlvm.runtime.calling.object_layouts import layouts_are_known, sample_arrays


def memory(value: object, count: int) -> bytes:
    return ctypes.string_at(id(value), count)


def moved(start: int, by: int, kind: type = object) -> Callable[[object, int], bytes]:
    """A build whose objects of a kind have another field of some bytes at a place."""

    def read(value: object, count: int) -> bytes:
        found = memory(value, count)
        if not isinstance(value, kind):
            return found
        return (found[:start] + bytes(by) + found[start:])[:count]

    return read


def swapped(first: int, second: int) -> Callable[[object, int], bytes]:
    """A build whose arrays have two of their words in the other order."""

    def read(value: object, count: int) -> bytes:
        found = memory(value, count)
        if not isinstance(value, np.ndarray):
            return found
        words = [found[i : i + 8] for i in range(0, count, 8)]
        words[first], words[second] = words[second], words[first]
        return b"".join(words)

    return read


def sizes_elsewhere(value: object, count: int) -> bytes:
    """A build whose arrays have no pointer to sizes, but a size itself."""
    found = memory(value, count)
    return found[:32] + struct.pack("@q", 3) + found[40:] if count > 40 else found


BUILDS = {
    "debug build that traces references": moved(0, 16),
    "free-threaded build": moved(0, 16),
    "hash behind a tuple's count": moved(24, 8, tuple),
    "another field of arrays": moved(16, 8, np.ndarray),
    "long rank": moved(28, 4, np.ndarray),
    "sizes behind strides": swapped(4, 5),
    "element type before base": swapped(6, 7),
    "data behind the rank": swapped(2, 3),
    "sizes in the object": sizes_elsewhere,
}


def test_this_build() -> None:
    """Calls are fast in the builds that people use, of every version that DLVM supports."""
    is_debug = hasattr(sys, "gettotalrefcount")
    is_free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    if sys.implementation.name == "cpython" and not is_debug and not is_free_threaded:
        assert layouts_are_known()
    assert reads_arrays() == layouts_are_known()


@pytest.mark.parametrize("build", BUILDS)
def test_another_build_is_not_read(build: str) -> None:
    assert not layouts_are_known(BUILDS[build])


PROPERTIES: dict[str, Callable[[Array], bool]] = {
    "contiguous": lambda a: a.flags.c_contiguous,
    "aligned": lambda a: a.flags.aligned,
    "writeable": lambda a: a.flags.writeable,
    "plain": lambda a: type(a) is np.ndarray,
    "native": lambda a: a.dtype.isnative,
    "filled": lambda a: a.size > 0,
    "of no dimension": lambda a: a.ndim == 0,
    "with memory of its own": lambda a: a.base is None,
}


def test_there_is_a_sample_of_each_kind() -> None:
    samples = [*sample_arrays()]
    assert {a.dtype for a in samples if a.dtype.isnative} == {e.numpy for e in ElementType}
    for name, holds in PROPERTIES.items():
        assert {holds(a) for a in samples} == {True, False}, name
