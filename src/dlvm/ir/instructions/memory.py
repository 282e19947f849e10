"""Memory: pointers, boxes, and stacks that grow.

Memory is safe. When it is fresh it is zero: pointers are null; enums, functions, boxes and stacks
undefined; a dimension that the type does not tell is 0. What would go outside of it, or to memory
that has been freed, traps.
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

# Messages of traps, for all ways to run a program. A colon and the reason can follow.
NO_ACCESS: Final = "the pointer leads to no memory that may be used"
NO_BOX: Final = "the box is undefined or has been freed"
NO_STACK: Final = "the stack is undefined or has been destroyed"
NO_TOP: Final = "the stack has no value of this type on top"
NO_START: Final = "the pointer does not lead to the start of memory that allocateHeap gave"
NO_ROOM: Final = "there is no memory for so many elements"


def _pointee(value: Value, what: str = "operand") -> Type:
    """The type of what a pointer points to, or a type rule error."""
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
    """Puts a value on top of a stack."""

    format = "push {value} to {stack}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.STACK | Trait.LINEAR
    value: Value = operand()
    stack: Value = operand()

    def infer(self) -> Type:
        check_scalar(self.stack, STACK, "stack")
        return VOID


class Pop(Instruction):
    """Takes the value off the top of a stack. Traps where the stack is empty, or the value was
    pushed with another type than is asked for. Erased sizes are compared by what they are: what was
    pushed as ``<_n x f32>`` may be popped as ``<3 x f32>`` if it has 3 elements."""

    format = "pop {content} from {stack}"
    declared_effects = Effect.READ | Effect.WRITE | Effect.TRAP
    traits = Trait.STACK | Trait.LINEAR
    content: Type = attribute("type")
    stack: Value = operand()

    def infer(self) -> Type:
        check_scalar(self.stack, STACK, "stack")
        return self.content


class DestroyStack(Instruction):
    """Frees a stack and the values on it; its uses from then on trap."""

    format = "destroyStack {stack}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.STACK | Trait.LINEAR
    stack: Value = operand()

    def infer(self) -> Type:
        check_scalar(self.stack, STACK, "stack")
        return VOID


class _Allocate(Instruction):
    """Memory for a number of elements. Traps for a number that is negative or too large."""

    declared_effects = Effect.ALLOCATE | Effect.TRAP
    traits = Trait.ALLOCATION | Trait.MEMORY | Trait.LINEAR
    content: Type = attribute("type")
    count: Value = index()

    def infer(self) -> Type:
        check_scalar(self.count, INDEX, "count")
        return PointerType(self.content)


class AllocateStack(_Allocate):
    """A pointer to the first of a number of elements, which are freed when the function returns.
    Traps for a number that is negative or too large."""

    format = "allocateStack {content} count {count}"


class AllocateHeap(_Allocate):
    """A pointer to the first of a number of elements, which are freed by ``deallocate``. Traps for
    a number that is negative or too large."""

    format = "allocateHeap {content} count {count}"


class AllocateBox(Instruction):
    """A new box, which is referred to once."""

    format = "allocateBox {content}"
    declared_effects = Effect.ALLOCATE | Effect.TRAP
    traits = Trait.ALLOCATION | Trait.MEMORY | Trait.LINEAR
    content: Type = attribute("type")

    def infer(self) -> Type:
        return BoxType(self.content)


class ProjectBox(Instruction):
    """The pointer to what is in a box. Traps for a box that is undefined or has been freed."""

    format = "projectBox {box}"
    declared_effects = Effect.READ | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR
    box: Value = operand()

    def infer(self) -> Type:
        return PointerType(_box_content(self.box))


class Retain(Instruction):
    """Counts one reference to a box more. Traps for a box that is undefined or has been freed."""

    format = "retain {box}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR
    box: Value = operand()

    def infer(self) -> Type:
        _box_content(self.box)
        return VOID


class Release(Instruction):
    """Counts one reference to a box less, and frees the box where none is left. Traps for a box
    that is undefined or has been freed."""

    format = "release {box}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR
    box: Value = operand()

    def infer(self) -> Type:
        _box_content(self.box)
        return VOID


class Deallocate(Instruction):
    """Frees memory that ``allocateHeap`` gave. Traps unless the pointer leads to its first element,
    and where it has been freed before."""

    format = "deallocate {pointer}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR
    pointer: Value = operand()

    def infer(self) -> Type:
        _pointee(self.pointer)
        return VOID


class Load(Instruction):
    """The value that a pointer points to. Traps for a pointer that is null, leads outside its
    memory, or to memory that has been freed."""

    format = "load {pointer}"
    declared_effects = Effect.READ | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR
    pointer: Value = operand()

    def infer(self) -> Type:
        return _pointee(self.pointer)


class Store(Instruction):
    """Puts a value where a pointer points. Traps where ``load`` does."""

    format = "store {value} to {pointer}"
    declared_effects = Effect.WRITE | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR
    value: Value = operand()
    pointer: Value = operand()

    def infer(self) -> Type:
        expected = _pointee(self.pointer, "target")
        if not compatible_type(self.value.type, expected):
            raise TypeRuleError(f"value has type {self.value.type}, expected {expected}")
        return VOID


class ElementPointer(Instruction):
    """A pointer to an element. The first step moves the pointer by a number of elements; the
    following steps select parts of the element: by numbers or ``i64`` values in arrays and tensors,
    by numbers in tuples, by names in structs.

    An index of an array or a tensor that is out of range traps. What comes of a first step outside
    the memory, or of a null pointer, may not be used, which is to say that its use traps.
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
    """Copies elements from where one pointer leads to where another one does. They may overlap:
    all are read before any is written. Traps where ``load`` does for one of them, and for a
    negative number."""

    format = "copy from {source} to {target} count {count}"
    declared_effects = Effect.READ | Effect.WRITE | Effect.TRAP
    traits = Trait.MEMORY | Trait.LINEAR
    source: Value = operand()
    target: Value = operand()
    count: Value = index()

    def infer(self) -> Type:
        found, expected = _pointee(self.source, "source"), _pointee(self.target, "target")
        if not same_type(found, expected):
            raise TypeRuleError(f"source points to {found}, expected {expected} as target does")
        check_scalar(self.count, INDEX, "count")
        return VOID
