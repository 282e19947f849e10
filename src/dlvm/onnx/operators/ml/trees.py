"""Ensembles of decision trees: all trees are traversed in parallel, one level in each iteration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error, quantity
from dlvm.ir.types import F32, F64
from dlvm.onnx.constants import constant
from dlvm.onnx.graph import Array, quoted
from dlvm.onnx.operators.control import repeated
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.ml.labels import columns, labeled, ml, rows, transformed
from dlvm.onnx.operators.vocabulary import nn, nnkit

LEAF: Final = "LEAF"
MODES: Final = {
    "BRANCH_LEQ": nnkit.less_equal,
    "BRANCH_LT": nnkit.less,
    "BRANCH_GTE": nnkit.greater_equal,
    "BRANCH_GT": nnkit.greater,
    "BRANCH_EQ": nnkit.equal,
    "BRANCH_NEQ": nnkit.not_equal,
}
_NUMBERED: Final = (*list(MODES), LEAF)
_ALWAYS: Final = {
    "BRANCH_LEQ": np.inf,
    "BRANCH_LT": np.inf,
    "BRANCH_GTE": -np.inf,
    "BRANCH_GT": -np.inf,
    "BRANCH_EQ": 0.0,
    "BRANCH_NEQ": 1.0,
}
"""A value for each mode for which the comparison of 0 with it is true."""


class Forest:
    """Nodes of trees as arrays. The child of a leaf is the leaf itself."""

    def __init__(
        self,
        trees: Sequence[int],
        ids: Sequence[int],
        features: Sequence[int],
        modes: Sequence[str],
        values: Sequence[float],
        on_true: Sequence[int],
        on_false: Sequence[int],
        missing_as_true: Sequence[int] | None,
    ) -> None:
        count = len(ids)
        given = (trees, features, modes, values, on_true, on_false)
        if any(len(g) != count for g in given) or not count:
            raise error(
                f"the lists of node attributes must have {quantity(count, 'element')} each, "
                "and at least one"
            )
        self.place = {key: n for n, key in enumerate(zip(trees, ids, strict=True))}
        unknown = set(modes) - set(_NUMBERED)
        if unknown:
            raise error(
                f"node modes must be among {', '.join(_NUMBERED)}, got {quoted(min(unknown))}"
            )
        self.modes = np.array([_NUMBERED.index(m) for m in modes])
        self.features = np.array(features, np.int64)
        self.values = np.array(values)
        own = np.arange(count)
        is_leaf = self.modes == _NUMBERED.index(LEAF)
        try:
            sides = [
                [n if leaf else self.place[tree, child] for n, leaf, tree, child in
                 zip(own, is_leaf, trees, side, strict=True)]
                for side in (on_true, on_false)
            ]  # fmt: skip
        except KeyError as missing:
            raise error(f"there is no node {missing} of a tree") from None
        self.on_true, self.on_false = (np.array(s, np.int64) for s in sides)
        self.missing = np.array(missing_as_true or [0] * count, bool)
        first: dict[int, int] = {}
        for number, tree in enumerate(trees):
            first.setdefault(tree, number)
        self.roots = np.array(list(first.values()), np.int64)
        self.features[is_leaf] = 0

    def depth(self) -> int:
        """The length of the longest path from a root to a leaf. Raises if the nodes form a
        cycle."""
        places, depth = set(self.roots.tolist()), 0
        while True:
            inner = [p for p in places if self.modes[p] < len(MODES)]
            if not inner:
                return depth
            depth += 1
            if depth > len(self.modes):
                raise error("a node of a tree is its own descendant")
            places = {int(s[p]) for p in inner for s in (self.on_true, self.on_false)}

    def leaves(self, x: Any) -> Any:
        """The leaf that each row reaches in each tree: an index of a node."""
        count, width = x.shape
        if self.features.min() < 0 or self.features.max() >= width:
            raise error(f"feature {self.features.max()} is out of range for {width} features")
        depth = self.depth()
        roots = nnkit.broadcast_to(self.roots, (count, len(self.roots)))
        if not depth:
            return roots
        # The children of a node are adjacent, so one number leads to both. A leaf compares a
        # feature that is always 0, so that it leads to itself.
        order, first = self._in_pairs()
        is_leaf = self.modes[order] == _NUMBERED.index(LEAF)
        used = sorted(set(self.modes.tolist()) - {_NUMBERED.index(LEAF)})
        modes = np.where(is_leaf, used[0], self.modes[order])
        values = np.where(is_leaf, _ALWAYS[_NUMBERED[used[0]]], self.values[order])
        features = np.where(is_leaf, width, self.features[order])
        bits = int(width).bit_length()
        words = constant(first << bits | features)
        values = constant(values.astype(element(x).numpy))
        # Zeros up to a power of 2 make every feature of a word one that exists.
        x = nnkit.pad(x, ((0, 0), (0, (1 << bits) - width)))

        def step(_: Any, condition: Any, states: Any) -> Any:
            (places,) = states
            word = nnkit.take(words, places, axis=0)
            own = nnkit.take_along_axis(x, nnkit.bitwise_and(word, (1 << bits) - 1), axis=1)
            bound = nnkit.take(values, places, axis=0)
            goes = None
            for mode in used:
                found = MODES[_NUMBERED[mode]](own, bound)
                is_mode = nnkit.take(constant(modes == mode), places, axis=0)
                goes = found if goes is None else nnkit.where(is_mode, found, goes)
            if self.missing.any():
                is_missing = nnkit.logical_and(
                    nnkit.isnan(own), nnkit.take(constant(self.missing[order]), places, axis=0)
                )
                goes = nnkit.logical_or(goes, is_missing)
            turn = nnkit.astype(nnkit.logical_not(goes), nnkit.i64)
            return condition, (nnkit.bitwise_right_shift(word, bits) + turn,)

        number = np.empty(len(order), np.int64)
        number[order[::-1]] = np.arange(len(order))[::-1]
        starts = nnkit.broadcast_to(number[self.roots], (count, len(self.roots)))
        [found] = repeated(depth, True, (starts + nnkit.zeros_like(starts),), step)
        return nnkit.take(constant(order), found, axis=0)

    def _in_pairs(self) -> tuple[Array, Array]:
        """The nodes in an order in which the two children of a node are adjacent, the one for true
        first; and the index of the first child of each node. The index for a leaf is its own."""
        order, first = list(self.roots.tolist()), [0] * len(self.roots)
        places: dict[tuple[int, int], int] = {}
        for place, node in enumerate(order):
            children = int(self.on_true[node]), int(self.on_false[node])
            if self.modes[node] == len(MODES):
                first[place] = place
            elif children in places:
                first[place] = places[children]
            else:
                first[place] = places[children] = len(order)
                order += children
                first += [0, 0]
        return np.array([*order, order[-1]]), np.array([*first, 0])


AGGREGATES: Final = ("SUM", "AVERAGE", "MIN", "MAX")


def _aggregated(forest: Forest, x: Any, weights: Array, aggregate: str) -> Any:
    """The weights of the leaves that rows reach, over the trees; NaN marks the absence of a
    weight."""
    if aggregate not in AGGREGATES:
        raise error(f"aggregate_function must be one of {', '.join(AGGREGATES)}, "
                    f"got {quoted(aggregate)}")  # fmt: skip
    leaves = forest.leaves(x)
    if aggregate in ("SUM", "AVERAGE"):
        total = nnkit.sum(nnkit.take(constant(np.nan_to_num(weights)), leaves, axis=0), axis=1)
        return total / len(forest.roots) if aggregate == "AVERAGE" else total
    bound = np.inf if aggregate == "MIN" else -np.inf
    reduce = nnkit.min if aggregate == "MIN" else nnkit.max
    found = reduce(
        nnkit.take(constant(np.where(np.isnan(weights), bound, weights)), leaves, axis=0), axis=1
    )
    return nnkit.where(nnkit.isfinite(found), found, nnkit.zeros_like(found))


def _weights(
    forest: Forest,
    trees: Sequence[int],
    nodes: Sequence[int],
    targets: Sequence[int],
    weights: Sequence[float],
    count: int,
    dtype: Any,
) -> Array:
    """The weight of each node for each target; NaN for none."""
    found = np.full((len(forest.modes), count), np.nan)
    for tree, node, target, weight in zip(trees, nodes, targets, weights, strict=True):
        place = forest.place.get((tree, node))
        if place is None or not 0 <= target < count:
            raise error(f"a weight is for target {target} of node {node} of tree {tree}, "
                        "which does not exist")  # fmt: skip
        found[place, target] = np.nan_to_num(found[place, target]) + weight
    return found.astype(dtype)


@ml("TreeEnsembleRegressor")
def tree_ensemble_regressor(
    x: Any,
    *,
    aggregate_function: str = "SUM",
    base_values: list[float] | None = None,
    base_values_as_tensor: Array | None = None,
    n_targets: int = 1,
    nodes_falsenodeids: list[int],
    nodes_featureids: list[int],
    nodes_hitrates: list[float] | None = None,
    nodes_hitrates_as_tensor: Array | None = None,
    nodes_missing_value_tracks_true: list[int] | None = None,
    nodes_modes: list[str],
    nodes_nodeids: list[int],
    nodes_treeids: list[int],
    nodes_truenodeids: list[int],
    nodes_values: list[float] | None = None,
    nodes_values_as_tensor: Array | None = None,
    post_transform: str = "NONE",
    target_ids: list[int],
    target_nodeids: list[int],
    target_treeids: list[int],
    target_weights: list[float] | None = None,
    target_weights_as_tensor: Array | None = None,
) -> Any:
    values = _either(nodes_values, nodes_values_as_tensor)
    forest = Forest(
        nodes_treeids,
        nodes_nodeids,
        nodes_featureids,
        nodes_modes,
        values,
        nodes_truenodeids,
        nodes_falsenodeids,
        nodes_missing_value_tracks_true,
    )
    x = _features(x)
    given = _either(target_weights, target_weights_as_tensor)
    weights = _weights(
        forest, target_treeids, target_nodeids, target_ids, given, n_targets, element(x).numpy
    )
    found = _aggregated(forest, x, weights, aggregate_function)
    base = _either(base_values, base_values_as_tensor)
    if base:
        found = found + np.array(base, element(x).numpy)
    return nnkit.astype(transformed(found, post_transform), nnkit.f32)


@ml("TreeEnsembleClassifier")
def tree_ensemble_classifier(
    x: Any,
    *,
    base_values: list[float] | None = None,
    base_values_as_tensor: Array | None = None,
    class_ids: list[int],
    class_nodeids: list[int],
    class_treeids: list[int],
    class_weights: list[float] | None = None,
    class_weights_as_tensor: Array | None = None,
    classlabels_int64s: list[int] | None = None,
    classlabels_strings: list[str] | None = None,
    nodes_falsenodeids: list[int],
    nodes_featureids: list[int],
    nodes_hitrates: list[float] | None = None,
    nodes_hitrates_as_tensor: Array | None = None,
    nodes_missing_value_tracks_true: list[int] | None = None,
    nodes_modes: list[str],
    nodes_nodeids: list[int],
    nodes_treeids: list[int],
    nodes_truenodeids: list[int],
    nodes_values: list[float] | None = None,
    nodes_values_as_tensor: Array | None = None,
    post_transform: str = "NONE",
) -> Any:
    values = _either(nodes_values, nodes_values_as_tensor)
    forest = Forest(
        nodes_treeids,
        nodes_nodeids,
        nodes_featureids,
        nodes_modes,
        values,
        nodes_truenodeids,
        nodes_falsenodeids,
        nodes_missing_value_tracks_true,
    )
    x = _features(x)
    count = len(classlabels_strings or classlabels_int64s or ())
    given = _either(class_weights, class_weights_as_tensor)
    base = np.array(_either(base_values, base_values_as_tensor), element(x).numpy)
    is_binary = count == 2 and len(set(class_ids)) == 1
    ids = [0] * len(class_ids) if is_binary else class_ids
    weights = _weights(
        forest, class_treeids, class_nodeids, ids, given, 1 if is_binary else count,
        element(x).numpy,
    )  # fmt: skip
    scores = _aggregated(forest, x, weights, "SUM")
    if is_binary:
        score = scores[:, 0] + (base[-1] if base.size else 0)
        place, scores = _binary(score, min(given) >= 0, post_transform)
    else:
        scores = scores + base if base.size else scores
        place = nnkit.argmax(scores, axis=1)
        scores = transformed(scores, post_transform)
    labels = labeled(place, classlabels_strings, classlabels_int64s)
    return labels, nnkit.astype(scores, nnkit.f32)


def _binary(score: Any, is_positive: bool, transform: str) -> tuple[Any, Any]:
    """The index of the class and the scores of both classes, given a single score for two
    classes."""
    is_second = score > (0.5 if is_positive else 0.0)
    place = nnkit.astype(is_second, nnkit.i64)
    if is_positive:
        return place, columns(1 - score, score)
    if transform == "LOGISTIC":
        return place, columns(nn.sigmoid(-score), nn.sigmoid(score))
    return place, columns(-score, score)


def _features(x: Any) -> Any:
    """Rows of features in f32 or f64."""
    x = rows(x)
    return x if element(x) in (F32, F64) else nnkit.astype(x, nnkit.f32)


def _either(numbers: list[float] | None, tensor: Array | None) -> list[float]:
    """The elements of an attribute that is a list or a tensor."""
    return [float(n) for n in tensor.reshape(-1)] if tensor is not None else numbers or []


_AGGREGATES_5: Final = ("AVERAGE", "SUM", "MIN", "MAX")
_TRANSFORMS_5: Final = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")
_MEMBER: Final = len(MODES)
"""The number of ``BRANCH_MEMBER``."""


@ml("TreeEnsemble", since=5)
def tree_ensemble(
    x: Any,
    *,
    aggregate_function: int = 1,
    leaf_targetids: list[int],
    leaf_weights: Array,
    membership_values: Array | None = None,
    n_targets: int = 1,
    nodes_falseleafs: list[int],
    nodes_falsenodeids: list[int],
    nodes_featureids: list[int],
    nodes_hitrates: Array | None = None,
    nodes_missing_value_tracks_true: list[int] | None = None,
    nodes_modes: Array,
    nodes_splits: Array,
    nodes_trueleafs: list[int],
    nodes_truenodeids: list[int],
    post_transform: int = 0,
    tree_roots: list[int],
) -> Any:
    # Leaves become nodes after the inner ones.
    count, leaves = len(nodes_featureids), len(leaf_targetids)
    sides = [
        [n + count if is_leaf else n for n, is_leaf in zip(ids, flags, strict=True)]
        for ids, flags in (
            (nodes_truenodeids, nodes_trueleafs),
            (nodes_falsenodeids, nodes_falseleafs),
        )
    ]
    nowhere = [0] * leaves
    modes = [int(m) for m in nodes_modes.reshape(-1)]
    values = [float(v) for v in nodes_splits.reshape(-1)] + [0.0] * leaves
    features, on_true, on_false = nodes_featureids + nowhere, sides[0] + nowhere, sides[1] + nowhere
    missing = (nodes_missing_value_tracks_true or [0] * count) + nowhere
    names = [_NUMBERED[0 if m == _MEMBER else m] for m in modes] + [LEAF] * leaves
    members = iter(membership_values.reshape(-1).tolist() if membership_values is not None else ())
    for node in [n for n, mode in enumerate(modes) if mode == _MEMBER]:
        # A test for membership is a chain of tests for equality.
        first, *rest = list(iter(lambda: _next(members), None))
        names[node], values[node], last = "BRANCH_EQ", first, node
        for value in rest:
            names.append("BRANCH_EQ")
            values.append(value)
            features.append(features[node])
            on_true.append(on_true[node])
            on_false.append(on_false[last])
            missing.append(0)
            on_false[last] = last = len(names) - 1
    forest = Forest(
        [0] * len(names),
        range(len(names)),
        features,
        names,
        values,
        on_true,
        on_false,
        missing,
    )
    forest.roots = np.array(tree_roots, np.int64)
    x = _features(x)
    weights = _weights(
        forest,
        nowhere,
        range(count, count + leaves),
        leaf_targetids,
        leaf_weights.reshape(-1).tolist(),
        n_targets,
        element(x).numpy,
    )
    found = _aggregated(forest, x, weights, _AGGREGATES_5[aggregate_function])
    return transformed(found, _TRANSFORMS_5[post_transform])


def _next(members: Iterator[float]) -> float | None:
    """The next member of a set; None at its end, which NaN marks."""
    found = next(members, None)
    return None if found is None or found != found else found
