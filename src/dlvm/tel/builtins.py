"""The built-in functions: one table with the shape rule and the NNKit function of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dlvm.ir.polynomial import Polynomial, Size
from dlvm.tel.types import NUMBERS, Extent, Sizes, TelTensor, show, show_size

Options = Mapping[str, Any]
Rule = Callable[[str, Sequence[TelTensor], Options], TelTensor]
"""The type of the result of the named function, for its arguments and options. Raises
:class:`Mismatch` if there is none."""


class Mismatch(Exception):
    """Arguments whose types or sizes do not fit."""


@dataclass(frozen=True)
class BuiltinFunction:
    """A built-in function: its number of arguments, its rule, and its NNKit function."""

    arity: tuple[int, int]
    rule: Rule
    function: str
    options: tuple[str, ...] = ()
    """Integer options that are passed by name."""
    alike: int = 0
    """The position of the first of the arguments that are converted to a common element type."""


def is_float(element: str) -> bool:
    """Whether an element type, possibly of a literal, is a float type."""
    return element[0] in "fb" and element != "bool"


def is_integer(element: str) -> bool:
    """Whether an element type, possibly of a literal, is an integer type."""
    return element != "bool" and not is_float(element)


def joined_element(function: str, types: Sequence[TelTensor]) -> str:
    """The common element type of operands; numbers adapt to tensors."""
    fixed = {t.element for t in types if t.element not in NUMBERS}
    mixed = len(fixed) > 1 or (fixed == {"bool"} and any(t.element in NUMBERS for t in types))
    if mixed:
        raise Mismatch(
            f"{function} needs operands of one element type, got "
            f"{' and '.join(map(show, types))}; convert one, as in f32(x)"
        )
    weak = "float" if any(t.element == "float" for t in types) else "int"
    element = fixed.pop() if fixed else weak
    if weak == "float" and not is_float(element):
        raise Mismatch(f"{function} needs a float tensor beside a float number, got {element}")
    return element


def broadcast(function: str, types: Sequence[TelTensor]) -> Sizes:
    """The shape to which operands broadcast, by NumPy's rule."""
    result: Sizes = ()
    for type in types:
        longer, shorter = sorted((result, type.sizes), key=len, reverse=True)
        sizes: list[Extent] = list(longer)
        for place, size in enumerate(shorter, len(longer) - len(shorter)):
            if sizes[place] == 1:
                sizes[place] = size
            elif size not in (1, sizes[place]):
                raise Mismatch(
                    f"{function} needs operands of equal sizes or size 1, got "
                    f"{' and '.join(map(show, types))}: {show_size(sizes[place])} is not "
                    f"{show_size(size)}"
                )
        if any(isinstance(s, str) for s in longer) and shorter not in ((), longer):
            raise Mismatch(f"{function} needs equal shapes, got {' and '.join(map(show, types))}")
        result = tuple(sizes)
    return result


def alike(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    return TelTensor(joined_element(function, types), broadcast(function, types))


def elementwise(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    for type in types:
        _require_numbers(function, type)
    return alike(function, types, options)


def _require_numbers(function: str, type: TelTensor) -> None:
    if type.element == "bool":
        raise Mismatch(f"{function} needs numbers, got {show(type)}; convert it, as in i64(x)")


def float_elementwise(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    result = elementwise(function, types, options)
    if not is_float(result.element) and result.element != "int":
        raise Mismatch(f"{function} needs floats, got {show(result)}")
    return result if result.element != "int" else TelTensor("float", result.sizes)


def comparison(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    return TelTensor("bool", alike(function, types, options).sizes)


def logical(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    for type in types:
        if type.element != "bool":
            raise Mismatch(f"{function} needs truth values (bool), got {show(type)}")
    return TelTensor("bool", broadcast(function, types))


def _where(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    logical(function, types[:1], options)
    return TelTensor(joined_element(function, types[1:]), broadcast(function, types))


def axis_of(function: str, type: TelTensor, options: Options, default: int | None) -> int | None:
    """The place of the option ``axis``."""
    axis = options.get("axis", default)
    rank = len(type.sizes)
    if axis is None:
        return None
    if any(isinstance(s, str) for s in type.sizes):
        raise Mismatch(f"{function} along an axis needs a known rank, got {show(type)}")
    if not -rank <= axis < rank:
        raise Mismatch(f"axis must be in [{-rank}, {rank}), got {axis} for {show(type)}")
    return axis % rank


def _widened(element: str) -> str:
    """The element type of sums and products, as in NumPy: those of integers have 64 bits."""
    if element in NUMBERS or is_float(element):
        return element
    return f"{element[0]}64"


def reduction(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    (type,) = types
    axis = axis_of(function, type, options, None)
    element = type.element
    if function in ("argmax", "argmin"):
        element = "i64"
    if function in ("mean", "var", "std") and not is_float(element):
        raise Mismatch(f"{function} needs floats, got {show(type)}")
    if function in ("all", "any") and element != "bool":
        raise Mismatch(f"{function} needs truth values (bool), got {show(type)}")
    if function in ("sum", "prod", "max", "min", "argmax", "argmin"):
        _require_numbers(function, type)
    if function in ("sum", "prod"):
        element = _widened(element)
    if axis is None:
        return TelTensor(element, ())
    kept: Sizes = (1,) if options.get("keepdims") else ()
    return TelTensor(element, (*type.sizes[:axis], *kept, *type.sizes[axis + 1 :]))


def along_axis(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    axis_of(function, types[0], options, -1)
    return types[0] if function == "flip" else float_elementwise(function, types, options)


def matrix_product(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    a, b = types
    if not a.sizes or not b.sizes or any(isinstance(s, str) for s in (*a.sizes, *b.sizes)):
        raise Mismatch(f"a matrix product needs vectors or matrices, got {show(a)} and {show(b)}")
    for type in types:
        _require_numbers("a matrix product", type)
    inner = b.sizes[-2:][0]
    if a.sizes[-1] != inner:
        raise Mismatch(
            f"inner sizes of a matrix product must be equal, got {show(a)} and {show(b)}: "
            f"{show_size(a.sizes[-1])} is not {show_size(inner)}"
        )
    outer = (TelTensor("f32", a.sizes[:-2]), TelTensor("f32", b.sizes[:-2]))
    left = a.sizes[-2:-1]
    right = b.sizes[-1:] if len(b.sizes) > 1 else ()
    return TelTensor(
        joined_element("a matrix product", types),
        (*broadcast("a matrix product", outer), *left, *right),
    )


def same_shapes(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    a, b = types
    if a.sizes != b.sizes:
        raise Mismatch(f"{function} needs equal shapes, got {show(a)} and {show(b)}")
    return TelTensor(float_elementwise(function, types, options).element, ())


def _cross_entropy(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    logits, labels = types
    fits = bool(logits.sizes) and logits.sizes[:-1] == labels.sizes
    if not (fits and is_float(logits.element) and is_integer(labels.element)):
        raise Mismatch(
            "cross_entropy needs logits [n x k] and labels i64[n], got "
            f"{show(logits)} and {show(labels)}"
        )
    return TelTensor(logits.element, ())


def _concat(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    axis = axis_of(function, types[0], options, 0)
    assert axis is not None
    total: Size = 0
    for type in types:
        fits = len(type.sizes) == len(types[0].sizes) and all(
            a == b or place == axis
            for place, (a, b) in enumerate(zip(type.sizes, types[0].sizes, strict=True))
        )
        size = type.sizes[axis] if fits else ""
        if isinstance(size, str):
            raise Mismatch(
                f"concat needs equal sizes except along axis {axis}, got "
                f"{' and '.join(map(show, types))}"
            )
        total = total + size
    sizes = types[0].sizes
    element = joined_element(function, types)
    return TelTensor(element, (*sizes[:axis], total, *sizes[axis + 1 :]))


def _window_size(function: str, size: Extent, window: int, options: Options) -> Size:
    """The number of positions of a sliding window. Raises :class:`Mismatch` if the window does not
    fit, or if the stride is not 1 and the size is not a number."""
    stride, padding = options.get("stride", 1), options.get("padding", 0)
    assert not isinstance(size, str)
    span = size + (2 * padding - window)
    if stride < 1 or padding < 0:
        raise Mismatch(
            f"{function} needs stride of at least 1 and padding of at least 0, got {stride} and "
            f"{padding}"
        )
    if isinstance(span, int):
        if span < 0:
            raise Mismatch(f"{function}: the window {window} exceeds the size {show_size(size)}")
        return span // stride + 1
    if stride != 1:
        raise Mismatch(f"{function} with a stride needs a number as size, got {show_size(size)}")
    return span + 1


def _convolution(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    x, w = types
    if len(x.sizes) != 4 or len(w.sizes) != 4 or x.sizes[1] != w.sizes[1]:
        raise Mismatch(
            "conv2d needs [n x c x h x w] and a kernel [k x c x i x j], got "
            f"{show(x)} and {show(w)}"
        )
    _require_numbers(function, x)
    windows = w.sizes[2:]
    if any(isinstance(size, Polynomial | str) for size in windows):
        raise Mismatch(f"conv2d needs a kernel whose window sizes are numbers, got {show(w)}")
    spatial = (
        _window_size(function, size, int(str(window)), options)
        for size, window in zip(x.sizes[2:], windows, strict=True)
    )
    return TelTensor(joined_element(function, types), (x.sizes[0], w.sizes[0], *spatial))


def _pooling(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    (x,) = types
    if len(x.sizes) != 4:
        raise Mismatch(f"{function} needs [n x c x h x w], got {show(x)}")
    if function == "avg_pool" and not is_float(x.element):
        raise Mismatch(f"{function} needs floats, got {show(x)}")
    _require_numbers(function, x)
    window = options.get("window", 2)
    sizes = (
        _window_size(function, s, window, {"stride": options.get("stride", window)})
        for s in x.sizes[2:]
    )
    return TelTensor(x.element, (*x.sizes[:2], *sizes))


def _one_hot(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    count = options.get("classes")
    if not is_integer(types[0].element) or count is None:
        raise Mismatch(
            f"one_hot needs integers and classes, as in classes = 10, got {show(types[0])}"
        )
    return TelTensor("f32", (*types[0].sizes, count))


def _rows(function: str, types: Sequence[TelTensor], options: Options) -> TelTensor:
    values, indices = types
    if not values.sizes or not is_integer(indices.element):
        raise Mismatch(f"take needs a tensor and integers, got {show(values)} and {show(indices)}")
    return TelTensor(values.element, (*indices.sizes, *values.sizes[1:]))


def _table() -> dict[str, BuiltinFunction]:
    k = "_k."
    rows: dict[str, BuiltinFunction] = {}
    for name in (
        *("exp", "log", "log1p", "expm1", "sqrt", "rsqrt", "sin"),
        *(
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "sinh",
            "cosh",
        ),
        *("tanh", "erf", "floor", "ceil"),
    ):
        rows[name] = BuiltinFunction((1, 1), float_elementwise, k + name)
    for name in (
        *("relu", "sigmoid", "silu", "softplus", "gelu", "elu", "selu"),
        *(
            "leaky_relu",
            "log_sigmoid",
        ),
    ):
        rows[name] = BuiltinFunction((1, 1), float_elementwise, f"_functions.{name}")
    for name in ("abs", "sign", "square"):
        rows[name] = BuiltinFunction((1, 1), elementwise, k + name)
    for name in ("maximum", "minimum"):
        rows[name] = BuiltinFunction((2, 2), elementwise, k + name)
    rows["where"] = BuiltinFunction((3, 3), _where, k + "where", alike=1)
    for name in ("softmax", "log_softmax"):
        rows[name] = BuiltinFunction((1, 1), along_axis, f"_functions.{name}", ("axis",))
    rows["flip"] = BuiltinFunction((1, 1), along_axis, k + "flip", ("axis",))
    for name in (
        *("sum", "mean", "max", "min", "prod", "var", "std"),
        *(
            "all",
            "any",
            "argmax",
            "argmin",
        ),
    ):
        rows[name] = BuiltinFunction((1, 1), reduction, k + name, ("axis", "keepdims"))
    rows["cross_entropy"] = BuiltinFunction(
        (2, 2), _cross_entropy, "_losses.softmax_cross_entropy", alike=2
    )
    for name in ("mean_squared_error", "mean_absolute_error", "binary_cross_entropy"):
        rows[name] = BuiltinFunction((2, 2), same_shapes, f"_losses.{name}")
    rows["concat"] = BuiltinFunction((1, 20), _concat, "_concat", ("axis",))
    rows["conv2d"] = BuiltinFunction((2, 2), _convolution, "_conv2d", ("stride", "padding"))
    rows["max_pool"] = BuiltinFunction((1, 1), _pooling, "_max_pool", ("window", "stride"))
    rows["avg_pool"] = BuiltinFunction((1, 1), _pooling, "_avg_pool", ("window", "stride"))
    rows["one_hot"] = BuiltinFunction((1, 1), _one_hot, "_one_hot", ("classes",))
    rows["take"] = BuiltinFunction((2, 2), _rows, "_take", alike=2)
    return rows


BUILTINS: Final = _table()

OPERATORS: Final[dict[str, tuple[Rule, str]]] = {
    "+": (elementwise, "+"),
    "-": (elementwise, "-"),
    "*": (elementwise, "*"),
    "/": (float_elementwise, "/"),
    "^": (elementwise, "**"),
    ".": (matrix_product, "@"),
    "==": (comparison, "=="),
    "!=": (comparison, "!="),
    "<": (comparison, "<"),
    "<=": (comparison, "<="),
    ">": (comparison, ">"),
    ">=": (comparison, ">="),
    "and": (logical, "&"),
    "or": (logical, "|"),
}
"""The rule of each binary operator, and the operator of Python that stages it."""
