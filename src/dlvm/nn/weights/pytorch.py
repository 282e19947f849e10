"""The tensors of PyTorch's layers: names, layouts, and the tensors of this library that are made
from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dlvm.nn.attention import LearnedPositions, MultiHeadAttention
from dlvm.nn.convolutions import (
    Conv1D,
    Conv2D,
    Conv3D,
    ConvTranspose1D,
    ConvTranspose2D,
    ConvTranspose3D,
)
from dlvm.nn.layers import Dense, Embedding, Sequential
from dlvm.nn.normalization import BatchNorm, GroupNorm, LayerNorm, RMSNorm
from dlvm.nn.recurrent import GRU, LSTM, RNN, Bidirectional
from dlvm.nnkit.pytree.pytree import Leaf, TreeDef, TreeNode

Array = np.ndarray[Any, np.dtype[Any]]

UNUSED: Final = "num_batches_tracked"
"""A tensor that PyTorch's normalization layers have and ours lack: the number of training
batches."""


def _unchanged(x: Array) -> Array:
    return x


@dataclass(frozen=True)
class WeightSource:
    """The tensors in a file from which one tensor of a model is computed, and the function that
    computes it."""

    names: tuple[str, ...]
    convert: Callable[..., Array] = _unchanged


def _transposed(x: Array) -> Array:
    return np.ascontiguousarray(x.T)


def _sum(a: Array, b: Array) -> Array:
    return a + b


def _gru_bias(of_inputs: Array, of_hidden: Array) -> Array:
    """The biases of a GRU: both biases of the reset and update gates, and the input bias of the
    candidate."""
    gates = 2 * len(of_inputs) // 3
    return np.concatenate([of_inputs[:gates] + of_hidden[:gates], of_inputs[gates:]])


def _candidate_bias(of_hidden: Array) -> Array:
    return of_hidden[2 * len(of_hidden) // 3 :]


def _third(place: int) -> Callable[[Array], Array]:
    """Extracts the projection of queries, keys or values (0, 1 or 2) from a tensor of all three."""

    def part(x: Array) -> Array:
        return _transposed(np.split(x, 3)[place]) if x.ndim == 2 else np.split(x, 3)[place]

    return part


Row = Mapping[str, Sequence[WeightSource]]
_KERNEL: Final[Row] = {"kernel": [WeightSource(("weight",))], "bias": [WeightSource(("bias",))]}
_NORMALIZATION: Final[Row] = {
    "scale": [WeightSource(("weight",))],
    "offset": [WeightSource(("bias",))],
    "mean.value": [WeightSource(("running_mean",))],
    "variance.value": [WeightSource(("running_var",))],
}
_RECURRENT: Final[Row] = {
    "input_weight": [WeightSource(("weight_ih",), _transposed)],
    "hidden_weight": [WeightSource(("weight_hh",), _transposed)],
    "bias": [WeightSource(("bias_ih", "bias_hh"), _sum)],
}
_PROJECTIONS: Final = ("query", "key", "value")

TENSORS: Final[Mapping[tuple[type, ...], Row]] = {
    (Dense,): {
        "weight": [WeightSource(("weight",), _transposed)],
        "bias": [WeightSource(("bias",))],
    },
    (Embedding, LearnedPositions): {"weight": [WeightSource(("weight",))]},
    (Conv1D, Conv2D, Conv3D, ConvTranspose1D, ConvTranspose2D, ConvTranspose3D): _KERNEL,
    (LayerNorm, GroupNorm, RMSNorm, BatchNorm): _NORMALIZATION,
    (GRU,): {
        **_RECURRENT,
        "bias": [WeightSource(("bias_ih", "bias_hh"), _gru_bias)],
        "hidden_bias": [WeightSource(("bias_hh",), _candidate_bias)],
    },
    (RNN, LSTM): _RECURRENT,
    (MultiHeadAttention,): {
        **{
            f"{name}.weight": [
                WeightSource(("in_proj_weight",), _third(place)),
                WeightSource((f"{name[0]}_proj_weight",), _transposed),
                WeightSource((f"{name}.weight",), _transposed),
            ]
            for place, name in enumerate(_PROJECTIONS)
        },
        **{
            f"{name}.bias": [
                WeightSource(("in_proj_bias",), _third(place)),
                WeightSource((f"{name}.bias",)),
            ]
            for place, name in enumerate(_PROJECTIONS)
        },
        "output.weight": [
            WeightSource(("out_proj.weight",), _transposed),
            WeightSource(("output.weight",), _transposed),
        ],
        "output.bias": [WeightSource(("out_proj.bias",)), WeightSource(("output.bias",))],
    },
}
"""For each layer, the possible sources of each tensor; the first one that is in the file is
used."""


def sources(
    structure: TreeDef, places: Mapping[str, str], present: Mapping[str, Any]
) -> Iterator[tuple[str, WeightSource]]:
    """The dotted name of each tensor of a model, in order, with its source in a file that has
    PyTorch's names. ``places`` maps names of parts of the model to their names in the file."""
    return _sources(structure, "", "", places, present)


def _sources(
    structure: TreeDef, path: str, name: str, places: Mapping[str, str], present: Mapping[str, Any]
) -> Iterator[tuple[str, WeightSource]]:
    """``path`` is the name of a part in the model, ``name`` that in the file."""
    name = places.get(path, name)
    if isinstance(structure, Leaf):
        yield path, WeightSource((name,))
        return
    if not isinstance(structure, TreeNode):
        return
    kind = structure.kind
    row = next((r for kinds, r in TENSORS.items() if kind in kinds), None)
    if row is not None:
        template = _template(kind, name)
        for own in _names_below(structure):
            found = [_filled(source, template) for source in row[own]]
            chosen = next((s for s in found if all(n in present for n in s.names)), found[0])
            yield _joined(path, own), chosen
        return
    for own, child in zip(structure.names, structure.children, strict=True):
        inner = _joined(name, own)
        if kind is Bidirectional:
            inner = _template(LSTM, name) + ("_reverse" if own == "backward" else "")
        elif kind is Sequential and own == "layers":
            inner = name
        yield from _sources(child, _joined(path, own), inner, places, present)


def _names_below(structure: TreeNode, prefix: str = "") -> Iterator[str]:
    for own, child in zip(structure.names, structure.children, strict=True):
        if isinstance(child, Leaf):
            yield prefix + own
        elif isinstance(child, TreeNode):
            yield from _names_below(child, f"{prefix}{own}.")


def _template(kind: type, name: str) -> str:
    """The names of a layer's tensors, with ``{}`` in place of PyTorch's name of the tensor."""
    if "{}" in name:
        return name
    is_recurrent = kind in (RNN, LSTM, GRU)
    return _joined(name, "{}_l0" if is_recurrent else "{}")


def _filled(source: WeightSource, template: str) -> WeightSource:
    return WeightSource(tuple(template.replace("{}", n) for n in source.names), source.convert)


def _joined(*steps: str) -> str:
    return ".".join(s for s in steps if s)
