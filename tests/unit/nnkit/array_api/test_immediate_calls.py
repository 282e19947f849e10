"""Functions of the array API standard, called outside of staged functions, agree with NumPy."""

import numpy as np
import pytest

from dlvm import DiagnosticError, nnkit
from dlvm.nnkit.array_api import immediate
from tests.fuzz.standard import ROWS

CALLED = set((immediate.NAMES + " " + immediate.CREATION).split())
IN_LINALG = {f"linalg.{n}" for n in immediate.LINALG_NAMES.split()}


@pytest.mark.parametrize("name", sorted((CALLED | IN_LINALG) & ROWS.keys()))
def test_functions_called_with_arrays_agree_with_numpy(name: str) -> None:
    rng = np.random.default_rng(0)
    for row in ROWS[name]:
        for arguments in row.arguments(rng):
            try:
                expected = row.call(np, *arguments)
            except (TypeError, AttributeError):
                continue  # Beyond what NumPy accepts, or has.
            found = row.call(nnkit, *arguments)
            assert type(found) is type(expected)
            pairs = (
                zip(found, expected, strict=True)
                if isinstance(found, tuple | list)
                else [(found, expected)]
            )
            for one, other in pairs:
                np.testing.assert_array_equal(one, other)


def test_floats_created_from_python_numbers_are_f32() -> None:
    for created in (
        nnkit.zeros(3),
        nnkit.full((2,), 1.5),
        nnkit.linspace(0, 1, 3),
        nnkit.asarray([1.0, 2.0]),
        nnkit.arange(0.0, 1.0, 0.5),
    ):
        assert created.dtype == nnkit.float32
    assert nnkit.zeros(3, dtype=nnkit.float64).dtype == nnkit.float64
    assert nnkit.asarray(np.ones(2)).dtype == np.float64
    assert nnkit.asarray(3).dtype == nnkit.int64


def test_sizes_that_depend_on_data_are_refused_only_when_staged() -> None:
    x = np.array([2.0, 0.0, 2.0], np.float32)
    np.testing.assert_array_equal(nnkit.nonzero(x)[0], [0, 2])
    np.testing.assert_array_equal(nnkit.unique_values(x), [0, 2])
    with pytest.raises(DiagnosticError, match="nonzero is not supported: the shape of its result"):
        nnkit.staged(lambda x: nnkit.nonzero(x)[0])(x)


def test_namespace_names_its_dtypes() -> None:
    info = nnkit.__array_namespace_info__()
    assert set(info.dtypes(kind="unsigned integer")) == {"uint8", "uint16", "uint32", "uint64"}
    assert info.default_dtypes()["real floating"] == nnkit.zeros(1).dtype
    assert np.zeros(1, nnkit.i16).dtype == nnkit.int16
