"""Random tensors. The numbers do not depend on threads or on the machine.

Without a key they come from the program's generator, which goes on from call to call; with a key
(two u32 numbers) they are a function of it.
"""

from __future__ import annotations

from typing import Any

from dlvm.ir.instructions import Random
from dlvm.ir.types import F32
from dlvm.nnkit import primitives
from dlvm.nnkit.elements import u32
from dlvm.nnkit.rep import lift, wrap
from dlvm.nnkit.staging import emit
from dlvm.nnkit.tensors import Float0D, Tensor1D

Shape = int | tuple[int, ...]
Bound = float | Float0D
Key = Tensor1D[u32] | None


def uniform(
    shape: Shape = (), low: Bound = 0.0, high: Bound = 1.0, dtype: Any = F32, key: Key = None
) -> Any:
    """Numbers spread evenly over ``low`` to ``high`` (exclusive)."""
    return _draw(shape, low, high, dtype, key, normal=False)


def normal(
    shape: Shape = (), mean: Bound = 0.0, std: Bound = 1.0, dtype: Any = F32, key: Key = None
) -> Any:
    """Numbers of the normal distribution."""
    return _draw(shape, mean, std, dtype, key, normal=True)


def _draw(shape: Shape, low: Bound, high: Bound, dtype: Any, key: Key, *, normal: bool) -> Any:
    element = primitives.expect_element(dtype)
    bounds = [lift(b, element) for b in (low, high)]
    keyed = None if key is None else lift(key)
    sizes = primitives.static_shape(shape, "random")
    return wrap(emit(Random, sizes, *bounds, normal=normal, key=keyed))
