"""Staged functions take arrays of PyTorch and JAX, and give tensors back."""

from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
import torch

from dlvm import nnkit
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
