"""Arrays of PyTorch, JAX and other libraries as NumPy arrays, and back, without a copy."""

from __future__ import annotations

import operator
import sys
from typing import Any, Final, cast

import ml_dtypes
import numpy as np

from dlvm.diagnostics import error
from dlvm.nnkit.pytree.pytree import map_tensors
from dlvm.nnkit.tracing.tracer import StagedTensor

OWN: Final[set[type[Any]]] = {np.ndarray, bool, int, float, str, type(None)}
"""Types, found so far, that are neither arrays of another library nor containers."""
_BFLOAT16: Final = np.dtype(ml_dtypes.bfloat16)


def imported(value: Any) -> Any:
    """The value, with NumPy arrays in place of arrays of other libraries, including in lists,
    tuples and dicts. An array in CPU memory shares its memory with the NumPy array.
    """
    kind = cast("type[Any]", type(value))
    if kind in OWN:
        return value
    if kind in (dict, list, tuple):
        return _container(kind, value)
    own = issubclass(kind, np.generic | np.ndarray | StagedTensor)
    if not own and hasattr(kind, "__dlpack__"):
        return _array(value)
    OWN.add(cast("type[Any]", type(value)))
    return value


def all_imported(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values as :func:`imported` returns them: the same tuple if there is nothing to do."""
    if OWN.issuperset(map(type, values)):
        return values
    found = tuple(map(imported, values))
    return values if all(map(operator.is_, values, found)) else found


def _container(kind: Any, value: Any) -> Any:
    parts: list[Any] = list(value.values() if hasattr(value, "keys") else value)
    found: list[Any] = list(map(imported, parts))
    if all(a is b for a, b in zip(found, parts, strict=True)):
        return value
    entries: Any = zip(value, found, strict=True) if hasattr(value, "keys") else found
    return kind(entries)


def _array(value: Any) -> np.ndarray[Any, Any]:
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        value = value.detach()
        if value.device.type != "cpu":
            raise error(f"expected an array in the memory of the CPU, got one on {value.device}")
        if value.dtype is torch.bfloat16:
            # DLPack for NumPy lacks bfloat16, so the bits cross as integers.
            return value.view(torch.int16).numpy().view(_BFLOAT16)
        return value.numpy()
    try:
        return np.from_dlpack(value)
    except (BufferError, RuntimeError, TypeError):
        return np.asarray(value)  # Types that NumPy lacks, such as bfloat16 of JAX.


def as_torch(value: Any, /) -> Any:
    """NumPy arrays as PyTorch tensors that share their memory; also those in lists, tuples, dicts
    and structs. Other values stay as they are.

    Raises :class:`DiagnosticError` if PyTorch is not installed.

    Examples
    --------
    ::

        loss, slope = nnkit.as_torch(step(parameters, batch))
    """
    try:
        import torch as typed_torch  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise error("as_torch needs PyTorch, which is not installed: install torch") from None
    torch = cast("Any", typed_torch)

    def converted(array: Any) -> Any:
        found: np.ndarray[Any, Any] = np.asarray(array)
        if not found.flags.writeable:  # PyTorch has no tensors that are read only.
            found = found.copy()
        if found.dtype == _BFLOAT16:
            return torch.from_numpy(found.view(np.int16)).view(torch.bfloat16)
        return torch.from_numpy(found)

    return map_tensors(converted, value)
