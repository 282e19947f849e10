"""Maps each instruction to ONNX operators that compute the same result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_letters
from typing import Any, Final, TypeVar, cast

import numpy as np
from onnx import TensorProto, helper

from dlvm.analysis.cfg.structured import Tree
from dlvm.ir import instructions as ir
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.aggregate import element_at
from dlvm.ir.types import BOOL, ERASED, TensorType
from dlvm.ir.values import Value
from dlvm.onnx.exporter.writer import (
    GraphWriter,
    element,
    part,
    positions,
    tensor_type,
    unsupported,
)

Kind = TypeVar("Kind", bound=Instruction)
Rule = Callable[[GraphWriter, Any], Tree]

RULES: Final[dict[type[Instruction], Rule]] = {}
"""The rule of each instruction, which returns the names of the result."""

ELEMENTWISE: Final[dict[type[Instruction], str]] = {
    ir.Negate: "Neg", ir.Sign: "Sign", ir.Abs: "Abs", ir.Sqrt: "Sqrt", ir.Exp: "Exp",
    ir.Log: "Log", ir.Sin: "Sin", ir.Cos: "Cos", ir.Tan: "Tan", ir.Asin: "Asin", ir.Acos: "Acos",
    ir.Atan: "Atan", ir.Sinh: "Sinh", ir.Cosh: "Cosh", ir.Tanh: "Tanh", ir.Erf: "Erf",
    ir.Floor: "Floor", ir.Ceil: "Ceil", ir.Rint: "Round", ir.Reciprocal: "Reciprocal",
    ir.IsNaN: "IsNaN", ir.IsInf: "IsInf", ir.Not: "Not",
    ir.Add: "Add", ir.Subtract: "Sub", ir.Multiply: "Mul", ir.Divide: "Div", ir.Power: "Pow",
    ir.Min: "Min", ir.Max: "Max",
    ir.LessThan: "Less", ir.LessThanOrEqual: "LessOrEqual", ir.GreaterThan: "Greater",
    ir.GreaterThanOrEqual: "GreaterOrEqual", ir.Equal: "Equal",
    ir.Dot: "MatMul",
}  # fmt: skip
"""Instructions that are one operator on the same operands."""
LOGICAL: Final[dict[type[Instruction], str]] = {ir.And: "And", ir.Or: "Or", ir.Xor: "Xor"}
REDUCTIONS: Final = {
    "add": "ReduceSum", "multiply": "ReduceProd", "min": "ReduceMin", "max": "ReduceMax",
    "and": "ReduceMin", "or": "ReduceMax",
}  # fmt: skip
JOINS: Final = {"add": "Add", "multiply": "Mul", "min": "Min", "max": "Max"}


def rule(kind: type[Kind]) -> Callable[[Callable[[GraphWriter, Kind], Tree]], Rule]:
    """Decorator: registers the rule of an instruction."""

    def enter(function: Callable[[GraphWriter, Kind], Tree]) -> Rule:
        RULES[kind] = function
        return function

    return enter


def _operator(name: str) -> Rule:
    return lambda w, i: w.node(name, *map(w.tensor, i.operands), name=i.name or "")


RULES.update({kind: _operator(name) for kind, name in ELEMENTWISE.items()})


def _logical(name: str) -> Rule:
    def write(w: GraphWriter, i: Any) -> Tree:
        op = name if element(i) is BOOL else f"Bitwise{name}"
        return w.node(op, w.tensor(i.lhs), w.tensor(i.rhs))

    return write


RULES.update({kind: _logical(name) for kind, name in LOGICAL.items()})


# Element-wise compositions


@rule(ir.NotEqual)
def _not_equal(w: GraphWriter, i: ir.NotEqual) -> Tree:
    return w.node("Not", w.node("Equal", w.tensor(i.lhs), w.tensor(i.rhs)))


@rule(ir.Square)
def _square(w: GraphWriter, i: ir.Square) -> Tree:
    return w.node("Mul", w.tensor(i.x), w.tensor(i.x))


@rule(ir.Rsqrt)
def _rsqrt(w: GraphWriter, i: ir.Rsqrt) -> Tree:
    return w.node("Reciprocal", w.node("Sqrt", w.tensor(i.x)))


@rule(ir.Expm1)
def _expm1(w: GraphWriter, i: ir.Expm1) -> Tree:
    """``tanh(x / 2) * (exp(x) + 1)``, which does not cancel near 0."""
    x, one = w.tensor(i.x), w.scalar(1, i.x)
    half = w.node("Mul", x, w.scalar(0.5, i.x))
    exact = w.node("Mul", w.node("Tanh", half), w.node("Add", w.node("Exp", x), one))
    large = w.node("Greater", x, w.scalar(1, i.x))
    return w.node("Where", large, w.node("Sub", w.node("Exp", x), one), exact)


@rule(ir.Log1p)
def _log1p(w: GraphWriter, i: ir.Log1p) -> Tree:
    """``2 * atanh(x / (2 + x))`` near 0, which does not cancel."""
    x, one, two = w.tensor(i.x), w.scalar(1, i.x), w.scalar(2, i.x)
    small = w.node("Less", w.node("Abs", x), w.scalar(0.5, i.x))
    inner = w.node("Where", small, x, w.scalar(0, i.x))
    near = w.node("Mul", two, w.node("Atanh", w.node("Div", inner, w.node("Add", inner, two))))
    return w.node("Where", small, near, w.node("Log", w.node("Add", x, one)))


@rule(ir.Erfc)
def _erfc(w: GraphWriter, i: ir.Erfc) -> Tree:
    return w.node("Sub", w.scalar(1, i.x), w.node("Erf", w.tensor(i.x)))


@rule(ir.Round)
def _round(w: GraphWriter, i: ir.Round) -> Tree:
    """Rounds ties away from 0, unlike ONNX's Round."""
    x = w.tensor(i.x)
    up = w.node("Floor", w.node("Add", w.node("Abs", x), w.scalar(0.5, i.x)))
    return w.node("Mul", w.node("Sign", x), up)


@rule(ir.Modulo)
def _modulo(w: GraphWriter, i: ir.Modulo) -> Tree:
    a, b = w.tensor(i.lhs), w.tensor(i.rhs)
    if not element(i).is_float:
        return w.node("Mod", a, b)
    return w.node("Sub", a, w.node("Mul", w.node("Floor", w.node("Div", a, b)), b))


@rule(ir.FloorDivide)
def _floor_divide(w: GraphWriter, i: ir.FloorDivide) -> Tree:
    a, b = w.tensor(i.lhs), w.tensor(i.rhs)
    if element(i).is_float:
        return w.node("Floor", w.node("Div", a, b))
    return w.node("Div", w.node("Sub", a, w.node("Mod", a, b)), b)


@rule(ir.TruncateDivide)
def _truncate_divide(w: GraphWriter, i: ir.TruncateDivide) -> Tree:
    quotient = w.node("Div", w.tensor(i.lhs), w.tensor(i.rhs))
    if not element(i).is_float:
        return quotient
    return w.node("Mul", w.node("Sign", quotient), w.node("Floor", w.node("Abs", quotient)))


@rule(ir.Select)
def _select(w: GraphWriter, i: ir.Select) -> Tree:
    flags, on_true, on_false = w.tensor(i.flags), w.tensor(i.on_true), w.tensor(i.on_false)
    return _where(w, i, flags, on_true, on_false)


def _where(w: GraphWriter, like: Value, flags: str, on_true: str, on_false: str) -> str:
    if element(like) is not BOOL:
        return w.node("Where", flags, on_true, on_false)
    # Runtimes lack Where of bools.
    chosen = w.node("And", flags, on_true)
    return w.node("Or", chosen, w.node("And", w.node("Not", flags), on_false))


@rule(ir.DataTypeCast)
def _cast(w: GraphWriter, i: ir.DataTypeCast) -> Tree:
    return w.node("Cast", w.tensor(i.x), to=_number(i.element))


def _number(kind: Any) -> int:
    return helper.np_dtype_to_tensor_dtype(np.dtype(kind.numpy))


# Products and reductions


@rule(ir.Contract)
def _contract(w: GraphWriter, i: ir.Contract) -> Tree:
    labels = i.labels
    # Dimensions under an ellipsis have labels of their own.
    used = dict.fromkeys(label for names in labels.inputs for label in names)
    letters = dict(zip(used, ascii_letters, strict=False))
    terms = ("".join(letters[n] for n in names) for names in (*labels.inputs, labels.output))
    *inputs, output = terms
    equation = f"{','.join(inputs)}->{output}"
    return w.node("Einsum", *map(w.tensor, i.factors), equation=equation)


@rule(ir.Reduce)
def _reduce(w: GraphWriter, i: ir.Reduce) -> Tree:
    if not isinstance(i.by, str):
        raise unsupported(i, f"by the function @{i.by.name}")
    if i.by in ("and", "or") and element(i.x) is not BOOL:
        raise unsupported(i, f"by {i.by} of integers")
    found = _reduced(w, i.by, w.tensor(i.x), i.axes)
    if i.init is None:
        return found
    if i.by not in JOINS:
        raise unsupported(i, f"by {i.by} with an initial value")
    return w.node(JOINS[i.by], found, w.tensor(i.init))


def _reduced(w: GraphWriter, by: str, name: str, axes: Sequence[int]) -> str:
    if not axes:
        return name
    if by in ("and", "or"):
        name = w.node("Cast", name, to=TensorProto.INT32)
    found = w.node(REDUCTIONS[by], name, w.integers(list(axes)), keepdims=0)
    return w.node("Cast", found, to=TensorProto.BOOL) if by in ("and", "or") else found


@rule(ir.Unbroadcast)
def _unbroadcast(w: GraphWriter, i: ir.Unbroadcast) -> Tree:
    like = tensor_type(i.like)
    if any(not isinstance(like.shape[axis], int) for axis in i.axes):
        raise unsupported(i, "along sizes that are known only at run time")
    axes = [axis for axis in i.axes if like.shape[axis] == 1]
    if not axes:
        return w.tensor(i.x)
    return w.node("ReduceSum", w.tensor(i.x), w.integers(axes), keepdims=1)


@rule(ir.ArgMax)
def _arg_max(w: GraphWriter, i: ir.ArgMax) -> Tree:
    return w.node("ArgMax", w.tensor(i.x), axis=i.axis, keepdims=0)


@rule(ir.ArgMin)
def _arg_min(w: GraphWriter, i: ir.ArgMin) -> Tree:
    return w.node("ArgMin", w.tensor(i.x), axis=i.axis, keepdims=0)


# Windows


@rule(ir.Convolve)
def _convolve(w: GraphWriter, i: ir.Convolve) -> Tree:
    x = w.tensor(i.x)
    margins = list(i.margins)
    if any(d != 1 for d in i.left):
        x = _spread(w, x, i.x, [(axis + 2, d - 1) for axis, d in enumerate(i.left)])
    if any(n < 0 for pair in margins for n in pair):
        x = _padded(w, x, [(0, 0), (0, 0), *margins], w.scalar(0, i.x))
        margins = [(0, 0)] * len(margins)
    pads = [low for low, _ in margins] + [high for _, high in margins]
    return w.node(
        "Conv",
        x,
        w.tensor(i.kernel),
        name=i.name or "",
        strides=list(i.steps),
        pads=pads,
        dilations=list(i.right),
        group=i.groups,
    )


@rule(ir.ReduceWindow)
def _reduce_window(w: GraphWriter, i: ir.ReduceWindow) -> Tree:
    type = tensor_type(i.x)
    if not isinstance(i.by, str) or i.by not in ("add", "max", "min"):
        raise unsupported(i, "by any operator but add, max and min")
    if not element(i.x).is_float:
        raise unsupported(i, f"of element type {element(i.x)}")
    margins = i.margins(type.shape)
    leading = (*i.dims[:2], *i.steps[:2], *margins[0], *margins[1])
    if type.rank < 3 or leading != (1, 1, 1, 1, 0, 0, 0, 0):
        raise unsupported(i, "over the first two dimensions")
    if any(not isinstance(n, int) or n < 0 for pair in margins for n in pair):
        raise unsupported(i, "with negative or unknown padding")
    pads = [*(low for low, _ in margins[2:]), *(high for _, high in margins[2:])]
    window: dict[str, Any] = {
        "kernel_shape": list(i.dims[2:]),
        "strides": list(i.steps[2:]),
        "dilations": list(i.spacing[2:]),
        "pads": pads,
    }
    x = w.tensor(i.x)
    if i.by == "add":
        mean = w.node("AveragePool", x, count_include_pad=1, **window)
        found = w.node("Mul", mean, w.scalar(float(np.prod(i.dims)), i.x))
    elif i.by == "max":
        found = w.node("MaxPool", x, **window)
    else:
        found = w.node("Neg", w.node("MaxPool", w.node("Neg", x), **window))
    return found if i.init is None else w.node(JOINS[i.by], found, w.tensor(i.init))


@rule(ir.Scan)
def _scan(w: GraphWriter, i: ir.Scan) -> Tree:
    if i.by != "add":
        raise unsupported(i, "by any operator but add")
    x = w.tensor(i.x)
    for axis in i.axes:
        where = w.constant(np.array(axis, np.int64))
        x = w.node("CumSum", x, where, exclusive=int(i.exclusive), reverse=int(i.reverse))
    return x


@rule(ir.Sort)
def _sort(w: GraphWriter, i: ir.Sort) -> Tree:
    x = w.tensor(i.x)
    if i.count is None:
        count = w.node("Shape", x, start=i.axis, end=i.axis + 1)
    else:
        count = w.integers([i.count])
    return tuple(w.outputs("TopK", 2, x, count, axis=i.axis, largest=int(i.descending)))


# Movement


@rule(ir.LiteralInstruction)
def _literal(w: GraphWriter, i: ir.LiteralInstruction) -> Tree:
    return w.tree(i.value)


@rule(ir.Transpose)
def _transpose(w: GraphWriter, i: ir.Transpose) -> Tree:
    return _transposed(w, w.tensor(i.x), i.permutation)


def _transposed(w: GraphWriter, name: str, axes: Sequence[int]) -> str:
    axes = list(axes)
    return name if axes == sorted(axes) else w.node("Transpose", name, perm=axes)


@rule(ir.Reverse)
def _reverse(w: GraphWriter, i: ir.Reverse) -> Tree:
    count = len(i.axes)
    bounds = (w.integers([n] * count) for n in (-1, np.iinfo(np.int64).min))
    return w.node("Slice", w.tensor(i.x), *bounds, w.integers(i.axes), w.integers([-1] * count))


@rule(ir.Concatenate)
def _concatenate(w: GraphWriter, i: ir.Concatenate) -> Tree:
    return w.node("Concat", *map(w.tensor, i.parts), axis=i.axis)


@rule(ir.Slice)
def _slice(w: GraphWriter, i: ir.Slice) -> Tree:
    axes = w.integers(range(len(i.start)))
    return w.node(
        "Slice", w.tensor(i.x), w.vector(i.start), w.vector(i.end), axes, w.integers(i.steps)
    )


@rule(ir.Pad)
def _pad(w: GraphWriter, i: ir.Pad) -> Tree:
    x = w.tensor(i.x)
    if any(i.gaps):
        x = _spread(w, x, i.x, list(enumerate(i.gaps)), w.tensor(i.value))
    return _padded(w, x, i.padding, w.tensor(i.value))


def _padded(w: GraphWriter, x: str, padding: Sequence[tuple[int, int]], value: str) -> str:
    low, high = zip(*padding, strict=True) if padding else ((), ())
    if not any((*low, *high)):
        return x
    return w.node("Pad", x, w.integers([*low, *high]), value)


def _spread(
    w: GraphWriter, x: str, like: Value, gaps: Sequence[tuple[int, int]], value: str | None = None
) -> str:
    """Puts elements between neighbors: each gets a group of its own, which is padded."""
    rank = tensor_type(like).rank
    filler = value or w.scalar(0, like)
    for axis, gap in gaps:
        if not gap:
            continue
        inner = [(0, 0)] * (rank + 1)
        inner[axis + 1] = 0, gap
        grown = _padded(w, w.node("Unsqueeze", x, w.integers([axis + 1])), inner, filler)
        before = w.node("Shape", x, start=0, end=axis) if axis else w.integers([])
        after = w.node("Shape", x, start=axis + 1) if axis + 1 < rank else w.integers([])
        shape = w.node("Concat", before, w.integers([-1]), after, axis=0)
        flat = w.node("Reshape", grown, shape)
        ends = (w.integers([n]) for n in (0, -gap, axis))
        x = w.node("Slice", flat, *ends)
    return x


@rule(ir.Gather)
def _gather(w: GraphWriter, i: ir.Gather) -> Tree:
    return w.node("Gather", w.tensor(i.x), _places(w, i.indices), axis=i.axis)


def _places(w: GraphWriter, indices: Value) -> str:
    name = w.tensor(indices)
    is_known = element(indices).numpy in (np.int32, np.int64)
    return name if is_known else w.node("Cast", name, to=TensorProto.INT64)


@rule(ir.Scatter)
def _scatter(w: GraphWriter, i: ir.Scatter) -> Tree:
    """``ScatterND`` writes rows, so the axis is moved to the front."""
    rank, count = tensor_type(i.x).rank, tensor_type(i.indices).rank
    if i.by in ("and", "or"):
        raise unsupported(i, f"by {i.by}")
    front = [i.axis, *(a for a in range(rank) if a != i.axis)]
    rows = [*range(i.axis, i.axis + count)]
    moved = [*rows, *(a for a in range(rank - 1 + count) if a not in rows)]
    places = w.node("Cast", w.tensor(i.indices), to=TensorProto.INT64)
    joins = {None: "none", "add": "add", "multiply": "mul", "min": "min", "max": "max"}
    found = w.node(
        "ScatterND",
        _transposed(w, w.tensor(i.x), front),
        w.node("Unsqueeze", places, w.integers([-1])),
        _transposed(w, w.tensor(i.updates), moved),
        reduction=joins[i.by],
    )
    return _transposed(w, found, [front.index(a) for a in range(rank)])


@rule(ir.Update)
def _update(w: GraphWriter, i: ir.Update) -> Tree:
    """The block, and a block of ones, padded to the operand's shape."""
    x, y = w.tensor(i.x), w.tensor(i.y)
    low = w.vector(i.offsets)
    room = w.node("Sub", w.node("Shape", x), w.node("Shape", y))
    pads = w.node("Concat", low, w.node("Sub", room, low), axis=0)
    ones = w.node("Expand", w.constant(np.float32(1)), w.node("Shape", y))
    inside = w.node("Cast", w.node("Pad", ones, pads), to=TensorProto.BOOL)
    kind = element(i.x)
    if kind is BOOL:
        wide = w.node("Pad", w.node("Cast", y, to=TensorProto.INT32), pads)
        return _where(w, i.x, inside, w.node("Cast", wide, to=TensorProto.BOOL), x)
    return w.node("Where", inside, w.node("Pad", y, pads), x)


@rule(ir.Iota)
def _iota(w: GraphWriter, i: ir.Iota) -> Tree:
    type = cast("TensorType", i.type_)
    opened = [axis for axis, dim in enumerate(i.shape) if dim == ERASED]
    sizes = {axis: w.vector([size]) for axis, size in zip(opened, i.sizes, strict=True)}
    shape = w.shape(i.shape, sizes)
    count = w.node("Gather", shape, w.constant(np.array(i.axis, np.int64)))
    row = w.node(
        "Range", w.constant(np.array(0, np.int64)), count, w.constant(np.array(1, np.int64))
    )
    numbers = w.node("Cast", row, to=_number(type.element))
    if len(i.shape) == 1:
        return numbers
    column = [-1 if axis == i.axis else 1 for axis in range(len(i.shape))]
    return w.node("Expand", w.node("Reshape", numbers, w.integers(column)), shape)


@rule(ir.ShapeCast)
def _shape_cast(w: GraphWriter, i: ir.ShapeCast) -> Tree:
    opened = {a: w.integers([-1]) for a, dim in enumerate(i.shape) if dim == ERASED}
    return w.node("Reshape", w.tensor(i.x), w.shape(i.shape, opened), allowzero=int(not opened))


@rule(ir.PadShape)
def _pad_shape(w: GraphWriter, i: ir.PadShape) -> Tree:
    return w.node("Unsqueeze", w.tensor(i.x), w.integers([i.axis]))


@rule(ir.SqueezeShape)
def _squeeze_shape(w: GraphWriter, i: ir.SqueezeShape) -> Tree:
    return w.node("Squeeze", w.tensor(i.x), w.integers([i.axis]))


@rule(ir.Broadcast)
def _broadcast(w: GraphWriter, i: ir.Broadcast) -> Tree:
    # Expand keeps the operand's size in each dimension for which the shape has 1.
    opened = {a: w.integers([1]) for a, dim in enumerate(i.shape) if dim == ERASED}
    return w.node("Expand", w.tensor(i.x), w.shape(i.shape, opened))


@rule(ir.Dimension)
def _dimension(w: GraphWriter, i: ir.Dimension) -> Tree:
    size = w.node("Shape", w.tensor(i.x), start=i.axis, end=i.axis + 1)
    return w.node("Squeeze", size, w.integers([0]))


# Aggregates


@rule(ir.Extract)
def _extract(w: GraphWriter, i: ir.Extract) -> Tree:
    tree, type, path = w.tree(i.source), i.source.type, list(i.path)
    while path and not isinstance(tree, str):
        tree = part(tree, positions(type, path[:1]))
        type, path = element_at(type, (path[0],)), path[1:]
    for step in path:
        place = w.constant(np.array(int(step), np.int64))
        tree = w.node("Gather", cast("str", tree), place, axis=0)
    return tree


@rule(ir.Insert)
def _insert(w: GraphWriter, i: ir.Insert) -> Tree:
    def replaced(tree: Tree, type: Any, path: Sequence[Any]) -> Tree:
        if not path:
            return w.tree(i.element)
        if isinstance(tree, str):
            raise unsupported(i, "of an element of a tensor")
        [place] = positions(type, path[:1])
        inner = replaced(tree[place], element_at(type, (path[0],)), path[1:])
        return (*tree[:place], inner, *tree[place + 1 :])

    return replaced(w.tree(i.target), i.target.type, list(i.path))


@rule(ir.Assert)
def _assert(w: GraphWriter, i: ir.Assert) -> Tree:
    """ONNX has no traps: the model computes as if the condition held."""
    return ()
