"""Labels out of range, shapes of targets, and outputs of NaN."""

from typing import Annotated, Any

import numpy as np
import pytest

from dlvm import nn, nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float2D, Tensor, dynamic, gradient, staged

LOGITS = np.random.default_rng(0).standard_normal((4, 3)).astype(np.float32)
COUNTS_FROM_THE_END = ("take_along_axis", "index", "at")
"""The functions whose indices may be negative, as in NumPy."""
LABELED = {
    "softmax_cross_entropy": nn.softmax_cross_entropy,
    "smoothed": lambda x, y: nn.softmax_cross_entropy(x, y, smoothing=0.1),
    "negative_log_likelihood": nn.negative_log_likelihood,
    "one_hot": lambda x, y: nnkit.one_hot(y, 3).sum() + x.sum(),
    "take": lambda x, y: nnkit.take(x, y, 1).sum(),
    "take_along_axis": lambda x, y: nnkit.take_along_axis(x, y[:, None]).sum(),
    "index": lambda x, y: x[nnkit.arange(4), y].sum(),
    "scatter": lambda x, y: nnkit.scatter(x[0], y, x[:, 0]).sum(),
    "at": lambda x, y: x[0].at[y].add(x[:, 0]).sum(),
    "Embedding": lambda x, y: nn.Embedding(3, 2)(y).sum() + x.sum(),
    "top_k": nn.top_k(2),
    "confusion": lambda x, y: nn.confusion(3)(x, y).sum(),
    "f1": nn.f1(3),
    "perplexity": nn.perplexity,
}


@pytest.mark.parametrize("interpret", [True, False])
@pytest.mark.parametrize("name", LABELED)
def test_labels_out_of_range(name: str, interpret: bool) -> None:
    function: Any = LABELED[name]
    loss = staged(interpret=interpret)(lambda x, y: function(x, y))
    loss(LOGITS, np.array([0, 1, 2, 2]))
    for wrong in (3, -4 if name in COUNTS_FROM_THE_END else -1):
        with pytest.raises(DiagnosticError, match=f"index {wrong} is out of range"):
            loss(LOGITS, np.array([0, wrong, 2, 2]))


def test_labels_out_of_range_in_a_gradient() -> None:
    slope = gradient(staged(lambda x, y: nn.softmax_cross_entropy(x, y)), 0)
    with pytest.raises(DiagnosticError, match="index 3 is out of range"):
        slope(LOGITS, np.array([0, 3, 2, 2]))


@pytest.mark.parametrize("loss", [nn.softmax_cross_entropy, nn.negative_log_likelihood])
def test_rows_of_an_ignored_label_do_not_count(loss: Any) -> None:
    ignoring = staged(lambda x, y: loss(x, y, ignore_index=-1))
    found = ignoring(LOGITS, np.array([0, -1, 2, -1]))
    expected = staged(lambda x, y: loss(x, y))(LOGITS[::2].copy(), np.array([0, 2]))
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    slope = gradient(ignoring, 0)(LOGITS, np.array([0, -1, 2, -1]))[0]
    assert not slope[1::2].any()
    assert slope[::2].any(axis=1).all()


def test_ctc_ignores_labels_after_the_length() -> None:
    logs = np.log(np.full((1, 4, 3), 1 / 3, np.float32))
    loss = staged(lambda x, y, s, n: nn.ctc_loss(x, y, s, n))
    lengths = np.array([4]), np.array([1])
    assert loss(logs, np.array([[1, -1]]), *lengths) == loss(logs, np.array([[1, 2]]), *lengths)


PAIRED = (
    nn.mean_squared_error, nn.mean_absolute_error, nn.huber, nn.binary_cross_entropy, nn.hinge,
    nn.kl_divergence, nn.binary_accuracy,
)  # fmt: skip


@pytest.mark.parametrize("function", PAIRED)
def test_outputs_and_targets_have_equal_shapes(function: Any) -> None:
    call = staged(interpret=True)(lambda x, y: function(x, y))
    column, row = np.full((3, 1), 0.5, np.float32), np.full(3, 0.5, np.float32)
    call(column, column)
    for outputs, targets in ((column, row), (row, column), (row, row[:1])):
        with pytest.raises(DiagnosticError, match="targets must have shape"):
            call(outputs, targets)


@pytest.mark.parametrize("name", ["softmax_cross_entropy", "accuracy", "top_k", "confusion"])
def test_labels_have_the_shape_of_the_rows(name: str) -> None:
    made = {"top_k": nn.top_k(2), "confusion": nn.confusion(3)}
    function = made.get(name) or getattr(nn, name)
    call = staged(interpret=True)(lambda x, y: function(x, y))
    with pytest.raises(DiagnosticError, match=r"labels must have shape \(4,\), one for each"):
        call(LOGITS, np.zeros((4, 1), np.int64))


LABELS = ("softmax_cross_entropy", "negative_log_likelihood", "top_k", "confusion", "perplexity")
COMPARING = {name: LABELED[name] for name in LABELS} | {f.__name__: f for f in PAIRED[:-1]}


def rows(name: str, outputs: int, targets: int) -> tuple[Any, Any]:
    """Outputs and targets with these numbers of rows."""
    if name in LABELS:
        return np.ones((outputs, 3), np.float32), np.zeros(targets, np.int64)
    return np.ones((outputs, 3), np.float32), np.ones((targets, 3), np.float32)


@pytest.mark.parametrize("name", COMPARING)
def test_numbers_of_rows_that_are_known_only_at_run_time(name: str) -> None:
    function: Any = COMPARING[name]

    @staged(interpret=True)
    def call(
        x: Annotated[Float2D, dynamic(n=0)], y: Annotated[Tensor[Any, Any], dynamic(m=0)]
    ) -> Any:
        return function(x, y)

    call(*rows(name, 3, 3))
    for outputs, targets in ((3, 1), (1, 3), (3, 4)):
        message = rf"must have shape \({outputs},.*, got \({targets},"
        with pytest.raises(DiagnosticError, match=message):
            call(*rows(name, outputs, targets))
    assert call.compilations == 1


@pytest.mark.parametrize("name", ["mean_squared_error", "top_k"])
def test_numbers_of_rows_after_calls_with_others(name: str) -> None:
    function: Any = COMPARING[name]
    for n in (6, 5):
        function(*rows(name, n, n))
    with pytest.raises(DiagnosticError, match=r"must have shape \(3,.*, got \(1,"):
        function(*rows(name, 3, 1))


@pytest.mark.parametrize("name", ["accuracy", "binary_accuracy", "top_k"])
def test_outputs_of_nan_have_no_accuracy(name: str) -> None:
    function = nn.top_k(1) if name == "top_k" else getattr(nn, name)
    outputs = np.full((2, 2), np.nan, np.float32)
    targets = np.zeros((2, 2), "f") if name == "binary_accuracy" else np.zeros(2, np.int64)
    assert np.isnan(staged(lambda x, y: function(x, y))(outputs, targets))
