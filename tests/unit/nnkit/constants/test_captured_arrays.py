"""Arrays of any size that staged functions capture become constants of the program."""

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dlvm
from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.ir.resources import named_tensors
from dlvm.nnkit import Float1D, Float2D, gradient, staged, struct

RANDOM = np.random.default_rng(0)
LARGE = (900, 600)
"""The shape of an array of more than 1 MiB."""


def drawn(*shape: int, dtype: Any = np.float32) -> Any:
    return RANDOM.integers(-4, 5, shape).astype(dtype)


@pytest.mark.parametrize("size", [0, 64, 65, 5000])
@pytest.mark.parametrize("dtype", [np.float32, np.int64, ml_dtypes.bfloat16])
@pytest.mark.parametrize("interpret", [True, False])
def test_constants_have_their_elements(size: int, dtype: Any, interpret: bool) -> None:
    table = drawn(size, dtype=dtype)

    @staged(interpret=interpret, opt_level=1)
    def look(x: nnkit.Tensor) -> nnkit.Tensor:
        return x + table

    x = drawn(size, dtype=dtype)
    np.testing.assert_array_equal(look(x), x + table)


@struct
class Layer:
    w: Float2D
    b: Float1D


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_captured_layers(level: int) -> None:
    layers = [Layer(drawn(100, 90) / 8, drawn(90)), Layer(drawn(90, 3) / 8, drawn(3))]

    @staged(opt_level=level)
    def predict(x: Float2D) -> Float2D:
        for layer in layers:
            x = nnkit.tanh(x @ layer.w + layer.b)
        return x

    @staged(opt_level=level)
    def given(x: Float2D, layers: list[Layer]) -> Float2D:
        for layer in layers:
            x = nnkit.tanh(x @ layer.w + layer.b)
        return x

    x = drawn(5, 100) / 8
    np.testing.assert_allclose(predict(x), given(x, layers), rtol=1e-4, atol=1e-5)
    seed = np.ones((5, 3), "f")
    slope = gradient(predict, seedable=True)(x, seed)[0]
    expected = gradient(given, "x", seedable=True)(x, layers, seed)[0]
    np.testing.assert_allclose(slope, expected, rtol=1e-3, atol=1e-4)


def test_the_text_names_omitted_constants() -> None:
    first, second = drawn(70), drawn(70)

    class Holder:
        table = first

    @staged
    def look(x: Float1D) -> Float1D:
        holder = Holder()
        return x + first + x * second + holder.table + (first + 1) + (first + 2)

    module = look.module(drawn(70))
    assert {"first", "second", "constant", "constant.2"} == set(named_tensors(module))
    np.testing.assert_array_equal(named_tensors(module)["second"], second)


def test_saved_constants(tmp_path: Path) -> None:
    table = drawn(40, 30)

    @staged
    def look(x: Float2D) -> Float2D:
        return x @ table

    x = drawn(2, 40)
    look.lower(x).save(tmp_path / "look.dl")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["look.dl", "look.safetensors"]
    np.testing.assert_array_equal(nnkit.load(tmp_path / "look.dl")(x), x @ table)
    with pytest.raises(DiagnosticError, match=r"must be saved to a \.dl file, got .*look\.txt"):
        look.lower(x).save(tmp_path / "look.txt")


CHANGES = {
    "the first element": lambda a: a.__setitem__((0, 0), 9),
    "the last element": lambda a: a.__setitem__((-1, -1), 9),
    "an element": lambda a: a.__setitem__((451, 317), 9),
    "two rows": lambda a: a.__setitem__([0, 2], a[[2, 0]].copy()),
    "two columns": lambda a: a.__setitem__((slice(None), [4, 6]), a[:, [6, 4]].copy()),
    "fill": lambda a: a.fill(2),
    "copyto": lambda a: np.copyto(a, a + 1),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("order", ["C", "F", "a view"])
def test_a_change_of_a_large_array_stages_again(change: str, order: Any) -> None:
    base = np.eye(*LARGE, dtype="f")
    table = base[:, ::-1] if order == "a view" else np.array(base, order=order)
    assert table.nbytes > 1 << 20

    @staged(interpret=True)
    def look(x: Float1D) -> Float1D:
        return x @ table

    x = np.arange(LARGE[0], dtype=np.float32)
    np.testing.assert_array_equal(look(x), x @ table)
    np.testing.assert_array_equal(look(x), x @ table)
    assert look.compilations == 1
    CHANGES[change](table)
    np.testing.assert_array_equal(look(x), x @ table)
    assert look.compilations == 2


@pytest.mark.filterwarnings("ignore::dlvm.nnkit.RecompilationWarning")
def test_read_only_arrays() -> None:
    table = drawn(*LARGE)
    view = table[:]
    view.flags.writeable = False
    tables = {"view": view}

    @staged(interpret=True)
    def look(x: Float1D) -> Float1D:
        return x @ tables["view"]

    x = drawn(LARGE[0])
    np.testing.assert_array_equal(look(x), x @ table)
    table[3, 4] += 1  # A read-only view of what can change.
    np.testing.assert_array_equal(look(x), x @ table)
    assert look.compilations == 2
    table.flags.writeable = False
    for _ in range(2):
        np.testing.assert_array_equal(look(x), x @ table)
    assert look.compilations == 3
    table.flags.writeable = True
    table[3, 4] += 1
    np.testing.assert_array_equal(look(x), x @ table)


def test_programs_that_differ_in_constants_only() -> None:
    def make(table: Any) -> Any:
        @staged
        def look(x: Float1D) -> Float1D:
            return x * table

        return look

    x = np.ones(80, np.float32)
    tables = [drawn(80) for _ in range(3)]
    for table in tables * 2:  # The second time, the code is in the cache.
        np.testing.assert_array_equal(make(table)(x), table)
    texts = {make(table).ir(x) for table in tables}
    assert len(texts) == 1
    with pytest.raises(DiagnosticError, match=r'resource "table" needs a module that is read'):
        dlvm.compile(dlvm.parse(texts.pop()))
