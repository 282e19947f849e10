"""Native calls: functions of tensors, called by native code (calls.c), which reads the fields of
tuples and arrays at their offsets if :mod:`~dlvm.runtime.calling.object_layouts` knows these."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Final
from weakref import finalize

import numpy as np

from dlvm.ir.types import Dim, Symbol, TensorType
from dlvm.runtime.arrays import data_address
from dlvm.runtime.calling.object_layouts import layouts_are_known, sample_arrays
from dlvm.runtime.loading.loader import runtime
from dlvm.runtime.marshalling.conversion import Array

Call = Callable[[Sequence[Any]], Sequence[Array] | None]
"""A native call; returns None for arguments that it does not support."""

_METH_O: Final = 8
"""CPython's flag of a function that takes one argument."""
_TRAP: Final = struct.Struct("<5q")
"""The words of a trap: the numbers in its message, and its own number."""


class Forms:
    """The required element types and dimensions of arrays, as compiled code reads them: ``form`` in
    calls.c.

    Erased dimensions with the same name have the same size.
    """

    def __init__(self, types: Sequence[tuple[np.dtype[Any], Sequence[Dim]]]) -> None:
        self._dtypes = [dtype for dtype, _ in types]
        self._sizes: list[Array] = []
        self.word_count = 0
        """The number of words for the arrays: their addresses and erased sizes."""
        first: dict[Symbol, int] = {}
        for _, shape in types:
            self.word_count += 1
            sizes: list[int] = []
            for dim in shape:
                if isinstance(dim, int):
                    sizes.append(dim)
                    continue
                word = self.word_count
                sizes.append(-1 - (first.setdefault(dim, word) if dim.name else word))
                self.word_count += 1
            self._sizes.append(np.array(sizes, np.int64))
        self._words = _words(
            [id(np.ndarray), id(dtype), len(sizes), data_address(sizes), dtype.itemsize]
            for dtype, sizes in zip(self._dtypes, self._sizes, strict=True)
        )
        self.address = data_address(self._words)


class _Results:
    """The results of a call, as compiled code reads them: ``result`` in calls.c."""

    def __init__(
        self,
        makers: Sequence[Callable[..., Array]],
        types: Sequence[TensorType],
        taken: Mapping[int, int],
    ) -> None:
        self._makers = makers
        self._sizes: list[Array] = []
        self.cell_words = 0
        """The number of words in the cells of results of erased sizes."""
        rows: list[Sequence[int]] = []
        for number, (make, type) in enumerate(zip(makers, types, strict=True)):
            if number in taken:
                rows.append((0, taken[number], 0, 0, 0))
            elif type.static_shape is not None:
                rows.append((id(make), 0, 0, 0, 0))
            else:
                sizes = [dim if isinstance(dim, int) else -1 for dim in type.shape]
                self._sizes.append(np.array(sizes, np.int64))
                at = data_address(self._sizes[-1])
                rows.append((id(make), 0, len(sizes), at, type.element.numpy.itemsize))
                self.cell_words += 2 + sizes.count(-1)
        self._words = _words(rows)
        self.address = data_address(self._words)


class _NativeFunction(np.ndarray[Any, np.dtype[np.uint64]]):
    """``function`` in calls.c, and the objects that it refers to."""

    kept: Any = None


class _Method(ctypes.Structure):
    """``PyMethodDef``."""

    _fields_: ClassVar = [
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    ]


@cache
def _method() -> _Method:
    """The method that calls compiled functions. Initializes ``python`` in calls.c with functions of
    Python."""
    names = ("PyObject_CallNoArgs", "PyObject_CallOneArg", "PyTuple_New", "PyLong_FromLongLong")
    names += (
        "PyBytes_FromStringAndSize",
        "Py_IncRef",
        "Py_DecRef",
        "PyEval_SaveThread",
        "PyEval_RestoreThread",
    )
    functions = [ctypes.cast(ctypes.pythonapi[name], ctypes.c_void_p).value for name in names]
    words = _words([[*functions, id(None), id(tuple), tuple.__basicsize__]])
    runtime().function("dlvm_configure_calls", None, ctypes.c_void_p)(data_address(words))
    method = _Method(b"call", runtime().address("dlvm_call"), _METH_O, None)
    _KEPT.append(words)
    return method


_KEPT: Final[list[Array]] = []


def _words(rows: Iterable[Sequence[int | None]]) -> Array:
    return np.array([*rows], np.uint64)


def set_stack_limit(limit: int) -> None:
    """Tells native calls the limit of the calling thread's stack."""
    if not reads_arrays():
        return
    _method()
    runtime().function("dlvm_set_stack_limit", None, ctypes.c_void_p)(limit)


def native_call(
    entry: int,
    program: Array,
    frame: int,
    parameters: Sequence[TensorType],
    results: Sequence[TensorType],
    makers: Sequence[Callable[..., Array]],
    taken: Mapping[int, int],
    trapped: Callable[[Sequence[int], int], Exception],
) -> Call:
    """A function that runs the code at ``entry`` on the arrays in a tuple, and returns its results.

    It returns None if the arrays do not have the required types, if they share memory that a result
    reuses, or if :func:`set_stack_limit` has not been called for the thread.

    Parameters
    ----------
    program
        The state that the functions of a program share, as in calls.c.
    frame
        The size of the frame of a call, in bytes.
    makers
        Functions that create the results: without arguments or, if a type has erased sizes, from
        the shape.
    taken
        Maps the position of a result that reuses memory to that of the argument that it reuses.
    trapped
        Returns the error of a trap, given the numbers in its message and its own number.
    """
    forms = Forms([(t.element.numpy, t.shape) for t in parameters])
    made = _Results(makers, results, taken)
    words = _words([[
        entry, data_address(program), frame, len(parameters), forms.word_count, len(results),
        made.cell_words, forms.address, made.address, 0,
    ]])  # fmt: skip
    function = words.view(_NativeFunction)
    function.kept = program, forms, made
    finalize(function, _end_calls, words).atexit = False
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    run = make(("PyCFunction_NewEx", ctypes.pythonapi))(ctypes.addressof(_method()), function, None)

    def call(given: Any) -> tuple[Array, ...] | None:
        found = run(given)
        if type(found) is bytes:
            *numbers, number = _TRAP.unpack(found)
            raise trapped(numbers, number)
        return found

    return call


def _end_calls(function: Array) -> None:
    runtime().function("dlvm_end_calls", None, ctypes.c_void_p)(data_address(function))


@cache
def reads_arrays() -> bool:
    """Whether native calls can read the arrays of this build of Python and NumPy.

    This requires that their layouts are known, and that compiled code accepts an array exactly if
    it has the element type and shape of the parameter, and contiguous, aligned and writeable
    elements.
    """
    if not layouts_are_known():
        return False
    take = runtime().function(
        "dlvm_take_arrays", ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, *[ctypes.c_void_p] * 2
    )
    found = np.zeros(8, np.uint64)

    def accepts(forms: Forms, *given: Any) -> bool:
        items = _words([[id(value) for value in given]])
        return bool(take(data_address(items), len(given), forms.address, data_address(found)))

    last = np.array(7)
    integer = (last.dtype, ())
    wanted = np.dtype(np.float32), (2, 3, 4)
    fixed = Forms([wanted, integer])
    for array in sample_arrays():
        is_plain = type(array) is np.ndarray and array.flags.carray
        # Forms of the array's own element type and shape, known or erased.
        erased = [Symbol(f"{axis}") for axis in range(array.ndim)]
        for shape, sizes in ((array.shape, ()), (erased, array.shape)):
            own = Forms([(array.dtype, shape), integer])
            words = [array.ctypes.data, *sizes, last.ctypes.data]
            if accepts(own, array, last) != is_plain:
                return False
            if is_plain and found[: len(words)].tolist() != words:
                return False
        if accepts(fixed, array, last) != (is_plain and (array.dtype, array.shape) == wanted):
            return False
    others = (None, 1, 2.5, True, np.float32(1), np.ndarray, "text", [1.0])
    return not any(accepts(fixed, other, last) for other in others)
