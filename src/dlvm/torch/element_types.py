# PyTorch is optional. Without it, the types that come from it are unknown.
# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false
"""Element types of PyTorch, and tensors as arrays that share their memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import ml_dtypes
import numpy as np
import torch

DTYPES: Final[dict[torch.dtype, np.dtype[Any]]] = {
    getattr(torch, name): np.dtype(dtype)
    for name, dtype in {
        "bfloat16": ml_dtypes.bfloat16,
        "bool": np.bool_,
        "float16": np.float16,
        "float32": np.float32,
        "float64": np.float64,
        "int8": np.int8,
        "int16": np.int16,
        "int32": np.int32,
        "int64": np.int64,
        "uint8": np.uint8,
        "uint16": np.uint16,
        "uint32": np.uint32,
        "uint64": np.uint64,
    }.items()
}
"""The element types of PyTorch that programs support."""

_BFLOAT16: Final = np.dtype(ml_dtypes.bfloat16)


def array_of(tensor: torch.Tensor) -> np.ndarray[Any, Any]:
    """A tensor as an array that shares its memory."""
    own = tensor.detach()
    if own.dtype is torch.bfloat16:
        # NumPy's own types lack bfloat16, so the bits cross as integers.
        return own.view(torch.int16).numpy().view(_BFLOAT16)
    return own.numpy()


def tensor_of(array: np.ndarray[Any, Any]) -> torch.Tensor:
    """An array as a tensor that shares its memory."""
    share: Callable[[Any], torch.Tensor] = torch.from_numpy  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if array.dtype == _BFLOAT16:
        return share(array.view(np.int16)).view(torch.bfloat16)
    return share(array)
