"""Memory: pointers, boxes and growable stacks.

Memory is safe. New memory is zero: pointers are null; enums, functions, boxes and stacks are
undefined; a dimension whose size is not in the type is 0. An access out of bounds, or to freed
memory, traps.
"""

from __future__ import annotations

from typing import Final

from dlvm.ir.declaration import (
    Effect,
    ElementPath,
    Trait,
    TypeRuleError,
    attribute,
    element_path,
    index,
    operand,
)
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.aggregate import element_at
from dlvm.ir.instructions.rules import check_scalar
from dlvm.ir.types import (
    INDEX,
    STACK,
    VOID,
    ArrayType,
    BoxType,
    PointerType,
    TensorType,
    Type,
    compatible_type,
    same_type,
)
from dlvm.ir.values import Value

# Messages of traps, which the interpreter and compiled code share. A colon and the reason can
# follow.
NO_ACCESS: Final = "the pointer does not refer to accessible memory"
NO_BOX: Final = "the box is undefined or has been freed"
NO_STACK: Final = "the stack is undefined or has been destroyed"
NO_TOP: Final = "the stack has no value of this type on top"
NO_START: Final = "the pointer does not refer to the start of memory from allocateHeap"
NO_ROOM: Final = "there is no memory for so many elements"


def _pointee(value: Value, what: str = "operand") -> Type:
    """The pointee type of a pointer. Raises :class:`TypeRuleError` for other values."""
    type = value.type.canonical
    if not isinstance(type, PointerType):
        raise TypeRuleError(f"{what} has type {value.type}, expected a pointer")
    return type.pointee


def _box_content(value: Value) -> Type:
    type = value.type.canonical
    if not isinstance(type, BoxType):
        raise TypeRuleError(f"operand has type {value.type}, expected a box")
    return type.content


class CreateStack(Instruction):
    """A new stack, without values."""

    format = "createStack"
    declared_effects = Effect.ALLOCATE
    traits = Trait.STACK | Trait.LINEAR

    def infer(self) -> Type:
        return STACK


class Push(Instruction):
    """Pushes a value onto a stack."""

    format = "push {value} to {stack}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.STACK | Trait.LINEAR | Trait.ACCESS
    value: Value = operand()
    stack: Value = operand()

    def infer(self) -> Type:
        check_scalar(self.stack, STACK, "stack")
        return VOID


class Pop(Instruction):
    """Pops the top value of a stack. Traps if the stack is empty, or if the value was pushed with
    another type. Erased sizes are compared by value: a value pushed as ``<_n x f32>`` may be popped
    as ``<3 x f32>`` if it has 3 elements."""

    format = "pop {content} from {stack}"
    declared_effects = Effect.READ | Effect.WRITE | Effect.TRAP
    traits = Trait.STACK | Trait.LINEAR | Trait.ACCESS
    content: Type = attribute("type")
    stack: Value = operand()

    def infer(self) -> Type:
        check_scalar(self.stack, STACK, "stack")
        return self.content


class DestroyStack(Instruction):
    """Frees a stack and the values on it. Later uses of the stack trap."""

    format = "destroyStack {stack}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.STACK | Trait.LINEAR
    stack: Value = operand()

    def infer(self) -> Type:
        check_scalar(self.stack, STACK, "stack")
        return VOID


class Allocate(Instruction):
    """Memory that holds values of a type."""

    declared_effects = Effect.ALLOCATE | Effect.TRAP
    traits = Trait.ALLOCATION | Trait.MEMORY | Trait.LINEAR
    content: Type = attribute("type")


class _AllocateElements(Allocate):
    """Memory for a number of elements. Traps for a number that is negative or too large."""

    count: Value = index()

    def infer(self) -> Type:
        check_scalar(self.count, INDEX, "count")
        return PointerType(self.content)


class AllocateStack(_AllocateElements):
    """A pointer to the first of a number of elements, which are freed when the function returns.
    Traps if the number is negative or too large."""

    format = "allocateStack {content} count {count}"


class AllocateHeap(_AllocateElements):
    """A pointer to the first of a number of elements, which ``deallocate`` frees. Traps if the
    number is negative or too large."""

    format = "allocateHeap {content} count {count}"
    traits = Trait.HEAP


class AllocateBox(Allocate):
    """A new box with a reference count of 1."""

    format = "allocateBox {content}"
    traits = Trait.HEAP

    def infer(self) -> Type:
        return BoxType(self.content)


class ProjectBox(Instruction):
    """A pointer to the contents of a box. Traps if the box is undefined or has been freed."""

    format = "projectBox {box}"
    declared_effects = Effect.READ | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR | Trait.HEAP
    box: Value = operand()

    def infer(self) -> Type:
        return PointerType(_box_content(self.box))


class Retain(Instruction):
    """Increments the reference count of a box. Traps if the box is undefined or has been freed."""

    format = "retain {box}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR | Trait.HEAP
    box: Value = operand()

    def infer(self) -> Type:
        _box_content(self.box)
        return VOID


class Release(Instruction):
    """Decrements the reference count of a box, and frees the box when the count reaches 0. Traps if
    the box is undefined or has been freed."""

    format = "release {box}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR | Trait.HEAP
    box: Value = operand()

    def infer(self) -> Type:
        _box_content(self.box)
        return VOID


class Deallocate(Instruction):
    """Frees memory that ``allocateHeap`` allocated. Traps if the pointer does not point to the
    first element, or if the memory has already been freed."""

    format = "deallocate {pointer}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR | Trait.HEAP
    pointer: Value = operand()

    def infer(self) -> Type:
        _pointee(self.pointer)
        return VOID


class Load(Instruction):
    """The value that a pointer points to. Traps if the pointer is null, is out of bounds, or points
    to freed memory."""

    format = "load {pointer}"
    declared_effects = Effect.READ | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR | Trait.ACCESS
    pointer: Value = operand()

    def infer(self) -> Type:
        return _pointee(self.pointer)


class Store(Instruction):
    """Stores a value at a pointer. Traps in the same cases as ``load``."""

    format = "store {value} to {pointer}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR | Trait.ACCESS
    value: Value = operand()
    pointer: Value = operand()

    def infer(self) -> Type:
        expected = _pointee(self.pointer, "target")
        if not compatible_type(self.value.type, expected):
            raise TypeRuleError(f"value has type {self.value.type}, expected {expected}")
        return VOID


class ElementPointer(Instruction):
    """A pointer to an element. The first step moves the pointer by a number of elements. Each
    further step selects a part of the element: by a number or an ``i64`` value in an array or
    tensor, by a number in a tuple, by a name in a struct.

    An index of an array or tensor that is out of range traps. If the first step leaves the memory,
    or the pointer is null, uses of the result trap.
    """

    format = "elementPointer {pointer} at {path}"
    declared_effects = Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR
    pointer: Value = operand()
    path: ElementPath = element_path()

    def infer(self) -> Type:
        type = _pointee(self.pointer)
        if not self.path or isinstance(self.path[0], str):
            raise TypeRuleError("expected the number of elements first in the path, got none")
        for step in self.path:
            if isinstance(step, Value):
                check_scalar(step, INDEX, "index")
        for step in self.path[1:]:
            type = self._inside(type, step)
        return PointerType(type)

    def _inside(self, type: Type, step: Value | int | str) -> Type:
        whole = type.canonical
        if isinstance(whole, TensorType) and whole.static_shape is None:
            raise TypeRuleError(f"expected an element of known size, got {type}")
        if not isinstance(step, Value):
            return element_at(type, (step,))
        match whole:
            case ArrayType():
                return whole.element
            case TensorType() if whole.rank:
                return whole.with_shape(whole.shape[1:])
            case _:
                raise TypeRuleError(
                    f"a value of type {type} has no element at an index, expected an array or a "
                    "tensor"
                )


class Copy(Instruction):
    """Copies elements from one pointer to another. The two ranges may overlap: the result is as if
    all elements were read before any was written. Traps if ``load`` would trap for either pointer,
    and if the count is negative."""

    format = "copy from {source} to {target} count {count}"
    declared_effects = Effect.READ | Effect.WRITE | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR | Trait.ACCESS
    source: Value = operand()
    target: Value = operand()
    count: Value = index()

    def infer(self) -> Type:
        found, expected = _pointee(self.source, "source"), _pointee(self.target, "target")
        if not same_type(found, expected):
            raise TypeRuleError(f"source points to {found}, expected {expected}, like the target")
        check_scalar(self.count, INDEX, "count")
        return VOID
