"""Snapshots of the mutable Python objects that code can reach.

Staging runs Python code, whose side effects on Python objects do not become part of the program.
Two questions are answered by comparing snapshots: whether a branch or loop changed an object, and
whether the state that a compiled function captured is still current.
"""

from __future__ import annotations

import dis
import functools
import importlib.util
import itertools
import operator
import random
import sys
import weakref
import zlib
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    GeneratorType,
    MappingProxyType,
    MethodType,
    ModuleType,
)
from typing import Any, NamedTuple, cast

import numpy as np

from dlvm.nnkit.pytree.enums import StagedEnum, is_case
from dlvm.nnkit.pytree.exchange import imported
from dlvm.nnkit.pytree.structs import is_struct
from dlvm.nnkit.tracing.source_locations import is_users, is_users_module
from dlvm.nnkit.tracing.tracer import StagedTensor

SAMPLED = 1 << 20
"""The size in bytes above which the snapshots of branches and loops compare a sample of an
array."""
_SCALARS = (bool, int, float, complex, str, bytes, type(None), range, slice, type(Ellipsis))
_OPAQUE = (*_SCALARS, StagedTensor, StagedEnum, np.generic, np.dtype, CodeType)
_ABSENT = object()
_DYNAMIC = frozenset({"getattr", "setattr", "delattr", "vars", "__dict__"})
"""Names with which code may access any attribute."""


def _same(a: Any, b: Any) -> bool:
    """Whether two contents are the same object, or equal immutable values."""
    if a is b:
        return True
    kind = cast("type[Any]", type(a))
    if kind is not type(b):
        return False
    if kind is tuple or kind is frozenset:
        return len(a) == len(b) and all(map(_same, a, b))
    return kind in _SCALARS and bool(a == b or (a != a and b != b))


Contents = tuple[Any, ...] | dict[str, Any]
"""The contents of an object: items, or values by name (of attributes and variables)."""


@dataclass(frozen=True)
class ObjectContents:
    """The contents of a mutable object; ``path`` is the Python expression that reaches it."""

    holder: Any
    path: str
    kind: str
    """A description of the object."""
    read: Callable[[], Contents]
    contents: Contents

    @property
    def is_current(self) -> bool:
        """Whether the object still has these contents."""
        found, known = self.read(), self.contents
        if len(found) != len(known):
            return False
        if isinstance(found, dict) and isinstance(known, dict):
            # An absent name is the default of get, which differs from all values.
            known = [known.get(name, _ABSENT) for name in found]
            found = list(found.values())
        return all(map(operator.is_, found, known)) or all(map(_same, found, known))

    @property
    def what(self) -> str:
        """The object in the user's terms, with its first changed attribute or variable."""
        found, known = self.read(), self.contents
        if isinstance(found, dict) and isinstance(known, dict):
            for name in {**known, **found}:
                if not _same(found.get(name, _ABSENT), known.get(name, _ABSENT)):
                    return f"{self.path}.{name}" if self.path else name
        return self.path


class Snapshot:
    """The contents of all mutable objects that given code can reach."""

    def __init__(self, entries: Sequence[ObjectContents] = ()) -> None:
        self.entries = entries
        self.known: dict[int, ObjectContents] = {id(e.holder): e for e in reversed(entries)}
        """The entry of each object, by the object's identity."""

    def changed(self) -> ObjectContents | None:
        """The first object whose contents differ now; None if there is none."""
        return next((e for e in self.entries if not e.is_current), None)


class NamesInCode(NamedTuple):
    """The names that a code object and the functions in it use."""

    variables: frozenset[str]
    """Global variables."""
    attributes: frozenset[str]
    """Names that may be attributes."""
    modules: frozenset[str]
    """Modules that the code may import, or read from ``sys.modules``."""


@cache
def names_in_code(code: CodeType) -> NamesInCode:
    """The global variables, attributes and modules that a code object names."""
    variables: set[str] = set()
    names = set(code.co_names)
    modules: set[str] = set()
    instructions = list(dis.get_instructions(code))
    for place, instruction in enumerate(instructions):
        if "GLOBAL" in instruction.opname or instruction.opname.endswith("_NAME"):
            variables.add(instruction.argval)
        if instruction.opname == "IMPORT_NAME":
            level = instructions[place - 2].argval
            modules.add("." * level + instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner = names_in_code(constant)
            variables |= inner.variables
            names |= inner.attributes
            modules |= inner.modules
        for text in cast("tuple[Any]", constant) if isinstance(constant, tuple) else (constant,):
            if isinstance(text, str) and text.isidentifier():
                names.add(text)  # As in getattr(x, "name"), or in a class pattern.
            if isinstance(text, str) and names & _IMPORTING:
                modules.add(text)
    return NamesInCode(frozenset(variables), frozenset(names), frozenset(modules))


_IMPORTING = frozenset({"modules", "import_module", "__import__"})
"""Names with which code may access modules by their names."""


@cache
def _is_from_users_module(cls: type[Any]) -> bool:
    """Whether a class belongs to the user."""
    module = sys.modules.get(cls.__module__)
    return module is None or is_users_module(module)


@cache
def _is_container_of_library(cls: type[Any]) -> bool:
    """Whether instances keep items in attributes that only the code of a library names."""
    return any(
        issubclass(base, _CONTAINERS)
        and base.__module__ not in _PLAIN_CONTAINERS
        and not _is_from_users_module(base)
        for base in cls.__mro__
    )


_CONTAINERS: tuple[type[Any], ...] = (Mapping, Sequence, AbstractSet)
_PLAIN_CONTAINERS = frozenset({"builtins", "collections.abc", "typing", "weakref"})
"""The modules of containers that do not keep items in attributes, or that are caches."""


def _array_contents(value: Any) -> tuple[Any, ...]:
    value = imported(value)
    if _is_read_only(value):
        return value.shape, value.dtype
    if value.nbytes <= 256 or value.dtype.hasobject:
        return value.shape, value.dtype, value.tobytes()
    elements = value.ravel(order="K").view(np.uint8)  # A copy only if there are gaps.
    return value.shape, value.dtype, value.strides, zlib.crc32(elements)


def _sampled_contents(value: Any) -> tuple[Any, ...]:
    value = imported(value)
    if value.nbytes <= SAMPLED or value.dtype.hasobject:
        return _array_contents(value)
    sample = value.ravel(order="K")[:: value.nbytes // SAMPLED].tobytes()
    return value.shape, value.dtype, zlib.crc32(sample)


def _is_read_only(array: Any) -> bool:
    """Whether an array cannot be changed, neither directly nor through another view."""
    while isinstance(array, np.ndarray):
        if array.flags.writeable:
            return False
        array = array.base
    return array is None or isinstance(array, bytes)


def _is_array_of_library(value: Any) -> bool:
    """Whether a value is an array of another library that NumPy can read."""
    if not hasattr(cast("type[Any]", type(value)), "__dlpack__"):
        return False
    try:
        return isinstance(imported(value), np.ndarray)
    except Exception:  # Libraries raise various exceptions, as for arrays in memory of a GPU.
        return False


def _generator_contents(value: Any) -> tuple[Any, ...]:
    frame = value.gi_frame
    return (None,) if frame is None else (frame.f_lasti, *frame.f_locals.values())


_CONTENTS: dict[type, tuple[str, Callable[[Any], tuple[Any, ...]]]] = {
    list: ("list", tuple),
    deque: ("deque", tuple),
    dict: ("dict", lambda d: (*d.keys(), *d.values())),
    set: ("set", tuple),
    MappingProxyType: ("dict", lambda d: (*d.keys(), *d.values())),
    bytearray: ("bytearray", lambda b: (bytes(b),)),
    memoryview: ("memoryview", lambda m: (bytes(m),)),
    array: ("array", lambda a: (a.tobytes(),)),
    np.ndarray: ("array", _array_contents),
    GeneratorType: ("iterator", _generator_contents),
    random.Random: ("random generator", lambda r: (hash(r.getstate()),)),
    np.random.Generator: ("random generator", lambda r: (repr(r.bit_generator.state),)),
    np.random.RandomState: ("random generator", lambda r: (repr(r.get_state()),)),
}
"""The functions that read the contents of each mutable type; instances of other classes have
attributes."""
_EXAMPLES: list[Iterable[Any]] = [
    [], (), "", b"", bytearray(), range(0), {}, {}.values(), {}.items(), set[Any](), deque[Any](),
    reversed([]), reversed(range(0)), reversed({}), itertools.repeat(0, 0),
]  # fmt: skip
for _iterator in map(iter, _EXAMPLES):
    _CONTENTS[type(_iterator)] = ("iterator", lambda i: (operator.length_hint(i),))
_CONTENTS[itertools.count] = ("iterator", lambda i: (repr(i),))
_ITERATORS: tuple[type[Any], ...] = (enumerate, zip, map, filter, *(
    v for v in vars(itertools).values() if isinstance(v, type) and v is not itertools.count
))  # fmt: skip
"""Iterators whose state cannot be read."""


def is_opaque_iterator(value: Any) -> bool:
    """Whether a value is an iterator whose state a snapshot cannot record."""
    return isinstance(value, _ITERATORS) and type(value) not in _CONTENTS


def contents_reader(value: Any) -> tuple[str, Callable[[Any], tuple[Any, ...]]] | None:
    """A description of a mutable object's kind, and the function that reads its contents."""
    for base in cast("type[Any]", type(value)).__mro__:
        found = _CONTENTS.get(base)
        if found is not None:
            return found
    return ("array", _array_contents) if _is_array_of_library(value) else None


class Walk:
    """Collects the mutable objects that can be reached from functions and variables.

    Of the attributes of objects, only those are followed and compared whose names occur in the
    code of the functions found. ``samples`` compares samples of the elements of large arrays.
    """

    def __init__(self, merged: Mapping[str, Any] | None = None, samples: bool = False) -> None:
        self.entries: list[ObjectContents] = []
        self.merged = merged or {}
        """Variables, with their values, that may change: the cells that hold them do not count."""
        self._array_contents = _sampled_contents if samples else _array_contents
        self._pending: list[tuple[Any, str]] = []
        self._seen: dict[int, Any] = {}
        self._classes: dict[int, type[Any]] = {}
        self._names: set[str] = set()
        self._globals: dict[int, tuple[dict[str, Any], set[str]]] = {}
        self._with_attributes: list[tuple[Any, str]] = []
        self.missing_modules: set[str] = set()
        """Modules that the code may import, and that are not loaded yet."""

    def add(self, value: Any, path: str) -> None:
        """Adds a value that the code can reach."""
        kind = cast("type[object]", type(value))
        if issubclass(kind, _OPAQUE):
            return
        if id(value) not in self._seen:
            self._seen[id(value)] = value
            self._pending.append((value, path))

    def add_code(self, code: CodeType, variables: dict[str, Any]) -> None:
        """Adds the objects that code names; ``variables`` are its global variables."""
        named, names, modules = names_in_code(code)
        self._names |= names
        known = self._globals.setdefault(id(variables), (variables, set()))[1]
        for name in named - known:
            known.add(name)
            self.add(variables.get(name), name)
        if "__name__" in named:
            self._add_module(variables.get("__name__"), "")
        for name in modules:
            self._add_module(name, variables.get("__package__"))

    def _add_module(self, name: Any, package: Any) -> None:
        try:
            name = importlib.util.resolve_name(name, package)
        except ImportError:  # The import is an error, too.
            return
        if name in sys.modules:
            self.add(sys.modules[name], name)
        else:
            self.missing_modules.add(name)

    def cell(self, cell: CellType, name: str) -> None:
        """Adds a variable that nested functions share."""
        if id(cell) not in self._seen:
            self._seen[id(cell)] = cell
            value = _cell_value(cell)
            if name not in self.merged or self.merged[name] is not value:
                self._enter(cell, "", "variable", lambda: {name: _cell_value(cell)})
            self.add(value, name)

    def snapshot(self) -> Snapshot:
        """Follows all references and returns the contents of the objects found."""
        looked_up: set[str] = set()
        while self._pending or not self._names <= looked_up:
            if not self._pending:
                looked_up = set(self._names)
                for value, path in self._with_attributes:
                    self._look_up(value, path)
                continue
            self._visit(*self._pending.pop())
        names = frozenset(self._names)
        for value, path in self._with_attributes:
            self._enter_attributes(value, path, names)
        for variables, named in self._globals.values():
            self._enter_globals(variables, frozenset(named))
        return Snapshot(self.entries)

    def _enter(self, value: Any, path: str, kind: str, read: Callable[[], Contents]) -> None:
        self.entries.append(ObjectContents(value, path, kind, read, read()))

    def _enter_globals(self, variables: dict[str, Any], names: frozenset[str]) -> None:
        def read() -> Contents:
            return {n: variables.get(n, _ABSENT) for n in names}

        self._enter(variables, "", "global variable", read)

    def _enter_attributes(self, value: Any, path: str, names: frozenset[str]) -> None:
        self._enter(value, path, "attribute", lambda: dict(_attributes(value, names)))

    def _visit(self, value: Any, path: str) -> None:
        kind = cast("type[Any]", type(value))
        if isinstance(value, tuple | frozenset):
            self._add_items(value, path)
            if kind is tuple or kind is frozenset:
                return
        if isinstance(value, FunctionType):
            self._visit_function(value, path)
        elif isinstance(value, type):
            self._visit_class(cast("type[Any]", value))
        elif isinstance(value, ModuleType):
            if is_users_module(value):
                self._with_attributes.append((value, path))
                self._look_up(value, path)
        elif isinstance(value, MethodType | BuiltinFunctionType):
            self.add(value.__self__, path.rpartition(".")[0] or path)
            self.add(getattr(value, "__func__", None), path)
        elif isinstance(value, functools.partial):
            partial = cast("functools.partial[Any]", value)
            for part in (partial.func, partial.args, partial.keywords):
                self.add(part, path)
        elif isinstance(value, weakref.ref):
            self.add(cast("weakref.ref[Any]", value)(), path)
        elif isinstance(value, property | staticmethod | classmethod | functools.cached_property):
            for name in ("fget", "fset", "fdel", "__func__", "func"):
                self.add(getattr(cast(Any, value), name, None), path)
        else:
            self._visit_instance(value, path)

    def _visit_instance(self, value: Any, path: str) -> None:
        kind = cast("type[Any]", type(value))
        if is_struct(kind) or is_case(kind):
            for name, part in cast("dict[str, Any]", vars(value)).items():
                self.add(part, f"{path}.{name}")
            self._add_class(kind)
            return
        if kind.__module__.startswith("dlvm."):
            for name in getattr(kind, "dlvm_reaches", _fields(kind)):
                part = getattr(value, name, None)
                if isinstance(part, list):  # A list of this library, which is not compared.
                    self._add_items(cast("list[Any]", part), path)
                else:
                    self.add(part, path)
            return
        found = contents_reader(value)
        if found is not None:
            what, reader = found
            if reader is _array_contents:
                reader = self._array_contents
            self._enter(value, path, what, lambda: reader(value))
            self._add_items(value, path)
        elif isinstance(value, _ITERATORS):
            self._enter(value, path, "iterator", lambda: ())
        if hasattr(value, "__dict__") or slots_of(kind):
            self._with_attributes.append((value, path))
            self._add_class(kind)
            self._look_up(value, path)
            self.add(_attribute(value, "__wrapped__"), path)

    def _look_up(self, value: Any, path: str) -> None:
        for name, part in _attributes(value, self._names):
            if name not in _OF_INSTANCES:
                self.add(part, f"{path}.{name}")

    def _add_items(self, value: Any, path: str) -> None:
        if isinstance(value, Mapping):
            items = list(cast("dict[Any, Any]", value).items())
            for key, part in items:
                self.add(part, f"{path}[{key!r}]" if isinstance(key, _SCALARS) else path)
        elif isinstance(value, GeneratorType):
            frame = cast("GeneratorType[Any, Any, Any]", value).gi_frame
            for part in () if frame is None else frame.f_locals.values():
                self.add(part, path)
        elif isinstance(value, tuple | list | deque | set | frozenset):
            for place, part in enumerate(cast("Iterable[Any]", value)):
                self.add(part, f"{path}[{place}]")

    def _visit_function(self, function: FunctionType, path: str) -> None:
        code = function.__code__
        # An __init__ that dataclasses generates refers to nothing of the user's but its defaults.
        is_generated = "__dataclass_builtins_object__" in code.co_freevars
        is_from_user = is_users(code.co_filename) and not is_generated
        if is_from_user:
            self.add_code(code, function.__globals__)
            self._with_attributes.append((function, path))
            self._look_up(function, path)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            if is_from_user:
                self.cell(cell, name)
            else:
                self.add(_cell_value(cell), path)
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self.add(default, path)

    def _visit_class(self, cls: type[Any]) -> None:
        for base in self._add_class(cls):
            for name in _CONSTRUCTORS:  # The code may create instances.
                self.add(vars(base).get(name), f"{base.__name__}.{name}")

    def _add_class(self, cls: type[Any]) -> list[type[Any]]:
        """Adds the methods and other attributes of the user's classes among the bases."""
        bases = list(filter(_is_from_users_module, cls.__mro__))
        for base in bases:
            if id(base) not in self._classes:
                self._classes[id(base)] = base
                self._with_attributes.append((base, base.__name__))
                self._look_up(base, base.__name__)
        return bases


_CONSTRUCTORS = ("__new__", "__init__", "__post_init__", "__init_subclass__")


def _cell_value(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _ABSENT


@cache
def _fields(cls: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass of this library that may hold the user's functions."""
    if not cls.__module__.startswith(("dlvm.nn.", "dlvm.nnkit.")):
        return ()
    return tuple(getattr(cls, "__dataclass_fields__", ()))


@cache
def slots_of(cls: type[Any]) -> tuple[str, ...]:
    """The attributes of instances that are stored in slots."""
    found: list[str] = []
    for base in cls.__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else tuple(slots):
            is_private = name.startswith("__") and not name.endswith("__")
            found.append(f"_{base.__name__.lstrip('_')}{name}" if is_private else name)
    return tuple(n for n in found if n not in ("__dict__", "__weakref__"))


def _attribute(value: Any, name: str) -> Any:
    """The value of an attribute that is stored in the object."""
    known = getattr(value, "__dict__", None)
    if known is not None and name in known:
        return known[name]
    kind = cast("type[Any]", type(value))
    is_stored = name in slots_of(kind) or name in special_attributes(value)
    return getattr(value, name, _ABSENT) if is_stored else _ABSENT


def special_attributes(value: Any) -> tuple[str, ...]:
    """The attributes on which Python's calls and look-ups depend, whatever the code names."""
    if not isinstance(value, FunctionType):
        kind = cast("type[Any]", type(value))
        return _OF_INSTANCES if _is_from_users_module(kind) else ()
    defaults = {
        "__defaults__": value.__code__.co_argcount,
        "__kwdefaults__": value.__code__.co_kwonlyargcount,
    }
    return ("__code__", *(name for name, parameters in defaults.items() if parameters))


_OF_INSTANCES = ("__class__", "__dict__")


def _is_method_name(name: str) -> bool:
    """Whether Python's operators and statements call the method."""
    is_special = name.startswith("__") and name.endswith("__")
    return is_special and name not in _CLASS_DATA and name not in _CONSTRUCTORS


_CLASS_DATA = frozenset({
    "__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__qualname__",
    "__slots__", "__match_args__", "__parameters__", "__orig_bases__", "__annotate__",
    "__annotate_func__", "__annotations_cache__", "__dataclass_fields__", "__dataclass_params__",
    "__firstlineno__", "__static_attributes__", "__abstractmethods__", "__hash__",
})  # fmt: skip


def _attributes(value: Any, names: AbstractSet[str]) -> list[tuple[str, Any]]:
    """The attributes stored in an object that code with these names may access."""
    kind = cast("type[Any]", type(value))
    known = cast("dict[str, Any]", getattr(value, "__dict__", None) or {})
    slots = slots_of(kind)
    is_any_accessed = bool(names & _DYNAMIC) or _is_container_of_library(kind)
    if isinstance(value, type):
        wanted = [n for n in known if n in names or _is_method_name(n)]
    elif isinstance(value, ModuleType):
        wanted = [
            n
            for n in known
            if n in names or n == "__getattr__" or (is_any_accessed and not n.startswith("__"))
        ]
    elif is_any_accessed:
        wanted = [*known, *slots]
    else:
        wanted = [n for n in (*known, *slots) if n in names]
    found = [(n, _attribute(value, n)) for n in (*wanted, *special_attributes(value))]
    return [(n, v) for n, v in found if v is not _ABSENT]
