"""Values, their uses, and literals.

A value knows its users, so replacing it takes time proportional to the number of its uses, without
a traversal of the function.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zlib import crc32

from dlvm.ir.types import INDEX, ElementType, TensorType, TupleType, Type

if TYPE_CHECKING:
    import numpy as np

    from dlvm.diagnostics import Location


class Value:
    """A typed entity that may be used as an operand."""

    __slots__ = ("_users", "location", "mark", "name", "type")

    def __init__(self, type: Type, name: str | None = None, location: Location | None = None):
        self.type = type
        self.name = name
        self.location = location
        self.mark = 0
        """The number of the last traversal that visited the value (see :func:`new_mark`): analyses
        that visit most values need no table."""
        # The distinct users. Most values have one and some have a few, so these need no dict, which
        # saves memory.
        self._users: User | tuple[User, ...] | dict[User, None] | None = None

    @property
    def uses(self) -> Sequence[Use]:
        """Where the value is used: which user, at which operand index."""
        return [
            Use(user, slot)
            for user in self.users
            for slot, operand in enumerate(user.operands)
            if operand is self
        ]

    @property
    def users(self) -> Sequence[User]:
        """The distinct users, in order of first use."""
        users = self._users
        if isinstance(users, User):
            return (users,)
        return tuple(users) if users else ()

    @property
    def is_used(self) -> bool:
        return self._users is not None

    @property
    def is_used_once(self) -> bool:
        users = self._users
        return isinstance(users, User) and users.operands.count(self) == 1

    def has_uses_beyond(self, number: int) -> bool:
        """Whether the value has more than ``number`` uses. Takes constant time."""
        users = self.users
        return len(users) > number or sum(u.operands.count(self) for u in users) > number

    def replace_uses(self, new: Value) -> None:
        """Makes every user use ``new`` instead of this value."""
        for user, slot in self.uses:
            user.set_operand(slot, new)

    # Literals are compared by value and do not track their users.
    def add_user(self, user: User) -> None:
        """Records that a user has this value among its operands. Only :class:`User` calls this."""
        users = self._users
        if users is None:
            self._users = user
        elif isinstance(users, dict):
            users[user] = None
        elif isinstance(users, User):
            if users is not user:
                self._users = users, user
        elif user not in users:
            more = *users, user
            self._users = more if len(more) <= _FEW else dict.fromkeys(more)

    def remove_user(self, user: User) -> None:
        """Records that one operand of a user is no longer this value. Only :class:`User` calls
        this."""
        if self in user.operands:
            return
        users = self._users
        if isinstance(users, dict):
            users.pop(user, None)
            if len(users) == 1:
                (self._users,) = users
        elif isinstance(users, tuple):
            first, *others = (u for u in users if u is not user)
            self._users = (first, *others) if others else first
        elif users is user:
            self._users = None


_FEW: Final = 6
"""The maximum number of users of a value that are searched linearly."""


_WALKS: Final = count(1)


def new_mark() -> int:
    """The number of a new traversal; no value is marked with it."""
    return next(_WALKS)


class User:
    """Something that uses values: an instruction, or an aggregate operand of one."""

    __slots__ = ()
    # Not a property: nothing is read more often.
    operands: Sequence[Value]
    """The operands. They are changed only by methods, as values know their users."""

    def set_operand(self, index: int, value: Value) -> None:
        operands = self.operands
        old = operands[index]
        if old is value:
            return
        self.operands = *operands[:index], value, *operands[index + 1 :]
        old.remove_user(self)
        value.add_user(self)
        self.touch()

    def set_operands(self, values: Iterable[Value]) -> None:
        """Replaces the whole operand list."""
        self.drop_operands()
        self._take(values)

    def _take(self, values: Iterable[Value]) -> None:
        self.operands = tuple(values)
        for value in self.operands:
            value.add_user(self)

    def drop_operands(self) -> None:
        operands, self.operands = self.operands, ()
        for value in operands:
            value.remove_user(self)

    def touch(self) -> None:
        """Records that an operand has changed."""

    def leaves(self) -> Iterator[Value]:
        """The operands, with aggregates replaced by their elements, recursively."""
        for operand in self.operands:
            if isinstance(operand, Aggregate):
                yield from operand.leaves()
            else:
                yield operand


class Use(NamedTuple):
    """One operand slot of a user. Users are compared by identity."""

    user: User
    slot: int


class Special(Enum):
    """Literals written as words."""

    ZERO = "zero"
    UNDEFINED = "undefined"
    NULL = "null"


@dataclass(frozen=True, slots=True)
class Resource:
    """A tensor in the safetensors file beside the module's own file."""

    name: str
    file: str | None = field(default=None, compare=False)


def element_bytes(array: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The bytes of an array in row-major order."""
    return array.ravel().view("u1")


class TensorData:
    """The elements of a dense tensor literal: an array that is compared by value.

    Elements with a name are printed as a ``resource`` of that name. :func:`named_tensors` lists
    the named tensors of a module, to be written to the safetensors file beside it.
    """

    def __init__(self, array: np.ndarray[Any, Any], name: str | None = None) -> None:
        self.name = name
        array = array.astype(array.dtype.newbyteorder("="), order="C")
        is_nan = array != array
        if is_nan.any():  # All NaNs are one value.
            for part in (array.real, array.imag) if array.dtype.kind == "c" else (array,):
                part[part != part] = float("nan")
        array.flags.writeable = False
        self.array = array
        self._key = (array.dtype.str, array.shape, crc32(element_bytes(array).data))

    def named(self, name: str) -> TensorData:
        """The same elements under a name."""
        renamed = copy(self)
        renamed.name = name
        return renamed

    @cached_property
    def digest(self) -> str:
        """The SHA-256 hash of the elements."""
        return sha256(element_bytes(self.array).data).hexdigest()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, TensorData) or self._key != other._key:
            return False
        return bool((element_bytes(self.array) == element_bytes(other.array)).all())

    def __hash__(self) -> int:
        return hash(self._key)


Number = bool | int | float | complex
"""The Python number of an element."""
LiteralData = Number | Special | Resource | TensorData


class Literal(Value):
    """A constant, compared by type and value. A number with a tensor type is a splat.

    ``data`` is a Python ``bool`` for bool elements, ``int`` for integers, ``float`` for floats and
    ``complex`` for complex numbers (the nearest value of the element type), or one of the special
    forms.
    """

    __slots__ = ("data",)

    def __init__(self, type: Type, data: LiteralData, location: Location | None = None) -> None:
        super().__init__(type, None, location)
        if isinstance(data, TensorData) and not data.array.ndim:
            data = data.array.item()
        if isinstance(data, Number) and isinstance(type.canonical, TensorType):
            data = element_value(data, type.canonical.element)
        self.data: LiteralData = data

    def add_user(self, user: User) -> None:
        pass

    def remove_user(self, user: User) -> None:
        pass

    def _key(self) -> tuple[Any, ...]:
        data = self.data
        # 0.0 and -0.0 differ, NaN equals NaN, and True is not 1.
        return (self.type, type(data), repr(data) if isinstance(data, float | complex) else data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._key() == other._key()

    def __hash__(self) -> int:
        data = self.data
        return hash(data) if not isinstance(data, float | complex) or data == data else 0

    @property
    def splat(self) -> bool | int | float | None:
        """The real number that every element has, or None if elements differ or are not real
        numbers."""
        number = self.number
        return None if isinstance(number, complex) else number

    @property
    def number(self) -> Number | None:
        """The number that every element has, or None if elements differ or are not numbers."""
        data = self.data
        if data is Special.ZERO and isinstance(self.type.canonical, TensorType):
            return element_value(0, self.type.canonical.element)
        if isinstance(data, TensorData):
            flat = data.array.reshape(-1)
            if flat.size and (flat == flat[0]).all() and flat[0] != 0:
                return flat[0].item()
            return None
        return data if isinstance(data, Number) else None


def element_value(value: Number, element: ElementType) -> Number:
    """The Python number for ``value`` rounded to an element type (integers are left exact)."""
    if element.is_complex:
        parts = (nearest_float(part, element.part) for part in (value.real, value.imag))
        return complex(*parts)
    assert not isinstance(value, complex)
    if element is ElementType.BOOL:
        return bool(value)
    if element.is_integer:
        return int(value)
    return nearest_float(float(value), element)


def nearest_float(value: float, element: ElementType) -> float:
    """The nearest float of an element type."""
    if element is ElementType.F64:
        return value
    layout = _LAYOUTS.get(element)
    if layout is not None:
        try:
            return layout.unpack(layout.pack(value))[0]
        except OverflowError:
            return math.copysign(math.inf, value)
    import numpy as np

    with np.errstate(all="ignore"):
        return float(np.float64(value).astype(element.numpy))


_LAYOUTS = {ElementType.F16: struct.Struct("e"), ElementType.F32: struct.Struct("f")}


class Aggregate(User, Value):
    """An operand composed of other values: tuple, array, struct, enum case or tensor.

    Belongs to the one user that holds it, and drops its elements when that user drops it.
    ``case`` names the case of an enum value.
    """

    __slots__ = ("case", "operands", "owner")

    def __init__(
        self,
        type: Type,
        elements: Iterable[Value],
        case: str | None = None,
        location: Location | None = None,
    ) -> None:
        super().__init__(type, None, location)
        self.case = case
        self.owner: User | None = None
        self._take(elements)

    def add_user(self, user: User) -> None:
        self.owner = user
        super().add_user(user)

    def remove_user(self, user: User) -> None:
        super().remove_user(user)
        if self.owner is user and self not in user.operands:
            self.owner = None
            self.drop_operands()

    def touch(self) -> None:
        if self.owner is not None:
            self.owner.touch()


_LARGEST_SPREAD = 64


def constant_tensor(type: Type, elements: Sequence[Value]) -> Literal | None:
    """The constant that equals a tensor aggregate of ``elements``, if all of them are constant.

    A splat element is expanded only if it is small, so that the constant stays in proportion to
    its text.
    """
    whole = type.canonical
    shape = whole.static_shape if isinstance(whole, TensorType) else None
    if not isinstance(whole, TensorType) or not shape or shape[0] != len(elements):
        return None
    element_type = whole.with_shape(shape[1:])
    parts: list[Any] = []
    for element in elements:
        if not isinstance(element, Literal) or element.type.canonical != element_type:
            return None
        number = element.number
        data = element.data.array if isinstance(element.data, TensorData) else number
        if data is None:
            return None
        parts.append(data)
    import numpy as np

    spread = any(not isinstance(p, np.ndarray) for p in parts) and len(shape) > 1
    if spread and math.prod(shape[1:]) > _LARGEST_SPREAD:
        return None
    array = np.empty(shape, whole.element.numpy)
    for index, part in enumerate(parts):
        array[index] = part
    return Literal(type, TensorData(array))


def index_literal(value: int) -> Literal:
    """An ``i64`` constant."""
    return Literal(INDEX, value)


def tuple_of(values: Sequence[Value]) -> Aggregate:
    """A tuple operand of the given values."""
    return Aggregate(TupleType(tuple(v.type for v in values)), values)


def copy_operand(value: Value, replacements: dict[Value, Value]) -> Value:
    """An operand for a copy of its user: its replacement if it has one, with aggregates rebuilt."""
    if isinstance(value, Aggregate):
        elements = [copy_operand(e, replacements) for e in value.operands]
        return Aggregate(value.type, elements, value.case, value.location)
    return value if isinstance(value, Literal) else replacements.get(value, value)
