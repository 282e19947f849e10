"""Staged functions take arrays of PyTorch and JAX, and give tensors back."""

import random
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
import torch

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import staged
from dlvm.nnkit.pytree.exchange import imported

X = np.arange(6, dtype=np.float32).reshape(2, 3)


@staged
def double(x: Any, parts: Any) -> Any:
    return x * 2 + parts["y"], parts["y"] > 1


@staged
def negative(x: Any) -> Any:
    return -x


@pytest.mark.parametrize("make", [torch.from_numpy, jnp.asarray])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int32"])
def test_arguments(make: Any, dtype: str) -> None:
    x = make(X.copy())
    other = x.to(getattr(torch, dtype)) if isinstance(x, torch.Tensor) else x.astype(dtype)
    for _ in range(2):  # The second call finds the compiled code.
        found, flags = double(other, {"y": other})
        assert found.dtype.name == dtype
        np.testing.assert_array_equal(found.astype(np.float32), 3 * X)
        np.testing.assert_array_equal(flags, X > 1)


@pytest.mark.parametrize("tensor", [torch.ones(2), torch.ones(2, requires_grad=True)])
def test_a_captured_tensor_that_changes(tensor: torch.Tensor) -> None:
    others = [torch.ones(2, device="meta"), torch.ones(2).to_sparse(), jnp.ones(2)]

    @staged
    def times(x: Any) -> Any:
        return x * tensor.detach().numpy() * len(others)

    for factor in (3.0, 5.0):
        with torch.no_grad():
            tensor[0] = factor
        for _ in range(2):
            assert times(np.ones(2, np.float32)).tolist() == [3 * factor, 3]
    assert times.compilations == 2


_factor = {"value": 2.0}


@staged
def scaled(x: Any, parts: Any) -> Any:
    return x * _factor["value"] + parts[0]


@pytest.mark.parametrize("seed", range(20))
def test_libraries_containers_and_state_in_any_order(seed: int) -> None:
    r = random.Random(seed)
    ones = np.ones(3, np.float32)
    arrays = [ones, torch.ones(3, requires_grad=True), jnp.ones(3), np.float32(1), 1.0]
    for _ in range(20):
        x, y = r.choice(arrays[:3]), r.choice(arrays)
        _factor["value"] = r.choice([2.0, 3.0])
        found = scaled(x, r.choice([list, tuple])([y]))
        np.testing.assert_array_equal(found, (_factor["value"] + 1) * ones)
    with pytest.raises(DiagnosticError, match="the memory of the CPU, got one on meta"):
        scaled(torch.ones(3, device="meta"), [ones])


def test_memory_is_shared() -> None:
    tensor = torch.zeros(3, requires_grad=True)
    assert imported(tensor).ctypes.data == tensor.data_ptr()
    array = jnp.zeros(3)
    assert imported([array])[0].ctypes.data == array.unsafe_buffer_pointer()
    matrix = torch.from_numpy(X.copy()).T
    assert imported(matrix).strides == (4, 12)
    np.testing.assert_array_equal(negative(matrix), -X.T)


def test_as_torch() -> None:
    array = np.ones(3, np.float32)
    tensor, rest = nnkit.as_torch((array, {"flags": [array > 0], "name": "a"}))
    tensor[0] = 5
    assert array[0] == 5
    assert rest["flags"][0].dtype is torch.bool
    assert rest["name"] == "a"
