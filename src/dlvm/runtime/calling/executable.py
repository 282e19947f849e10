"""Calling compiled functions."""

from __future__ import annotations

import ctypes
import math
import os
import struct
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Any, Final
from weakref import WeakSet, finalize

import numpy as np

from dlvm.codegen.host.aggregate_flattening import (
    REFERENCE_BYTES,
    erased_axes,
    is_tensor,
    leaf_types,
)
from dlvm.codegen.host.traps import TrapSite
from dlvm.compute.loops.memory import MOST_BYTES
from dlvm.diagnostics import DiagnosticError, error, quantity
from dlvm.ir.records import FunctionValue, shown
from dlvm.ir.types import EnumType, FunctionType, TensorType, Type
from dlvm.notebooks import html_table
from dlvm.runtime.arrays import data_address
from dlvm.runtime.calling.direct_calls import direct_call
from dlvm.runtime.calling.native_calls import Call, native_call, reads_arrays, set_stack_limit
from dlvm.runtime.loading.loader import MachineCode, runtime
from dlvm.runtime.marshalling.conversion import (
    Array,
    Maker,
    SizeChecker,
    Word,
    argument_error,
    converter,
    copied_tensor,
    rebuilder,
)
from dlvm.runtime.marshalling.enum_nodes import EnumMarshaller
from dlvm.runtime.marshalling.result_memory import REUSED, reused_array

_ALIGNMENT: Final = 4096
_CONTEXT: Final = struct.Struct("<QQq4qQQQQQ3Qq")
"""Seed and counter of random numbers, threads, the numbers that a trap found, the heap, the limit
of the stack, the state that the program's calls share, the global variables, the address that is
polled for signals, the exception that their handlers have raised, and whether it ends the call:
``context`` in context.h."""
_COUNTER: Final = 1
"""The index of the counter's word, in the context and in the state that the functions of a program
share."""
_TOTAL: Final = 4
_ALLOCATIONS: Final = 5
_LOCK: Final = 7
_BUDGET: Final = 8
_MOST: Final = 9
_WANTED: Final = 10
"""Words of the shared state: the bytes of all heaps, the number of allocations that a call may make
before one fails, the lock, the run-time allocation limit of a call, the most bytes that a call has
allocated, and the most that a call would have allocated if none had been refused."""
_ALL: Final = (1 << 64) - 1
_STACK_MARGIN: Final = MOST_BYTES + 512 * 1024
"""The part of the stack that is reserved for kernels and for the callers of compiled code."""


class Executable:
    """A compiled module: ``executable["name"](…)`` calls a function.

    A tensor is a NumPy array of the parameter's element type and shape, and a scalar a number. A
    struct is a record, a mapping, or an object with the fields as attributes; a tuple or array is a
    sequence; an enum value is an :class:`EnumValue`; a function value is a compiled function. Each
    call allocates its results, and reuses the memory of the previous call for temporaries.
    ``remarks`` are the compiler's reports of its decisions.
    """

    def __init__(
        self,
        state: ProgramState,
        functions: Mapping[str, CompiledFunction],
        remarks: Sequence[str] = (),
        key: str | None = None,
    ) -> None:
        self._functions = functions
        self._state = state
        self.remarks = remarks
        self.key = key
        """The key of the code in the cache on disk."""
        state.functions = functions
        state.limit(max((f.frame_bytes for f in functions.values()), default=0))

    @property
    def traps(self) -> Sequence[TrapSite]:
        """The checked errors of the functions."""
        return self._state.traps

    @property
    def most_heap_bytes(self) -> int:
        """The peak number of bytes that a call has allocated at run time, for example for the
        states of loops, without its frame."""
        return self._state.most_heap_bytes

    def seek(self, counter: int) -> None:
        """Sets the position in the sequence of random numbers: the next one is drawn as if
        ``counter`` numbers had been drawn before."""
        self._state.words[_COUNTER] = counter & _ALL

    def __getitem__(self, name: str) -> CompiledFunction:
        """The function with a name. Raises :class:`DiagnosticError` if there is none."""
        found = self._functions.get(name.removeprefix("@"))
        if found is None:
            known = ", ".join(f"@{n}" for n in self._functions) or "none"
            raise error(f"there is no function @{name.removeprefix('@')}; the module has {known}")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def _repr_html_(self) -> str:
        """A table of the functions, which notebooks show."""
        rows = [(f"@{f.name}", str(f.type), f"{f.frame_bytes:,}") for f in self._functions.values()]
        return html_table("Compiled module", ("function", "type", "bytes of a call"), rows)


class ProgramState:
    """The state that the functions of a program share: its code, the memory that its calls reuse,
    and the state of its random numbers, which advances from call to call."""

    def __init__(
        self,
        code: MachineCode,
        traps: Sequence[TrapSite],
        values: Sequence[str],
        threads: int,
        seed: int,
        budget: int | None,
    ) -> None:
        self.code = code
        self.traps = traps
        self.functions: Mapping[str, CompiledFunction] = {}
        self.memory_limit = _memory_limit()
        self.budget = budget
        """The memory budget of a call, in bytes."""
        start = (seed & _ALL, 0, threads, self.memory_limit, 0, _ALL, 0, 0, _ALL, 0, 0)
        self.words = np.array(start, np.uint64)
        """The shared state in memory: ``program`` in context.h."""
        self.address = data_address(self.words)
        support = runtime()
        free_idle = support.function("dlvm_free_idle", None, ctypes.c_void_p)
        finalize(self, _free, free_idle, self.words)
        self.run = support.function("dlvm_run", ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
        self.end = support.function("dlvm_end", None, ctypes.c_void_p, ctypes.c_int)
        _PROGRAMS.add(self)
        self._addresses = dict(zip(values, code.table("dlvm.functions", len(values)), strict=True))
        self._names = {address: name for name, address in self._addresses.items()}
        self.enums = EnumMarshaller(self.function_address, self.function_at, self.function_named)
        self.boundary = self.enums.boundary

    def limit(self, frame: int) -> None:
        """Limits the allocations of a call to its budget, less a frame of ``frame`` bytes."""
        if self.budget is not None:
            self.words[_BUDGET] = max(self.budget - frame, 0)

    def refused(self) -> int:
        """The bytes that the last call needed when the budget refused an allocation; 0 if it
        refused none."""
        wanted = int(self.words[_WANTED])
        self.words[_WANTED] = 0
        return wanted

    @property
    def most_heap_bytes(self) -> int:
        """The peak number of bytes that a call has allocated at run time."""
        return int(self.words[_MOST])

    @property
    def heap_bytes(self) -> int:
        """The bytes that the heap has obtained for calls, including those that it keeps for later
        ones."""
        return int(self.words[_TOTAL])

    def fail_after(self, allocations: int | None) -> None:
        """For tests: after this number of successful allocations, one allocation of a call fails.
        None disables this."""
        self.words[_ALLOCATIONS] = _ALL if allocations is None else allocations

    def function_address(self, value: Any, type: FunctionType, what: str) -> int:
        """The address of a function value, given as a compiled function of this program or as a
        name. Raises :class:`DiagnosticError` if it is neither, or has another type."""
        name = value.name if isinstance(value, CompiledFunction | FunctionValue) else value
        name = name.removeprefix("@") if isinstance(name, str) else None
        function = self.functions.get(name or "")
        if function is None or (isinstance(value, CompiledFunction) and value is not function):
            raise argument_error(
                f"{what} has type {type}, expected a function of this program, got {shown(value)}"
            )
        if isinstance(value, FunctionValue) and value.captured:
            raise argument_error(
                f"{what} has type {type}, expected a function, got a closure of @{name}: this "
                "program makes no closures of that type"
            )
        if function.type.canonical != type:
            raise argument_error(f"{what} has type {type}, got @{name} of type {function.type}")
        return self._addresses[name or ""]

    def function_at(self, address: int) -> FunctionValue | None:
        """The function at an address; None for an undefined one."""
        if not address:
            return None
        function = self.functions[self._names[address]]
        return FunctionValue(function.name, function.type, function)

    def function_named(self, name: str) -> Callable[..., Any]:
        """The function that runs a function of the program. Inlined internal functions may be
        missing."""
        found = self.functions.get(name)

        def refuse(*_: Any) -> Any:
            raise argument_error(
                f"@{name} is internal, expected a function without !internal to call from Python"
            )

        return found if found is not None else refuse


_PROGRAMS: Final = WeakSet[ProgramState]()


def _unlock_heaps() -> None:
    """Resets locks in a child process: the threads that held them when the process forked do not
    exist there."""
    for program in _PROGRAMS:
        program.words[_LOCK] = 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock_heaps)


def _free(free_idle: Any, words: Array) -> None:
    free_idle(data_address(words))


@cache
def _raise_interrupt() -> Callable[[int], None]:
    """A function that raises the exception of a signal handler that ended a call, given the address
    of the call's context."""
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p)
    return make(runtime().address("dlvm_raise"))


def _memory_limit() -> int:
    """The number of bytes that a program may allocate: the memory of the machine."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 1 << 40


class _StackLimit(threading.local):
    """The limit of each thread's stack."""

    limit: int | None = None

    def find(self) -> int:
        if self.limit is None:
            self.limit = _stack_limit()
            set_stack_limit(self.limit)
        return self.limit


_STACK: Final = _StackLimit()


def _stack_limit() -> int:
    library = ctypes.CDLL(None)
    attributes = ctypes.create_string_buffer(128)
    start, size = ctypes.c_size_t(), ctypes.c_size_t()
    try:
        library.pthread_self.restype = ctypes.c_size_t
        itself = ctypes.c_size_t(library.pthread_self())
        if library.pthread_getattr_np(itself, attributes) == 0:
            library.pthread_attr_getstack(attributes, ctypes.byref(start), ctypes.byref(size))
            library.pthread_attr_destroy(attributes)
            return start.value + min(_STACK_MARGIN, size.value // 2)
    except AttributeError:
        pass
    pointer = int(runtime().function("dlvm_stack_pointer", ctypes.c_void_p)())
    return pointer - _STACK_MARGIN // 2


class CompiledFunction:
    """One compiled function. A call raises :class:`DiagnosticError` for an argument of another
    type, and for a trap."""

    def __init__(
        self,
        name: str,
        type: FunctionType,
        parameter_names: Sequence[str],
        address: int,
        frame: int,
        shared: Mapping[int, int],
        donates: bool,
        state: ProgramState,
    ) -> None:
        self.name = name
        self.type = type
        self.parameter_names = parameter_names
        self._state = state
        self.frame_bytes = frame
        """The bytes that a call allocates for intermediate values, besides arguments and
        results."""
        self._donates = donates
        self._arenas: list[tuple[memoryview, int]] = []
        self._address = address
        names = [f"argument {n} (%{label})" for n, label in enumerate(parameter_names)]
        self._converters = [
            converter(t, what, state.boundary)
            for t, what in zip(type.parameters, names, strict=True)
        ]
        self._sizes = SizeChecker(type.parameters, names)
        self._rebuild = rebuilder(type.result, state.boundary)
        owned = [
            (w, leaf) for w, p in zip(names, type.parameters, strict=True) for leaf in leaf_types(p)
        ]
        leaves = [leaf for _, leaf in owned]
        starts: list[int] = []
        count = 0
        for leaf in leaves:
            starts.append(count)
            count += 1 + len(erased_axes(leaf))
        self._shared = {r: (starts[leaf], owned[leaf][0]) for r, leaf in shared.items()}
        self._taken_leaves = dict(shared)
        results = leaf_types(type.result)
        self._slots = struct.Struct(f"<QQ{count + len(results)}Q")
        cells = _CONTEXT.size + self._slots.size
        first = cells
        self._results: list[_Result] = []
        for leaf in results:
            self._results.append(_Result(leaf, cells))
            cells += self._results[-1].cell_bytes
        self._cells = slice(first, cells)
        """The offsets of the results' cells in the arena."""
        self._head_size = -(-cells // _ALIGNMENT) * _ALIGNMENT
        self._bytes = frame + sum(r.bytes for r in self._results)

    def __repr__(self) -> str:
        return f"<compiled @{self.name}: {self.type}>"

    def __call__(self, *arguments: Any) -> Any:
        native = self._of_tensors
        try:
            found = None if native is None else native(arguments)
            return self._convert(arguments) if found is None else self._rebuild(iter(found))
        except MemoryError:
            raise error(f"@{self.name}: there is not enough memory") from None

    def _convert(self, arguments: Sequence[Any]) -> Any:
        """Calls the function with values of any kinds."""
        state, count = self._state, len(self._converters)
        if len(arguments) != count:
            expected = quantity(count, "argument")
            raise argument_error(f"@{self.name} takes {expected}, got {len(arguments)}")
        if self._bytes > state.memory_limit:
            raise error(f"@{self.name} needs {self._bytes:,} bytes: there is not enough memory")
        words: list[Word] = []
        for convert, argument in zip(self._converters, arguments, strict=True):
            convert(argument, words)
        if self._sizes:
            self._sizes.check(words)
        results = self._result_arrays(words)
        return self._run(words, results, self._read_results)

    def _read_results(self, arena: memoryview, results: Sequence[Array | int]) -> Any:
        leaves = [r if isinstance(r, np.ndarray) else self._taken(arena, r) for r in results]
        return self._rebuild(iter(leaves))

    def _run(
        self,
        words: Sequence[Word],
        results: Sequence[Array | int],
        read: Callable[[memoryview, Sequence[Array | int]], Any],
    ) -> Any:
        """Runs the code, given words for the arguments and arrays or cells for the results, and
        returns the results. Frees all allocations of the call, even if it fails."""
        state = self._state
        arena, base = self._take_arena()
        failed = True
        try:
            seed, counter, threads, *_ = state.words.tolist()
            _CONTEXT.pack_into(
                arena, 0, seed, counter, threads, 0, 0, 0, 0, 0, _STACK.find(), state.address,
                0, 0, 0, 0, 0, 0,
            )  # fmt: skip
            arena[self._cells] = bytes(self._cells.stop - self._cells.start)
            made = [w.make(base) if isinstance(w, Maker) else w for w in words]
            self._slots.pack_into(
                arena,
                _CONTEXT.size,
                base,
                base + self._head_size,
                *[w if isinstance(w, int) else data_address(w) for w in made],
                *[base + r if isinstance(r, int) else data_address(r) for r in results],
            )
            code = int(state.run(self._address, base + _CONTEXT.size))
            context = _CONTEXT.unpack_from(arena)
            if code < 0:
                _raise_interrupt()(base)
            if code:
                raise self._trapped(context[3:7], code)
            state.words[_COUNTER] = context[_COUNTER]
            found = read(arena, results)
            failed = False
            return found
        finally:
            state.end(base, failed)
            self._arenas.append((arena, base))

    def _trapped(self, found: Sequence[int], number: int) -> DiagnosticError:
        """The error of a call that ended with a trap."""
        trap = self._state.traps[number - 1]
        message, refused = trap.text(found), self._state.refused()
        if refused:
            needed = refused + self.frame_bytes
            message = (
                f"@{self.name} cannot meet its memory budget of {self._state.budget} bytes: "
                f"this call takes {needed} bytes or more"
            )
        return error(message, trap.location)

    @cached_property
    def native(self) -> Call | None:
        """A native call, which takes the tensors in the arguments, in order, and returns None for
        leaves of other types. None if native code does not support the function."""
        leaves = [t for p in self.type.parameters for t in leaf_types(p)]
        parameters = [t for t in leaves if isinstance(t, TensorType)]
        results = [r.type for r in self._results if isinstance(r.type, TensorType)]
        if (
            len(parameters) < len(leaves)
            or len(results) < len(self._results)
            or (self._shared and not self._donates)
            or self._bytes > self._state.memory_limit
            or not reads_arrays()
        ):
            return None
        return native_call(
            self._address,
            self._state.words,
            self.frame_bytes,
            parameters,
            results,
            [r.array for r in self._results],
            self._taken_leaves,
            self._trapped,
        )

    @cached_property
    def _of_tensors(self) -> Call | None:
        """The native call of the function, if its arguments are tensors and native code supports
        it."""
        parameters = [t.canonical for t in self.type.parameters]
        return self.native if all(isinstance(t, TensorType) for t in parameters) else None

    @cached_property
    def direct(self) -> Call | None:
        """A faster function that takes the leaves of the arguments, in order, and returns the
        tensors of the result. None if an argument has leaves other than tensors and enum values, or
        a result has leaves other than tensors. If sizes are erased, or results reuse the memory of
        donated arguments, the function returns None for leaves that are not arrays of the required
        types."""
        parameters = [t for p in self.type.parameters for t in leaf_types(p)]
        results = leaf_types(self.type.result)
        native = self.native
        is_direct = all(map(_is_known, results)) and all(
            _is_known(t) or isinstance(t, EnumType) for t in parameters
        )
        if not is_direct or self._shared or self._bytes > self._state.memory_limit:
            return native
        named = [(t, f"{self.name}, tensor {n}") for n, t in enumerate(parameters)]

        def enter(words: list[Word], found: list[Array]) -> None:
            self._run(words, found, lambda _, __: None)

        made = [r.array for r in self._results]
        otherwise = direct_call(named, made, self._state.enums, enter)
        if native is None:
            return otherwise

        def call(leaves: Sequence[Any]) -> Sequence[Array] | None:
            found = native(leaves)
            return otherwise(leaves) if found is None else found

        return call

    def _take_arena(self) -> tuple[memoryview, int]:
        try:
            return self._arenas.pop()
        except IndexError:
            return self._new_arena()

    def _result_arrays(self, words: list[Word]) -> list[Array | int]:
        """The destination of each leaf of the result: an array, or a cell of the arena."""
        arrays: list[Array | int] = []
        overlapping = _overlapping(words) if self._donates and self._shared else set[int]()
        for number, result in enumerate(self._results):
            shared = self._shared.get(number)
            if shared is None:
                if result.cell_bytes:
                    arrays.append(result.cell)
                else:
                    arrays.append(result.array())
                continue
            source, what = shared
            leaf = words[source]
            assert isinstance(leaf, np.ndarray)
            if self._donates and not leaf.flags.writeable:
                raise argument_error(f"{what} must be writable, got a read-only array")
            if not self._donates or source in overlapping:
                words[source] = leaf = np.array(leaf, order="C")
            arrays.append(leaf)
        return arrays

    def _taken(self, arena: memoryview, cell: int) -> Array:
        """The tensor in a cell."""
        result = next(r for r in self._results if r.cell_bytes and r.cell == cell)
        address, _, *sizes = struct.unpack_from(f"<{result.cell_bytes // 8}Q", arena, cell)
        return copied_tensor(address, result.full_shape(sizes), result.dtype)

    def _new_arena(self) -> tuple[memoryview, int]:
        """Allocates the memory of one call for context, words, cells and temporaries; returns it
        with its address."""
        arena = np.empty(self._head_size + self.frame_bytes + _ALIGNMENT, np.uint8)
        skip = -arena.ctypes.data % _ALIGNMENT
        arena[skip : skip + self._head_size] = 0
        return arena.data[skip:], arena.ctypes.data + skip


def _overlapping(words: Sequence[Word]) -> set[int]:
    """The indices of the words that are arrays whose memory overlaps that of another array."""
    spans = sorted(
        (*_span(word), place)
        for place, word in enumerate(words)
        if isinstance(word, np.ndarray) and word.size
    )
    found: set[int] = set()
    reach, last = 0, -1
    for start, end, place in spans:
        if start < reach:
            found |= {last, place}
        if end > reach:
            reach, last = end, place
    return found


def _span(array: Array) -> tuple[int, int]:
    """The address of the first byte of an array, and the address after its last byte."""
    if array.flags.c_contiguous:
        start = data_address(array)
        return start, start + array.nbytes
    return np.lib.array_utils.byte_bounds(array)


def _is_known(leaf: Type) -> bool:
    """Whether a leaf is a tensor of known sizes."""
    return isinstance(leaf, TensorType) and leaf.static_shape is not None


class _Result:
    """A leaf of a result: its type, and the offset of its cell in the arena, if it has one."""

    def __init__(self, type: Type, cell: int) -> None:
        self.type = type
        self.cell = cell
        self.dtype: np.dtype[Any] = np.dtype(np.uint64)
        self.shape: tuple[int, ...] = (REFERENCE_BYTES // 8,)
        self.cell_bytes = 0
        if isinstance(type, TensorType):
            self.dtype = type.element.numpy
            self.shape = type.static_shape or ()
            if is_tensor(type) and type.static_shape is None:
                self.cell_bytes = 16 + 8 * len(erased_axes(type))
        elif isinstance(type, EnumType | FunctionType):
            self.shape = ()
        self.bytes = 0 if self.cell_bytes else math.prod(self.shape) * self.dtype.itemsize
        """The size of the leaf's array in bytes; 0 if it is known only at run time."""
        self.array: Callable[..., Array] = partial(np.empty, self.shape, self.dtype)
        """Creates an uninitialized array for the result. If the type has erased sizes, the function
        takes the shape."""
        if self.cell_bytes:
            self.array = partial(np.empty, dtype=self.dtype)
        elif self.shape and self.bytes >= REUSED:
            self.array = partial(reused_array, self.shape, self.dtype, [])

    def full_shape(self, sizes: Sequence[int]) -> list[int]:
        assert isinstance(self.type, TensorType)
        left = iter(sizes)
        return [dim if isinstance(dim, int) else next(left) for dim in self.type.shape]
