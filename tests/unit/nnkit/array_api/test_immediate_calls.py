"""Functions of the array API standard, called outside of staged functions, agree with NumPy."""

from typing import Any

import numpy as np
import pytest

from dlvm import DiagnosticError, nnkit
from dlvm.nnkit.array_api import immediate
from tests.fuzz.standard import ROWS

CALLED = set(
    f"{immediate.NAMES} {immediate.CREATION} {immediate.SORTING} {immediate.CONVERSIONS}".split()
)
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
    with pytest.raises(DiagnosticError, match="nonzero: the shape of its result"):
        nnkit.staged(lambda x: nnkit.nonzero(x)[0])(x)


def test_namespace_names_its_dtypes() -> None:
    namespace: Any = nnkit
    info = namespace.__array_namespace_info__()
    assert set(info.dtypes(kind="unsigned integer")) == {"uint8", "uint16", "uint32", "uint64"}
    assert info.default_dtypes()["real floating"] == nnkit.zeros(1).dtype
    assert np.zeros(1, nnkit.i16).dtype == nnkit.int16
    assert set(info.dtypes(kind="complex floating")) == {"complex64", "complex128"}


TRANSFORMS = f"{immediate.TRANSFORMS} {immediate.TRANSFORMS_ALONG_AXES}".split()
SIGNALS = [(8,), (5,), (2, 6), (3, 4, 5)]


@pytest.mark.parametrize(
    "name", f"{immediate.TRANSFORMS} {immediate.TRANSFORMS_ALONG_AXES}".split()
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
def test_transforms_agree_with_numpy(name: str, dtype: type[np.inexact]) -> None:
    if name in ("rfft", "rfftn", "ihfft") and np.dtype(dtype).kind == "c":
        return  # These transform real numbers.
    rng = np.random.default_rng(1)
    for shape in SIGNALS:
        x = (rng.normal(size=shape) + 1j * rng.normal(size=shape)).astype(np.complex128)
        x = (x if np.dtype(dtype).kind == "c" else x.real).astype(dtype)
        for norm in ("backward", "ortho", "forward"):
            found = getattr(nnkit.fft, name)(x, norm=norm)
            expected = getattr(np.fft, name)(x, norm=norm)
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(found, expected)


def test_descending_orders_are_those_of_staged_functions() -> None:
    x = np.array([[2, np.nan, 1, 2], [-np.inf, 3, 1, 1], [0.0, -0.0, 5, -0.0]], np.float32)
    functions: tuple[Any, ...] = (nnkit.sort, nnkit.argsort)
    for function in functions:
        for axis, descending in ((0, True), (-1, True), (-1, False)):
            order = {"axis": axis, "descending": descending}
            staged = nnkit.staged(interpret=True)(lambda x, f=function, o=order: f(x, **o))
            found, expected = function(x, **order), staged(x)
            np.testing.assert_array_equal(found, expected)
            np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


def test_sizes_of_transforms_are_those_of_the_last_axes() -> None:
    x = np.random.default_rng(2).normal(size=(3, 4, 6))
    for name in ("fftn", "ifftn", "rfftn", "irfftn"):
        found = getattr(nnkit.fft, name)(x, s=(2, 5))
        expected = getattr(np.fft, name)(x, s=(2, 5), axes=(1, 2))
        np.testing.assert_array_equal(found, expected)


def test_frequencies_are_f32_by_default() -> None:
    for name in ("fftfreq", "rfftfreq"):
        found = getattr(nnkit.fft, name)(7, d=0.25)
        assert found.dtype == nnkit.float32
        np.testing.assert_allclose(found, getattr(np.fft, name)(7, 0.25), rtol=1e-6)
        assert getattr(nnkit.fft, name)(7, dtype=nnkit.float64).dtype == nnkit.float64
        with pytest.raises(ValueError, match="dtype must be a floating-point type, got int64"):
            getattr(nnkit.fft, name)(7, dtype=nnkit.int64)


def test_complex_arrays_outside_of_staged_functions() -> None:
    x = nnkit.asarray([1 + 2j, 3 - 1j], dtype=nnkit.complex64)
    assert x.dtype == nnkit.complex64
    np.testing.assert_array_equal(nnkit.real(x), [1, 3])
    np.testing.assert_array_equal(nnkit.imag(x), [2, -1])
    np.testing.assert_array_equal(nnkit.conj(x), [1 - 2j, 3 + 1j])
    np.testing.assert_array_equal(nnkit.angle(x), np.arctan2(nnkit.imag(x), nnkit.real(x)))
    assert nnkit.real(x).dtype == nnkit.float32
    assert nnkit.isdtype(x.dtype, "complex floating")
    assert nnkit.isdtype(x.dtype, "numeric")
    assert not nnkit.isdtype(x.dtype, "real floating")
    assert not nnkit.isdtype(nnkit.float32, nnkit.complex64)
    assert nnkit.isdtype(nnkit.complex64, (nnkit.float32, nnkit.complex64))
    assert nnkit.result_type(x, nnkit.float32) == nnkit.complex64
    assert nnkit.result_type(nnkit.float64, nnkit.complex64) == nnkit.complex128
    assert nnkit.result_type(nnkit.float32, 1j) == nnkit.complex64
    assert nnkit.can_cast(nnkit.float32, nnkit.complex64)
    assert not nnkit.can_cast(nnkit.complex64, nnkit.float64)
    assert nnkit.finfo(nnkit.complex128).eps == nnkit.finfo(nnkit.float64).eps
