"""The definitions that objects without a C library contain give the results of C."""

import ctypes
import itertools
import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from dlvm.codegen.llvm.target import host_target, object_file
from dlvm.deploy.objects import FREESTANDING
from dlvm.runtime.loading.loader import MachineCode, link_objects, load_code

VALUES = [0.0, -0.0, 1.0, -1.0, 1.5, 3e38, 1e-45, math.inf, -math.inf, math.nan]


@cache
def _code() -> MachineCode:
    """All definitions, under names of their own so that they replace nothing of this process."""
    text = "\n".join(FREESTANDING.values()).replace("iSIZE", "i64")
    text = text.replace("define internal ", "define ").replace(" @", " @tested_")
    return load_code(link_objects([], [object_file(text, {}, host_target(1))]), {})


def _function(name: str, result: type | None, *parameters: type) -> Callable[..., float]:
    return ctypes.CFUNCTYPE(result, *parameters)(_code().address(f"tested_{name}"))


@pytest.mark.parametrize("ending", ["f", ""])
def test_the_extremum_of_floats_propagates_nan_and_orders_zeros(ending: str) -> None:
    of = ctypes.c_float if ending else ctypes.c_double
    for name, choose in (("fmaximum", max), ("fminimum", min)):
        function = _function(f"{name}{ending}", of, of, of)
        for x, y in itertools.product(VALUES, VALUES):
            x, y = of(x).value, of(y).value
            found = function(x, y)
            if math.isnan(x) or math.isnan(y):
                assert math.isnan(found)
                continue
            expected = choose((x, y), key=lambda v: (v, math.copysign(1, v)))
            assert (found, math.copysign(1, found)) == (expected, math.copysign(1, expected))


def test_the_product_of_128_bits_wraps() -> None:
    function = _function("__multi3", None, ctypes.c_void_p, *[ctypes.c_uint64] * 4)
    words = np.random.default_rng(0).integers(0, 1 << 64, (100, 4), np.uint64).tolist()
    top = (1 << 64) - 1
    for a, ah, b, bh in [*words, [top] * 4, [top, 0, top, 0], [1, 0, top, top]]:
        found = (ctypes.c_uint64 * 2)()
        function(found, a, ah, b, bh)
        product = (a + (ah << 64)) * (b + (bh << 64)) % (1 << 128)
        assert found[0] + (found[1] << 64) == product


@pytest.mark.parametrize("name", ["bzero", "__bzero", "__aeabi_memclr8"])
@pytest.mark.parametrize("size", [0, 1, 7, 32])
def test_memory_is_cleared(name: str, size: int) -> None:
    memory = np.full(64, 0xA5, np.uint8)
    _function(name, None, ctypes.c_void_p, ctypes.c_size_t)(memory.ctypes.data + 8, size)
    assert (memory[8 : 8 + size] == 0).all()
    assert (memory[:8] == 0xA5).all()
    assert (memory[8 + size :] == 0xA5).all()
