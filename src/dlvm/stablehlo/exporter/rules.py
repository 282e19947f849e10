"""Maps each instruction to operations of StableHLO that compute the same result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar, cast

import numpy as np

from dlvm.analysis.cfg.structured import Tree
from dlvm.ir import instructions as ir
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.aggregate import element_at
from dlvm.ir.types import BOOL, ERASED, I64, U8, Dim, StructType, TensorType, Type
from dlvm.ir.values import Literal, Value
from dlvm.stablehlo.exporter.writer import HloWriter, ints, type_text, unsupported

Kind = TypeVar("Kind", bound=Instruction)
Rule = Callable[[HloWriter, Any], Tree]

RULES: Final[dict[type[Instruction], Rule]] = {}
"""The rule of each instruction, which returns the names of the result."""

ELEMENTWISE: Final[dict[type[Instruction], str]] = {
    ir.Sqrt: "sqrt", ir.Rsqrt: "rsqrt", ir.Exp: "exponential",
    ir.Expm1: "exponential_minus_one", ir.Log: "log", ir.Log1p: "log_plus_one", ir.Sin: "sine",
    ir.Cos: "cosine", ir.Tan: "tan", ir.Tanh: "tanh", ir.Floor: "floor", ir.Ceil: "ceil",
    ir.Round: "round_nearest_afz", ir.Rint: "round_nearest_even", ir.Not: "not",
    ir.Negate: "negate",
    ir.Asin: "chlo.asin", ir.Acos: "chlo.acos", ir.Atan: "chlo.atan", ir.Sinh: "chlo.sinh",
    ir.Cosh: "chlo.cosh", ir.Erf: "chlo.erf", ir.Erfc: "chlo.erfc", ir.Lgamma: "chlo.lgamma",
    ir.Digamma: "chlo.digamma",
    ir.Add: "add", ir.Subtract: "subtract", ir.Multiply: "multiply", ir.Divide: "divide",
    ir.Power: "power", ir.Atan2: "atan2", ir.Min: "minimum", ir.Max: "maximum", ir.And: "and",
    ir.Or: "or", ir.Xor: "xor", ir.ShiftLeft: "shift_left",
}  # fmt: skip
"""Instructions that are one operation on operands of the same shape."""
COMPARISONS: Final[dict[type[Instruction], str]] = {
    ir.LessThan: "LT", ir.LessThanOrEqual: "LE", ir.GreaterThan: "GT",
    ir.GreaterThanOrEqual: "GE", ir.Equal: "EQ", ir.NotEqual: "NE",
}  # fmt: skip


def rule(kind: type[Kind]) -> Callable[[Callable[[HloWriter, Kind], Tree]], Rule]:
    """Decorator: registers the rule of an instruction."""

    def enter(function: Callable[[HloWriter, Kind], Tree]) -> Rule:
        RULES[kind] = function
        return function

    return enter


def tensor_type(value: Value) -> TensorType:
    return cast("TensorType", value.type.canonical)


# Broadcasting


def broadcast(w: HloWriter, operands: Sequence[Value], shape: Sequence[Dim]) -> list[str]:
    """The operands, broadcast to one shape."""
    names = [w.tensor(o) for o in operands]
    return spread_all(w, names, shape)


def spread_all(w: HloWriter, names: Sequence[str], shape: Sequence[Dim]) -> list[str]:
    types = [w.type(n) for n in names]
    are_known = all(isinstance(d, int) or d.name for d in shape)
    if are_known and all(t.shape == tuple(shape) for t in types):
        return list(names)
    if len(names) == 1 and types[0].rank == len(shape):
        return list(names)
    sizes = _sizes(w, names, shape)
    return [
        w.spread(n, range(len(shape) - t.rank, len(shape)), shape, sizes)
        for n, t in zip(names, types, strict=True)
    ]


def _sizes(w: HloWriter, names: Sequence[str], shape: Sequence[Dim]) -> list[str]:
    """The i64 values of the sizes to which values broadcast; none if the shape is static."""
    if all(isinstance(d, int) for d in shape):
        return []
    found: list[str] = []
    for place, dim in enumerate(shape):
        if isinstance(dim, int):
            found.append(w.dim(dim))
            continue
        axes = {n: place - len(shape) + w.type(n).rank for n in names}
        own = [(n, a) for n, a in axes.items() if a >= 0 and w.type(n).shape[a] != 1]
        size = w.size(*own[0])
        one = w.constant(np.int64(1))
        for other in own[1:]:
            is_one = compare(w, "EQ", size, one)
            size = w.one("select", is_one, w.size(*other), size, type=w.type(size))
        found.append(size)
    return found


def _operation(name: str) -> Rule:
    def write(w: HloWriter, i: Any) -> Tree:
        type = tensor_type(i)
        return w.one(name, *broadcast(w, i.operands, type.shape), type=type)

    return write


def _comparison(direction: str) -> Rule:
    def write(w: HloWriter, i: Any) -> Tree:
        x, y = broadcast(w, i.operands, tensor_type(i).shape)
        return compare(w, direction, x, y)

    return write


def compare(w: HloWriter, direction: str, x: str, y: str, total: bool = False) -> str:
    """Compares elements; floats are compared by their total order if ``total``."""
    given = {"comparison_direction": f"#stablehlo<comparison_direction {direction}>"}
    if total and w.type(x).element.is_float:
        given["compare_type"] = "#stablehlo<comparison_type TOTALORDER>"
    return w.one("compare", x, y, type=w.type(x).with_element(BOOL), given=given)


RULES.update({kind: _operation(name) for kind, name in ELEMENTWISE.items()})
RULES.update({kind: _comparison(name) for kind, name in COMPARISONS.items()})


# Element-wise compositions


@rule(ir.Sign)
def _sign(w: HloWriter, i: ir.Sign) -> Tree:
    x = w.tensor(i.x)
    if w.type(x).element.kind != "unsigned":
        return w.one("sign", x)
    return w.one("convert", compare(w, "NE", x, w.full(0, x)), type=w.type(x))


@rule(ir.Abs)
def _abs(w: HloWriter, i: ir.Abs) -> Tree:
    x = w.tensor(i.x)
    return x if w.type(x).element.kind == "unsigned" else w.one("abs", x)


@rule(ir.Square)
def _square(w: HloWriter, i: ir.Square) -> Tree:
    x = w.tensor(i.x)
    return w.one("multiply", x, x)


@rule(ir.Reciprocal)
def _reciprocal(w: HloWriter, i: ir.Reciprocal) -> Tree:
    x = w.tensor(i.x)
    return w.one("divide", w.full(1, x), x)


@rule(ir.IsNaN)
def _is_nan(w: HloWriter, i: ir.IsNaN) -> Tree:
    x = w.tensor(i.x)
    return compare(w, "NE", x, x)


@rule(ir.IsInf)
def _is_inf(w: HloWriter, i: ir.IsInf) -> Tree:
    x = w.one("abs", w.tensor(i.x))
    return compare(w, "EQ", x, w.full(np.inf, x))


@rule(ir.ShiftRight)
def _shift_right(w: HloWriter, i: ir.ShiftRight) -> Tree:
    type = tensor_type(i)
    name = "logical" if type.element.kind == "unsigned" else "arithmetic"
    return w.one(f"shift_right_{name}", *broadcast(w, i.operands, type.shape), type=type)


def _is_zero(w: HloWriter, x: str) -> str:
    return compare(w, "EQ", x, w.full(0, x))


def _truncated(w: HloWriter, x: str, y: str) -> str:
    """The quotient, rounded towards zero. For integers, it is 0 if the divisor is 0."""
    if w.type(x).element.is_float:
        quotient = w.one("divide", x, y)
        negative = compare(w, "LT", quotient, w.full(0, quotient))
        return w.one(
            "select", negative, w.one("ceil", quotient), w.one("floor", quotient),
            type=w.type(x),
        )  # fmt: skip
    none = _is_zero(w, y)
    divisor = w.one("select", none, w.full(1, y), y, type=w.type(y))
    quotient = w.one("divide", x, divisor)
    return w.one("select", none, w.full(0, x), quotient, type=w.type(x))


def _floored_remainder(w: HloWriter, x: str, y: str) -> str:
    """The remainder with the sign of the divisor. For integers, it is 0 if the divisor is 0."""
    type = w.type(x)
    divisor = y
    if not type.element.is_float:
        divisor = w.one("select", _is_zero(w, y), w.full(1, y), y, type=type)
    rest = w.one("remainder", x, divisor)
    if type.element.kind == "unsigned":
        return rest
    zero = w.full(0, x)
    signs = [compare(w, "LT", v, zero) for v in (rest, divisor)]
    differs = w.one("xor", *signs)
    wrong = w.one("and", compare(w, "NE", rest, zero), differs)
    return w.one("select", wrong, w.one("add", rest, divisor), rest, type=type)


@rule(ir.TruncateDivide)
def _truncate_divide(w: HloWriter, i: ir.TruncateDivide) -> Tree:
    return _truncated(w, *broadcast(w, i.operands, tensor_type(i).shape))


@rule(ir.FloorDivide)
def _floor_divide(w: HloWriter, i: ir.FloorDivide) -> Tree:
    x, y = broadcast(w, i.operands, tensor_type(i).shape)
    if w.type(x).element.is_float:
        # As in NumPy: the quotient of two floats may round up to an integer.
        whole = w.one("divide", w.one("subtract", x, _floored_remainder(w, x, y)), y)
        quotient = w.one("round_nearest_even", whole)
        return w.one("select", _is_zero(w, y), w.one("divide", x, y), quotient, type=w.type(x))
    return _truncated(w, w.one("subtract", x, _floored_remainder(w, x, y)), y)


@rule(ir.Modulo)
def _modulo(w: HloWriter, i: ir.Modulo) -> Tree:
    return _floored_remainder(w, *broadcast(w, i.operands, tensor_type(i).shape))


@rule(ir.Select)
def _select(w: HloWriter, i: ir.Select) -> Tree:
    type = tensor_type(i)
    on_true, on_false, flags = broadcast(w, [i.on_true, i.on_false, i.flags], type.shape)
    return w.one("select", flags, on_true, on_false, type=type)


@rule(ir.DataTypeCast)
def _cast(w: HloWriter, i: ir.DataTypeCast) -> Tree:
    return w.one("convert", w.tensor(i.x), type=tensor_type(i))


@rule(ir.BitCast)
def _bit_cast(w: HloWriter, i: ir.BitCast) -> Tree:
    return w.one("bitcast_convert", w.tensor(i.x), type=tensor_type(i))


# Movement


@rule(ir.LiteralInstruction)
def _literal(w: HloWriter, i: ir.LiteralInstruction) -> Tree:
    return w.tree(i.value)


@rule(ir.Transpose)
def _transpose(w: HloWriter, i: ir.Transpose) -> Tree:
    return w.one("transpose", w.tensor(i.x), type=tensor_type(i), permutation=ints(i.permutation))


@rule(ir.Reverse)
def _reverse(w: HloWriter, i: ir.Reverse) -> Tree:
    return w.one("reverse", w.tensor(i.x), dimensions=ints(i.axes))


@rule(ir.Concatenate)
def _concatenate(w: HloWriter, i: ir.Concatenate) -> Tree:
    parts = map(w.tensor, i.parts)
    return w.one("concatenate", *parts, type=tensor_type(i), dimension=f"{i.axis} : i64")


def sliced(
    w: HloWriter,
    x: str,
    start: Sequence[int],
    end: Sequence[int],
    steps: Sequence[int] | None = None,
) -> str:
    """The elements of ``x`` between constant bounds, one for each dimension."""
    steps = steps or [1] * len(start)
    shape = [-(-(b - a) // s) for a, b, s in zip(start, end, steps, strict=True)]
    return w.one(
        "slice", x, type=w.type(x).with_shape(shape),
        start_indices=ints(start), limit_indices=ints(end), strides=ints(steps),
    )  # fmt: skip


@rule(ir.Slice)
def _slice(w: HloWriter, i: ir.Slice) -> Tree:
    x, type, result = w.tensor(i.x), tensor_type(i.x), tensor_type(i)
    steps = [*i.steps, *[1] * (type.rank - len(i.start))]
    bounds = [_number(v) for v in (*i.start, *i.end)]
    rest = type.shape[len(i.start) :]
    if None not in bounds and all(isinstance(d, int) for d in rest):
        count = len(i.start)
        start = [*bounds[:count], *[0] * len(rest)]
        end = [*bounds[count:], *rest]
        return sliced(w, x, cast("Any", start), cast("Any", end), steps)
    zero = w.constant(np.int64(0))
    start = [*map(w.tensor, i.start), *[zero] * len(rest)]
    if result.static_shape is not None and set(steps) == {1}:
        return w.one("dynamic_slice", x, *start, type=result, slice_sizes=ints(result.static_shape))
    end = [*map(w.tensor, i.end), *(w.size(x, a + len(i.end)) for a in range(len(rest)))]
    strides = w.constant(np.array(steps, np.int64))
    return w.one("real_dynamic_slice", x, w.vector(start), w.vector(end), strides, type=result)


def _number(value: Value) -> int | None:
    return int(cast("Any", value.data)) if isinstance(value, Literal) else None


@rule(ir.Pad)
def _pad(w: HloWriter, i: ir.Pad) -> Tree:
    return padded(w, w.tensor(i.x), w.tensor(i.value), i.padding, tensor_type(i), i.gaps)


def padded(
    w: HloWriter,
    x: str,
    value: str,
    padding: Sequence[tuple[int, int]],
    type: TensorType,
    gaps: Sequence[int] | None = None,
) -> str:
    return w.one(
        "pad", x, value, type=type,
        edge_padding_low=ints([low for low, _ in padding]),
        edge_padding_high=ints([high for _, high in padding]),
        interior_padding=ints(gaps or [0] * len(padding)),
    )  # fmt: skip


@rule(ir.Gather)
def _gather(w: HloWriter, i: ir.Gather) -> Tree:
    x, places, type = w.tensor(i.x), w.tensor(i.indices), tensor_type(i.x)
    rank, count = type.rank, tensor_type(i.indices).rank
    offsets = [*range(i.axis), *range(i.axis + count, rank - 1 + count)]
    numbers = (
        f"#stablehlo.gather<offset_dims = {offsets}, collapsed_slice_dims = [{i.axis}], "
        f"start_index_map = [{i.axis}], index_vector_dim = {count}>"
    )
    shape: list[Dim] = list(type.shape)
    shape[i.axis] = 1
    result = tensor_type(i)
    if all(isinstance(d, int) for d in shape):
        sizes = ints(cast("Sequence[int]", shape))
        return w.one("gather", x, places, type=result, dimension_numbers=numbers, slice_sizes=sizes)
    sizes = [w.constant(np.int64(1)) if a == i.axis else w.size(x, a) for a in range(rank)]
    return w.one(
        "dynamic_gather", x, places, w.vector(sizes), type=result, dimension_numbers=numbers
    )


@rule(ir.Scatter)
def _scatter(w: HloWriter, i: ir.Scatter) -> Tree:
    rank, count = tensor_type(i.x).rank, tensor_type(i.indices).rank
    windows = [*range(i.axis), *range(i.axis + count, rank - 1 + count)]
    numbers = (
        f"#stablehlo.scatter<update_window_dims = {windows}, inserted_window_dims = [{i.axis}], "
        f"scatter_dims_to_operand_dims = [{i.axis}], index_vector_dim = {count}>"
    )
    scalar = TensorType((), tensor_type(i.x).element)

    def join(inner: HloWriter, old: str, new: str) -> str:
        return new if i.by is None else inner.one(JOINS[i.by], old, new)

    return w.one(
        "scatter", w.tensor(i.x), w.tensor(i.indices), w.tensor(i.updates),
        type=tensor_type(i), regions=[w.region([scalar, scalar], join)],
        scatter_dimension_numbers=numbers,
    )  # fmt: skip


JOINS: Final = {
    "add": "add", "multiply": "multiply", "min": "minimum", "max": "maximum", "and": "and",
    "or": "or",
}  # fmt: skip
"""The operation that combines two elements, by the name of the operator."""


@rule(ir.Update)
def _update(w: HloWriter, i: ir.Update) -> Tree:
    operands = [w.tensor(v) for v in (i.x, i.y, *i.offsets)]
    return w.one("dynamic_update_slice", *operands, type=tensor_type(i))


@rule(ir.Iota)
def _iota(w: HloWriter, i: ir.Iota) -> Tree:
    type = tensor_type(i)
    axis = f"{i.axis} : i64"
    if type.static_shape is not None:
        return w.op("stablehlo.iota", [], [type], {"iota_dimension": axis})[0]
    given = iter(i.sizes)
    sizes = [w.tensor(next(given)) if d == ERASED else w.dim(d) for d in i.shape]
    return w.one("dynamic_iota", w.vector(sizes), type=type, iota_dimension=axis)


@rule(ir.ShapeCast)
def _shape_cast(w: HloWriter, i: ir.ShapeCast) -> Tree:
    return reshape(w, w.tensor(i.x), tensor_type(i), i.shape)


def reshape(w: HloWriter, x: str, type: TensorType, shape: Sequence[Dim]) -> str:
    """Reshapes a value to ``shape``, in which one size can be erased: it is computed from the
    number of elements."""
    if type.static_shape is not None and w.type(x).static_shape is not None:
        return w.one("reshape", x, type=type)
    if type.static_shape is not None:
        vector = w.constant(np.array(type.static_shape, np.int64))
        return w.one("dynamic_reshape", x, vector, type=type)
    left = w.constant(np.int64(1))
    sizes = {a: w.dim(d) for a, d in enumerate(shape) if d != ERASED}
    if ERASED in shape:
        for size in w.sizes(x):
            left = w.one("multiply", left, size)
        whole = w.constant(np.int64(1))
        for size in sizes.values():
            whole = w.one("multiply", whole, size)
        left = w.one("divide", left, whole)
    vector = w.vector([sizes.get(a, left) for a in range(len(shape))])
    return w.one("dynamic_reshape", x, vector, type=type)


def with_sizes(w: HloWriter, x: str, type: TensorType, sizes: Callable[[], list[str]]) -> str:
    """Reshapes a value to a type, whose sizes ``sizes`` computes if they are not static."""
    if type.static_shape is not None and w.type(x).static_shape is not None:
        return w.one("reshape", x, type=type)
    return w.one("dynamic_reshape", x, w.shape(type.shape, sizes()), type=type)


@rule(ir.PadShape)
def _pad_shape(w: HloWriter, i: ir.PadShape) -> Tree:
    x = w.tensor(i.x)

    def sizes() -> list[str]:
        own = w.sizes(x)
        return [*own[: i.axis], w.constant(np.int64(1)), *own[i.axis :]]

    return with_sizes(w, x, tensor_type(i), sizes)


@rule(ir.SqueezeShape)
def _squeeze_shape(w: HloWriter, i: ir.SqueezeShape) -> Tree:
    x = w.tensor(i.x)
    others = [a for a in range(w.type(x).rank) if a != i.axis]
    return with_sizes(w, x, tensor_type(i), lambda: [w.size(x, a) for a in others])


@rule(ir.Broadcast)
def _broadcast(w: HloWriter, i: ir.Broadcast) -> Tree:
    x, type = w.tensor(i.x), tensor_type(i)
    first = type.rank - w.type(x).rank
    sizes: list[str] = []
    if type.static_shape is None:
        sizes = [w.size(x, a - first) if d == ERASED else w.dim(d) for a, d in enumerate(i.shape)]
    return w.spread(x, range(first, type.rank), type.shape, sizes)


# Sizes


@rule(ir.Dimension)
def _dimension(w: HloWriter, i: ir.Dimension) -> Tree:
    return w.size(w.tensor(i.x), i.axis)


@rule(ir.Rank)
def _rank(w: HloWriter, i: ir.Rank) -> Tree:
    return w.constant(np.int64(tensor_type(i.x).rank))


@rule(ir.ShapeOf)
def _shape_of(w: HloWriter, i: ir.ShapeOf) -> Tree:
    x = w.tensor(i.x)
    type = w.type(x)
    return w.shape(type.shape, [] if type.static_shape is not None else w.sizes(x))


@rule(ir.UnitCount)
def _unit_count(w: HloWriter, i: ir.UnitCount) -> Tree:
    count = w.constant(np.int64(1))
    for size in w.sizes(w.tensor(i.x)):
        count = w.one("multiply", count, size)
    return count


# Aggregates


def position(type: Type, step: int | str) -> int:
    """The index of an element or field among the parts of an aggregate."""
    whole = type.canonical
    if isinstance(whole, StructType) and isinstance(step, str):
        return [n for n, _ in whole.fields].index(step)
    return int(step)


@rule(ir.Extract)
def _extract(w: HloWriter, i: ir.Extract) -> Tree:
    tree, type, path = w.tree(i.source), i.source.type, list(i.path)
    while path and not isinstance(tree, str):
        tree = tree[position(type, path[0])]
        type, path = element_at(type, (path[0],)), path[1:]
    if not path:
        return tree
    x, whole = cast("str", tree), cast("TensorType", type.canonical)
    rest = whole.shape[len(path) :]
    numbers = [int(step) for step in path]
    if whole.static_shape is not None:
        start = [*numbers, *[0] * len(rest)]
        end = [*(n + 1 for n in numbers), *cast("Sequence[int]", rest)]
        return w.one("reshape", sliced(w, x, start, end), type=tensor_type(i))
    sizes = [w.size(x, len(path) + a) for a in range(len(rest))]
    zero = w.constant(np.int64(0))
    start = [*(w.constant(np.int64(n)) for n in numbers), *[zero] * len(rest)]
    end = [*(w.constant(np.int64(n + 1)) for n in numbers), *sizes]
    steps = w.constant(np.ones(whole.rank, np.int64))
    block = w.one(
        "real_dynamic_slice", x, w.vector(start), w.vector(end), steps,
        type=whole.with_shape((*[1] * len(path), *rest)),
    )  # fmt: skip
    return with_sizes(w, block, tensor_type(i), lambda: sizes)


@rule(ir.Insert)
def _insert(w: HloWriter, i: ir.Insert) -> Tree:
    def replaced(tree: Tree, type: Type, path: Sequence[Any]) -> Tree:
        if not path:
            return w.tree(i.element)
        if isinstance(tree, str):
            return in_tensor(tree, [int(step) for step in path])
        place = position(type, path[0])
        inner = replaced(tree[place], element_at(type, (path[0],)), path[1:])
        return (*tree[:place], inner, *tree[place + 1 :])

    def in_tensor(x: str, path: Sequence[int]) -> str:
        element = w.tensor(i.element)
        ones = [1] * len(path)
        type = w.type(element).with_shape((*ones, *w.type(element).shape))
        one = w.constant(np.int64(1))
        block = with_sizes(w, element, type, lambda: [*[one] * len(path), *w.sizes(element)])
        starts = [*path, *[0] * (w.type(x).rank - len(path))]
        offsets = [w.constant(np.int64(n)) for n in starts]
        return w.one("dynamic_update_slice", x, block, *offsets)

    return replaced(w.tree(i.target), i.target.type, list(i.path))


@rule(ir.Assert)
def _assert(w: HloWriter, i: ir.Assert) -> Tree:
    """StableHLO has no traps: the program computes as if the condition held."""
    return ()


def check_static(i: Instruction, type: TensorType, what: str) -> tuple[int, ...]:
    """The shape of a tensor, which must be known."""
    if type.static_shape is None:
        raise unsupported(i, f"of {what} {type_text(type)}, whose sizes must be known")
    return type.static_shape


def as_numbers(w: HloWriter, x: str) -> str:
    """Converts bools to ``u8``; returns other values unchanged."""
    type = w.type(x)
    return w.one("convert", x, type=type.with_element(U8)) if type.element is BOOL else x


def indices_like(w: HloWriter, x: str, axis: int) -> str:
    """The index of each element of a value along an axis."""
    type = w.type(x).with_element(I64)
    place = {"iota_dimension": f"{axis} : i64"}
    if type.static_shape is not None:
        return w.op("stablehlo.iota", [], [type], place)[0]
    return w.one("dynamic_iota", w.vector(w.sizes(x)), type=type, given=place)
