"""Encoders of categories, and values that are maps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from dlvm.diagnostics import error
from dlvm.nnkit.tracing.tracer import is_tracer
from dlvm.onnx.constants import constant
from dlvm.onnx.graph import Array, HostValue, Strings, quoted
from dlvm.onnx.operators.elementwise import element, is_float
from dlvm.onnx.operators.ml.labels import ml
from dlvm.onnx.operators.table import Text
from dlvm.onnx.operators.vocabulary import nnkit
from dlvm.onnx.string_tables import is_text


@ml("LabelEncoder", since=2)
def label_encoder(
    x: Text,
    *,
    default_float: float = 0.0,
    default_int64: int = -1,
    default_string: str = "_Unused",
    default_tensor: Array | None = None,
    keys_floats: list[float] | None = None,
    keys_int64s: list[int] | None = None,
    keys_strings: list[str] | None = None,
    keys_tensor: Array | None = None,
    values_floats: list[float] | None = None,
    values_int64s: list[int] | None = None,
    values_strings: list[str] | None = None,
    values_tensor: Array | None = None,
) -> Any:
    """The value of each key, or the default."""
    keys = _array(keys_tensor, (keys_floats, np.float32), (keys_int64s, np.int64),
                  (keys_strings, object))  # fmt: skip
    given = ((values_floats, np.float32), (values_int64s, np.int64), (values_strings, object))
    values = _array(values_tensor, *given)
    if keys.shape != values.shape:
        raise error(f"expected as many values as keys, got {values.size} and {keys.size}")
    if default_tensor is not None:
        default: Any = default_tensor.reshape(-1)[0]
    else:
        kinds = {"O": default_string, "f": default_float, "i": default_int64}
        default = kinds[values.dtype.kind]
    return _looked_up(x, keys, values, default)


@ml("CategoryMapper")
def category_mapper(
    x: Text,
    *,
    cats_int64s: list[int],
    cats_strings: list[str],
    default_int64: int = -1,
    default_string: str = "_Unused",
) -> Any:
    """Strings to integers, or integers to strings."""
    integers, strings = np.array(cats_int64s, np.int64), np.array(cats_strings, object)
    if isinstance(x, Strings) or is_text(x):
        return _looked_up(x, strings, integers, default_int64)
    return _looked_up(x, integers, strings, default_string)


def _array(tensor: Array | None, *lists: tuple[Sequence[Any] | None, Any]) -> Array:
    if tensor is not None:
        return tensor.reshape(-1)
    found = [np.array(values, dtype) for values, dtype in lists if values is not None]
    if len(found) != 1:
        raise error(f"expected one list of keys and one of values, got {len(found)}")
    return found[0]


def _looked_up(x: Any, keys: Array, values: Array, default: Any) -> Any:
    """The value of each key."""
    if isinstance(x, Strings):
        return _entries(_of_dictionary(x.table, keys, values, default), x.places)
    if isinstance(x, np.ndarray):
        return _of_dictionary(cast("Array", x), keys, values, default)
    if keys.dtype.kind == "O":
        raise error(f"keys are strings, so elements must be strings, got {element(x)}")
    own: Any = keys.astype(element(x).numpy)
    known: Any = nnkit.equal(nnkit.expand_dims(x, -1), own)
    if keys.dtype.kind == "f" and np.isnan(keys.astype(np.float64)).any():
        nan = nnkit.logical_and(nnkit.expand_dims(nnkit.isnan(x), -1), np.isnan(own))
        known = nnkit.logical_or(known, nan)
    place = nnkit.argmax(nnkit.astype(known, nnkit.i32), axis=-1)
    place = nnkit.where(nnkit.any(known, axis=-1), place, len(keys))
    table = np.append(values, np.array([default], values.dtype))
    return _entries(table, place)


def _entries(table: Array, places: Any) -> Any:
    if table.dtype.kind == "O":
        return Strings(table, places)
    return nnkit.take(constant(table), places, axis=0)


def _of_dictionary(x: Array, keys: Array, values: Array, default: Any) -> Array:
    known = dict(zip(keys.tolist(), values.tolist(), strict=True))
    nan = next((v for k, v in known.items() if k != k), default)
    found = [nan if k != k else known.get(k, default) for k in np.asarray(x).reshape(-1).tolist()]
    return np.array(found, values.dtype).reshape(np.shape(x))


@ml("OneHotEncoder")
def one_hot_encoder(
    x: Text,
    *,
    cats_int64s: list[int] | None = None,
    cats_strings: list[str] | None = None,
    zeros: int = 1,
) -> Any:
    """One element for each category: 1 for the input's category, else 0."""
    if is_text(x):
        categories = np.array(cats_strings or [], object)
        found = np.expand_dims(x, -1) == categories
        if not zeros and not found.any(-1).all():
            raise error(
                "an element has no category, expected one for each, since the attribute zeros is 0"
            )
        return constant(found.astype(np.float32))
    if not cats_int64s:
        raise error("cats_int64s is missing, expected it for numeric inputs")
    own = nnkit.astype(x, nnkit.i64) if is_float(x) else x
    known = nnkit.equal(nnkit.expand_dims(own, -1), np.array(cats_int64s, element(own).numpy))
    return nnkit.astype(known, nnkit.f32)


@ml("ZipMap")
def zip_map(
    x: Any,
    *,
    classlabels_int64s: list[int] | None = None,
    classlabels_strings: list[str] | None = None,
) -> Any:
    """A map of scores by label for each row."""
    keys: list[Any] = [*(classlabels_strings or classlabels_int64s or [])]
    if len(keys) != x.shape[-1]:
        raise error(f"expected {x.shape[-1]} labels, got {len(keys)}")

    def maps(scores: Array) -> list[dict[Any, float]]:
        rows = scores.reshape(-1, len(keys)).tolist()
        return [dict(zip(keys, row, strict=True)) for row in rows]

    return HostValue(maps, (x if is_tracer(x) else constant(x),))


@ml("CastMap")
def cast_map(
    x: Any, *, cast_to: str = "TO_FLOAT", map_form: str = "DENSE", max_map: int = 1
) -> Any:
    """The values of a map in the order of its keys; ``SPARSE`` puts each value at the index of its
    key."""
    known = _known_map(x)
    dtypes = {"TO_FLOAT": np.float32, "TO_INT64": np.int64, "TO_STRING": object}
    if cast_to not in dtypes:
        raise error(f"cast_to must be one of {', '.join(dtypes)}, got {quoted(cast_to)}")
    items = sorted(known.items())
    if map_form == "DENSE":
        return np.array([[value for _, value in items]], dtypes[cast_to])
    found = np.zeros((1, max_map), dtypes[cast_to])
    for key, value in items:
        if not 0 <= key < max_map:
            raise error(f"key {key} is out of range for max_map {max_map}")
        found[0, key] = value
    return found


@ml("DictVectorizer")
def dict_vectorizer(
    x: Any,
    *,
    int64_vocabulary: list[int] | None = None,
    string_vocabulary: list[str] | None = None,
) -> Any:
    """The values of a map for the keys of a vocabulary; 0 for those it lacks."""
    known = _known_map(x)
    vocabulary: Sequence[Any] = string_vocabulary or int64_vocabulary or ()
    values = list(known.values())
    empty: Any = "" if values and isinstance(values[0], str) else 0
    dtype = (
        object
        if empty == ""
        else np.int64
        if all(isinstance(v, int) for v in values)
        else np.float32
    )
    return np.array([[known.get(key, empty) for key in vocabulary]], dtype)


def _known_map(x: Any) -> dict[Any, Any]:
    if not isinstance(x, dict):
        raise error(f"expected a map, got {type(x).__name__}")
    return cast("dict[Any, Any]", x)
