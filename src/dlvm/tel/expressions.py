"""Checks expressions, and translates them to Python text for NNKit in the same walk."""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from dlvm.diagnostics import DiagnosticError, Location, Note, error, quantity
from dlvm.ir.polynomial import Polynomial, Size, monomials
from dlvm.tel import syntax
from dlvm.tel.builtins import BUILTINS, OPERATORS, Mismatch, Rule, alike, broadcast, is_float
from dlvm.tel.parser import ELEMENTS
from dlvm.tel.types import (
    NUMBERS,
    Bindings,
    Extent,
    Sizes,
    TelNamed,
    TelTensor,
    TelTuple,
    ValueType,
    computed,
    name_set,
    product,
    show,
    show_size,
    size_of,
    sizes_in,
)
from dlvm.tel.values import (
    CheckedExpression,
    adapted,
    arguments,
    expect_type,
    folded,
    operands,
)
from dlvm.text.parser_base import suggestion

T = TypeVar("T")

_INDEX: Final = TelTensor("i64", ())
_TRUTH: Final = TelTensor("bool", ())


@dataclass(frozen=True)
class CallSignature:
    """The parameters and the result of a function, for calls."""

    name: str
    code: str
    parameters: tuple[tuple[str, ValueType], ...]
    result: ValueType
    place: Location
    sizes: frozenset[str]
    """The names of sizes and shapes that the arguments bind."""


@dataclass
class Declared:
    """The names of a program."""

    functions: dict[str, CallSignature] = field(default_factory=dict[str, CallSignature])
    methods: dict[str, dict[str, CallSignature]] = field(
        default_factory=dict[str, dict[str, CallSignature]]
    )
    """The functions of each net."""
    fields: dict[str, dict[str, ValueType]] = field(default_factory=dict[str, dict[str, ValueType]])
    """The fields of each struct and net."""
    cases: dict[str, dict[str, tuple[ValueType, ...]]] = field(
        default_factory=dict[str, dict[str, tuple[ValueType, ...]]]
    )
    """The cases of each enum, with the types of their fields."""
    sizes: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """The names of the sizes of each struct, enum and net."""


@dataclass
class ExpressionScope:
    """The names that an expression may use, and the lines to which its statements are added."""

    declared: Declared
    values: dict[str, CheckedExpression]
    sizes: dict[str, str]
    """The Python text of each size that is known."""
    shapes: frozenset[str]
    net: str | None = None
    lines: list[tuple[str, Location | None]] = field(
        default_factory=list[tuple[str, "Location | None"]]
    )
    indent: int = 1
    bound: dict[Location, ValueType] = field(default_factory=dict[Location, ValueType])
    """The type of each name that is bound, by its place."""

    def inner(self) -> ExpressionScope:
        """A scope within this one, whose statements are indented once more."""
        return replace(self, values=dict(self.values), indent=self.indent + 1)

    def write(self, text: str, location: Location | None = None) -> None:
        self.lines.append(("    " * self.indent + text, location))


def python_name(name: str) -> str:
    """A name of TEL as a name of the generated Python text."""
    return f"{name}_" if keyword.iskeyword(name) or name[0] == "_" or name == "self" else name


def type_of(declared: Declared, type: syntax.TypeSyntax, shapes: frozenset[str]) -> ValueType:
    """The type that syntax denotes. Raises :class:`DiagnosticError` if it does not exist."""
    match type:
        case syntax.TensorSyntax(_, element, sizes):
            return TelTensor(element, tuple(_extent(size, shapes) for size in sizes))
        case syntax.TupleSyntax(_, parts):
            return TelTuple(tuple(type_of(declared, part, shapes) for part in parts))
        case syntax.NamedSyntax(location, name, sizes):
            if name not in declared.sizes:
                near = suggestion(name, declared.sizes)
                raise error(f"expected a type, got the unknown name {name}{near}", location)
            expected = len(declared.sizes[name])
            if len(sizes) != expected:
                message = f"{name} needs {quantity(expected, 'size')}, got {len(sizes)}"
                raise error(message, location)
            return TelNamed(name, tuple(size_of(size) for size in sizes))


def _extent(size: syntax.SizeExpression, shapes: frozenset[str]) -> Extent:
    if isinstance(size, syntax.SizeName) and size.name in shapes:
        return size.name
    return size_of(size)


class Expressions:
    """Checks and translates the expressions of one scope."""

    def __init__(self, scope: ExpressionScope) -> None:
        self.scope = scope

    def value(self, node: syntax.Expression) -> CheckedExpression:
        """The type and the text of an expression. Raises :class:`DiagnosticError`."""
        match node:
            case syntax.Number(_, number):
                if isinstance(number, bool):
                    return CheckedExpression(_TRUTH, repr(number))
                element = "int" if isinstance(number, int) else "float"
                return CheckedExpression(TelTensor(element, ()), repr(number), number=node)
            case syntax.Name():
                return self._name(node)
            case syntax.UnaryExpression():
                return self._unary(node)
            case syntax.BinaryExpression(location, operator, left, right):
                rule, code = OPERATORS[operator]
                a, b = self.value(left), self.value(right)
                found = self._apply(rule, f"'{operator}'", (a, b), location)
                number = folded(operator, a, b, location)
                if operator == "^" and b.number is not None and b.number.value < 0:
                    found = self._inverse(found, right.location)
                left_code, right_code = operands((a, b), found)
                return CheckedExpression(found, f"({left_code} {code} {right_code})", number=number)
            case syntax.CallExpression():
                return self._call(node)
            case syntax.FieldAccess(location, of, name):
                return self._field(self.value(of), name, location)
            case syntax.Index():
                return self._index(node)
            case syntax.StackExpression(location, parts):
                return self._stack(parts, location)
            case syntax.Tuple(_, parts):
                values = [self.value(part) for part in parts]
                code = ", ".join(v.code for v in values)
                return CheckedExpression(TelTuple(tuple(v.type for v in values)), f"({code},)")
            case syntax.Reshape(location, of, sizes):
                return self._reshape(self.value(of), sizes, location)
            case syntax.IfExpression(location, condition, then, otherwise):
                test = self.value(condition)
                expect_type(_TRUTH, test, condition.location, "the condition")
                a, b = self.value(then), self.value(otherwise)
                found = self._joined((a, b), location, "the branches")
                code = f"({adapted(a, found)} if {test.code} else {adapted(b, found)})"
                return CheckedExpression(computed(found), code)
            case syntax.MatchExpression():
                return self._match(node)

    def tensor(self, value: CheckedExpression, location: Location, what: str) -> TelTensor:
        """The type of a tensor. Raises :class:`DiagnosticError` for other values."""
        if not isinstance(value.type, TelTensor):
            raise error(f"{what} must be a tensor, got {show(value.type)}", location)
        return value.type

    def size_code(self, size: Extent, location: Location) -> str:
        """The Python text of a size."""
        missing = sorted(name_set(size) - self.scope.sizes.keys())
        if missing or isinstance(size, str):
            name = size if isinstance(size, str) else missing[0]
            known = suggestion(name, self.scope.sizes)
            shown = "?" if name[0] == "?" else name
            raise error(f"expected a size that an argument binds, got {shown}{known}", location)
        terms = (
            " * ".join([str(number), *(self.scope.sizes[n] for n in names)])
            for names, number in monomials(size)
        )
        return f"({' + '.join(terms) or '0'})"

    def sizes_code(self, sizes: Sizes, location: Location) -> str:
        """A Python tuple of sizes."""
        return "(" + "".join(f"{self.size_code(size, location)}, " for size in sizes) + ")"

    def _apply(
        self, rule: Rule, what: str, values: Sequence[CheckedExpression], location: Location
    ) -> TelTensor:
        types = [self.tensor(value, location, f"an operand of {what}") for value in values]
        try:
            found = rule(what, types, {})
        except Mismatch as problem:
            raise self._failure(str(problem), values, location) from None
        return replace(found, is_computed=any(type.is_computed for type in types))

    def _inverse(self, found: TelTensor, location: Location) -> TelTensor:
        """The type of a power with a negative exponent."""
        if found.element == "int":
            return replace(found, element="float")
        if not is_float(found.element):
            message = f"a power of {found.element} needs an exponent of at least 0"
            raise error(message, location)
        return found

    def _failure(
        self, message: str, values: Sequence[CheckedExpression], location: Location
    ) -> DiagnosticError:
        notes = [
            Note(f"this is {show(value.type)}", value.place) for value in values if value.place
        ]
        return error(message, location, *notes)

    def _name(self, node: syntax.Name) -> CheckedExpression:
        scope = self.scope
        if node.name in scope.values:
            return scope.values[node.name]
        if node.name in scope.sizes:
            return CheckedExpression(TelTensor("int", ()), scope.sizes[node.name])
        near = suggestion(node.name, [*scope.values, *scope.sizes])
        raise error(f"{node.name} is not defined{near}", node.location)

    def _unary(self, node: syntax.UnaryExpression) -> CheckedExpression:
        value = self.value(node.operand)
        found = self.tensor(value, node.location, f"the operand of '{node.operator}'")
        if node.operator == "^T":
            if len(found.sizes) != 2:
                raise error(f"^T needs a matrix, got {show(found)}", node.location)
            swapped = replace(found, sizes=found.sizes[::-1])
            return CheckedExpression(swapped, f"_k.matrix_transpose({value.code})")
        if (node.operator == "not") != (found.element == "bool"):
            kind = "a truth value (bool)" if node.operator == "not" else "a number"
            raise error(f"'{node.operator}' needs {kind}, got {show(found)}", node.location)
        code = "_k.logical_not" if node.operator == "not" else "-"
        number = value.number and syntax.Number(node.location, -value.number.value)
        return CheckedExpression(found, f"({code}({value.code}))", number=number)

    def _field(self, value: CheckedExpression, name: str, location: Location) -> CheckedExpression:
        declared = self.scope.declared
        fields = declared.fields.get(value.type.name) if isinstance(value.type, TelNamed) else None
        if fields is None or not isinstance(value.type, TelNamed):
            raise error(
                f"expected a struct or a net before .{name}, got {show(value.type)}; a matrix "
                "product has spaces around its period",
                location,
            )
        if name not in fields:
            near = suggestion(name, fields)
            raise error(f"{value.type.name} has no field {name}{near}", location)
        names = declared.sizes[value.type.name]
        sizes = dict(zip(names, value.type.sizes, strict=True))
        found = Bindings(frozenset(names), sizes, {}).apply(fields[name])
        return CheckedExpression(found, f"{value.code}.{python_name(name)}")

    def _index(self, node: syntax.Index) -> CheckedExpression:
        value = self.value(node.value)
        found = value.type
        if isinstance(found, TelTuple):
            raise error("a tuple must be assigned to names, as in a, b = f(x)", node.location)
        tensor = self.tensor(value, node.location, "the indexed value")
        if len(node.places) > len(tensor.sizes):
            raise error(
                f"expected at most {len(tensor.sizes)} indices for {show(tensor)}, "
                f"got {len(node.places)}",
                node.location,
            )
        sizes: list[Extent] = []
        codes: list[str] = []
        for place, size in zip(node.places, tensor.sizes, strict=False):
            if isinstance(size, str):
                raise error(f"indexing needs a known rank, got {show(tensor)}", node.location)
            if isinstance(place, syntax.SliceExpression):
                start = 0 if place.start is None else self.static_size(place.start)
                stop = size if place.stop is None else self.static_size(place.stop)
                length = stop - start
                if isinstance(length, int) and length < 0:
                    raise error(f"a slice must not end before {start}", place.location)
                beyond = stop - size
                if isinstance(beyond, int) and beyond > 0:
                    limit, end = show_size(size), show_size(stop)
                    raise error(f"a slice must end at most at {limit}, got {end}", place.location)
                sizes.append(length)
                bounds = (self.size_code(s, place.location) for s in (start, stop))
                codes.append(":".join(bounds))
                continue
            index = self.value(place)
            expect_type(_INDEX, index, place.location, "an index")
            if isinstance(place, syntax.Number) and isinstance(size, int) and place.value >= size:
                raise error(f"an index must be below {size}, got {place.value}", place.location)
            codes.append(index.code)
        sizes += tensor.sizes[len(node.places) :]
        found = replace(tensor, sizes=tuple(sizes))
        return CheckedExpression(found, f"{value.code}[{', '.join(codes)}]")

    def static_size(self, node: syntax.Expression) -> Size:
        """An expression of numbers and sizes, as a size."""
        match node:
            case syntax.Number(_, int(value)) if not isinstance(value, bool):
                return value
            case syntax.Name(_, name) if name in self.scope.sizes:
                return Polynomial((((name,), 1),))
            case syntax.BinaryExpression(_, "+" | "-" | "*" as operator, left, right):
                a, b = self.static_size(left), self.static_size(right)
                return a + b if operator == "+" else a - b if operator == "-" else a * b
            case _:
                raise error("expected a number or a size that is known", node.location)

    def _stack(self, parts: Sequence[syntax.Expression], location: Location) -> CheckedExpression:
        if not parts:
            raise error("expected values between the brackets, got none", location)
        values = [self.value(part) for part in parts]
        found = self._joined(values, location, "the parts")
        if not isinstance(found, TelTensor):
            raise error(f"the parts must be tensors, got {show(found)}", location)
        element = {"float": "f32", "int": "i64"}.get(found.element, found.element)
        part = TelTensor(element, found.sizes)
        codes = ", ".join(f"_as({adapted(v, part)}, '{element}')" for v in values)
        return CheckedExpression(
            TelTensor(element, (len(parts), *found.sizes)), f"_k.stack(({codes},))"
        )

    def _joined(
        self, values: Sequence[CheckedExpression], location: Location, what: str
    ) -> ValueType:
        """The common type of values."""
        types = [value.type for value in values]
        tensors = [type for type in types if isinstance(type, TelTensor)]
        if len(tensors) == len(types) and len({t.sizes for t in tensors}) == 1:
            return self._apply(alike, what, values, location)
        if any(type != types[0] for type in types):
            shown = " and ".join(map(show, types))
            raise self._failure(f"{what} must have one type, got {shown}", values, location)
        return types[0]

    def _reshape(
        self, value: CheckedExpression, sizes: Sequence[syntax.SizeExpression], location: Location
    ) -> CheckedExpression:
        tensor = self.tensor(value, location, "the reshaped value")
        extents = tuple(size_of(size) for size in sizes)
        before, after = product(tensor.sizes), product(extents)
        if before is None or before != after:
            target = TelTensor(tensor.element, extents)
            raise error(
                f"reshaping must keep the number of elements, got {show(tensor)} as {show(target)}",
                location,
            )
        found = TelTensor(tensor.element, extents)
        code = f"_k.reshape({adapted(value, found)}, {self.sizes_code(extents, location)})"
        return CheckedExpression(computed(found), code)

    # Calls -------------------------------------------------------------------------------------

    def _call(self, node: syntax.CallExpression) -> CheckedExpression:
        declared, name = self.scope.declared, node.function
        if node.receiver is not None:
            return self._method(node, self.value(node.receiver))
        own = declared.methods.get(self.scope.net or "", {})
        if name in own:
            return self._invoke(own[name], node, ("self",))
        if name in declared.functions:
            return self._invoke(declared.functions[name], node, ())
        if name == "map":
            return self._map(node)
        if name in ELEMENTS:
            value = self.value(self._only(node))
            tensor = self.tensor(value, node.location, f"the argument of {name}")
            found = TelTensor(name, tensor.sizes)
            code = (
                adapted(value, found)
                if tensor.element in NUMBERS
                else f"_as({value.code}, {name!r})"
            )
            return CheckedExpression(found, code)
        if name not in BUILTINS:
            near = suggestion(name, [*own, *declared.functions, *BUILTINS])
            raise error(f"the function {name} is not defined{near}", node.location)
        builtin = BUILTINS[name]
        low, high = builtin.arity
        if not low <= len(node.arguments) <= high:
            expected = ("" if low == high else f"{low} to ") + quantity(high, "argument")
            message = f"{name} needs {expected}, got {len(node.arguments)}"
            raise error(message, node.location)
        options = self._options(node, builtin.options)
        values = [self.value(argument) for argument in node.arguments]
        types = [
            self.tensor(value, argument.location, f"an argument of {name}")
            for value, argument in zip(values, node.arguments, strict=True)
        ]
        try:
            found = builtin.rule(name, types, options)
        except Mismatch as problem:
            raise self._failure(str(problem), values, node.location) from None
        codes = arguments(builtin, values, found) + [f"{k}={v!r}" for k, v in options.items()]
        return CheckedExpression(computed(found), f"{builtin.function}({', '.join(codes)})")

    def _only(self, node: syntax.CallExpression) -> syntax.Expression:
        if len(node.arguments) != 1 or node.options:
            count = len(node.arguments)
            raise error(f"{node.function} needs 1 argument, got {count}", node.location)
        return node.arguments[0]

    def _options(
        self, node: syntax.CallExpression, allowed: Sequence[str]
    ) -> dict[str, int | bool]:
        found: dict[str, int | bool] = {}
        for name, value in node.options:
            if name not in allowed:
                known = f"has the options {', '.join(allowed)}" if allowed else "has no options"
                raise error(f"{node.function} {known}, got {name}", value.location)
            match value:
                case syntax.Number(_, int(number)):
                    found[name] = number
                case syntax.UnaryExpression(_, "-", syntax.Number(_, int(number))):
                    found[name] = -number
                case _:
                    raise error(f"{name} must be an integer", value.location)
        return found

    def _method(
        self, node: syntax.CallExpression, receiver: CheckedExpression
    ) -> CheckedExpression:
        type = receiver.type
        methods = self.scope.declared.methods
        if not isinstance(type, TelNamed) or type.name not in methods:
            message = f"expected a net before .{node.function}(…), got {show(type)}"
            raise error(message, node.location)
        if node.function not in methods[type.name]:
            near = suggestion(node.function, methods[type.name])
            raise error(f"{type.name} has no function {node.function}{near}", node.location)
        sizes = dict(zip(self.scope.declared.sizes[type.name], type.sizes, strict=True))
        return self._invoke(methods[type.name][node.function], node, (receiver.code,), sizes)

    def _invoke(
        self,
        signature: CallSignature,
        node: syntax.CallExpression,
        first: tuple[str, ...],
        sizes: dict[str, Size] | None = None,
    ) -> CheckedExpression:
        if node.options:
            message = f"{node.function} takes arguments by position, got {node.options[0][0]} = …"
            raise error(message, node.options[0][1].location)
        if len(node.arguments) != len(signature.parameters):
            raise error(
                f"{node.function} needs {quantity(len(signature.parameters), 'argument')}, "
                f"got {len(node.arguments)}",
                node.location,
                Note(f"{node.function} is defined here", signature.place),
            )
        names = signature.sizes | (sizes or {}).keys()
        bindings = Bindings(names, dict(sizes or {}), {})
        codes = list(first)
        pairs = zip(node.arguments, signature.parameters, strict=True)
        for argument, (name, expected) in pairs:
            value = self.value(argument)
            if not bindings.bind(expected, value.type):
                note = [Note(f"{node.function} is defined here", signature.place)]
                note += [
                    Note(f"{size} is bound to {show_size(bound)} by the arguments before")
                    for size, bound in bindings.sizes.items()
                    if size in signature.sizes and size in _names_in(expected)
                ]
                message = f"{name} of {node.function} must be {show(expected)}"
                raise error(f"{message}, got {show(value.type)}", argument.location, *note)
            codes.append(adapted(value, bindings.apply(expected)))
        return CheckedExpression(
            bindings.apply(signature.result), f"{signature.code}({', '.join(codes)})"
        )

    def _map(self, node: syntax.CallExpression) -> CheckedExpression:
        """``map(f, xs)``: a function applied to each row."""
        declared = self.scope.declared
        if len(node.arguments) != 2 or not isinstance(node.arguments[0], syntax.Name):
            raise error("map needs the name of a function and a tensor", node.location)
        name, over = node.arguments[0], node.arguments[1]
        own = declared.methods.get(self.scope.net or "", {})
        signature = own.get(name.name) or declared.functions.get(name.name)
        if signature is None or len(signature.parameters) != 1:
            message = f"map needs a function of one parameter, got {name.name}"
            raise error(message, name.location)
        rows = self.value(over)
        tensor = self.tensor(rows, over.location, "the second argument of map")
        if not tensor.sizes:
            raise error("map needs a tensor with rows, got a number", over.location)
        row, parameter = replace(tensor, sizes=tensor.sizes[1:]), signature.parameters[0][1]
        bindings = Bindings(signature.sizes, {}, {})
        if not bindings.bind(parameter, row):
            expected = show(parameter)
            raise error(f"{name.name} needs {expected}, got rows {show(row)}", over.location)
        found = bindings.apply(signature.result)
        if not isinstance(found, TelTensor):
            raise error("map needs a function whose result is a tensor", name.location)
        first = "self, " if name.name in own else ""
        code = f"_k.map(lambda _row: {signature.code}({first}_row), {adapted(rows, parameter)})"
        return CheckedExpression(TelTensor(found.element, (tensor.sizes[0], *found.sizes)), code)

    # Enums -------------------------------------------------------------------------------------

    def _match(self, node: syntax.MatchExpression) -> CheckedExpression:
        subject = self.value(node.subject)
        declared = self.scope.declared
        type = subject.type
        if not isinstance(type, TelNamed) or type.name not in declared.cases:
            raise error(f"match needs an enum, got {show(type)}", node.subject.location)
        cases = declared.cases[type.name]
        sizes = dict(zip(declared.sizes[type.name], type.sizes, strict=True))
        bindings = Bindings(frozenset(sizes), sizes, {})
        function = f"_match{len(self.scope.lines)}"
        self.scope.write(f"def {function}(_subject):", node.location)
        inner = self.scope.inner()
        inner.write("match _subject:", node.location)
        found: list[CheckedExpression] = []
        returns: list[tuple[ExpressionScope, int, CheckedExpression, Location]] = []
        seen: set[str] = set()
        for arm in node.arms:
            if arm.case not in cases or arm.case in seen:
                reason = "one arm for each case" if arm.case in seen else f"a case of {type.name}"
                near = suggestion(arm.case, cases.keys() - seen)
                raise error(f"expected {reason}, got {arm.case}{near}", arm.location)
            seen.add(arm.case)
            fields = cases[arm.case]
            if len(arm.names) != len(fields):
                names = quantity(len(arm.names), "name")
                message = f"{arm.case} has {quantity(len(fields), 'field')}, got {names}"
                raise error(message, arm.location)
            within = inner.inner()
            for name, of in zip(arm.names, fields, strict=True):
                bind(within, name, CheckedExpression(bindings.apply(of), python_name(name.name)))
            names = ", ".join(python_name(name.name) for name in arm.names)
            within.write(f"case {arm.case}({names}):", arm.location)
            body = within.inner()
            value = Expressions(body).value(arm.value)
            returns.append((body, len(body.lines), value, arm.value.location))
            body.write("", arm.value.location)
            found.append(value)
        missing = [case for case in cases if case not in seen]
        if missing:
            raise error(f"match must cover every case, {missing[0]} is missing", node.location)
        joined = self._joined(found, node.location, "the arms")
        for body, line, value, place in returns:
            text = "    " * body.indent + f"return {adapted(value, joined)}"
            body.lines[line] = (text, place)
        return CheckedExpression(computed(joined), f"{function}({subject.code})")


def bind(scope: ExpressionScope, name: syntax.Name, value: CheckedExpression) -> None:
    """Gives a value a name. Raises :class:`DiagnosticError` if the name has one already."""
    earlier = scope.values.get(name.name)
    if earlier is not None or name.name in scope.sizes:
        notes = [Note("it is bound here", earlier.place)] if earlier and earlier.place else []
        raise error(f"a name is bound once, {name.name} has a value", name.location, *notes)
    scope.values[name.name] = replace(value, place=name.location)
    scope.bound[name.location] = value.type


def broadcast_to(
    expressions: Expressions,
    value: CheckedExpression,
    type: ValueType,
    location: Location,
    what: str,
) -> str:
    """The text of a value with a type; a number fills a tensor."""
    number = value.type in (TelTensor("int", ()), TelTensor("float", ()))
    if not (number and isinstance(type, TelTensor)):
        expect_type(type, value, location, what)
        return adapted(value, type)
    broadcast(what, (type,))
    if value.type == TelTensor("float", ()) and not is_float(type.element):
        raise error(f"{what} must be {show(type)}, got a float", location)
    sizes = expressions.sizes_code(type.sizes, location)
    code = adapted(value, type)
    return f"_k.broadcast_to({code}, {sizes})" if type.sizes else code


def _names_in(type: ValueType) -> frozenset[str]:
    return frozenset(name for size in sizes_in(type) for name in name_set(size))
