"""Random functions: calls, recursion, and function values."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.ir import (
    Builder,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Successor,
    TupleType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import BOOL, INDEX, tensor
from dlvm.ir.values import index_literal
from tests.support.programs.drawing import Callee, Claim, Drawing, Drawn, Passing
from tests.support.programs.program_control import draw_return
from tests.support.programs.program_packing import (
    draw_passing,
    draw_single_passing,
    passed,
    received,
    unpack,
)


def new_function(
    d: Drawing, stem: str, parameters: Sequence[Type], result: Type | None = None
) -> Function:
    """Adds a function without a body; its result type can be determined later."""
    type = FunctionType(tuple(parameters), result if result is not None else TupleType(()))
    function = Function(d.module.unique_name(stem), type)
    attribute = d.random.choice((None, None, "noinline", "inline"))
    if attribute is not None:
        function.attributes.add(attribute)
    if stem != "given" and d.random.random() < 0.6:
        function.attributes.add("internal")
    d.module.add_function(function)
    return function


def call(d: Drawing, callee: Callee) -> None:
    """Calls a function with values that fit, if there are any."""
    if (d.gentle and not callee.gentle) or not d.can_choose(callee.takes.claims):
        return
    arguments = passed(d, callee.takes, d.choose_all(callee.takes.claims))
    result = d.put(op.Apply(callee.value, arguments, callee.type.result))
    d.values += received(d, callee.gives, [result])


def draw_callee(
    d: Drawing, takes: Passing, gives: Passing | None = None, stem: str = "g"
) -> Callee:
    """Draws a function; its result is drawn too unless it is given."""
    result = gives.types[0] if gives is not None else None
    function = new_function(d, stem, takes.types, result)
    inner = d.apart(Builder(function.add_entry()), [], returns=gives)
    inner.values = received(inner, takes, function.arguments)
    inner.fill(d.random.randint(1, 5))
    if gives is None:
        claims = [Claim(v.type, v.exact, v.size) for v in inner.some(1, 3)]
        gives = draw_single_passing(inner, claims)
        function.type = FunctionType(takes.types, gives.types[0])
    draw_return(inner, gives)
    callee = Callee(function, takes, gives, d.gentle)
    d.callees.append(callee)
    return callee


def draw_call(d: Drawing) -> None:
    """Draws a call of a new function, or of an earlier one."""
    if d.callees and d.random.random() < 0.4:
        call(d, d.random.choice(d.callees))
        return
    takes = draw_passing(d, d.claims(d.some(1, 4)))
    gives = None
    if d.random.random() < 0.5:
        claims = [d.random.choice(takes.claims) for _ in range(d.random.randint(1, 2))]
        gives = draw_single_passing(d, claims)
    call(d, draw_callee(d, takes, gives))


def draw_recursion(d: Drawing) -> None:
    """Draws mutually recursive functions, whose calls count down to 0."""
    r = d.random
    claims = d.claims(d.some(1, 3))
    if not claims:
        return
    takes = draw_passing(d, claims)
    gives = draw_single_passing(d, [r.choice(claims) for _ in range(r.randint(1, 2))])
    parameters = (INDEX, *takes.types)
    functions = [
        new_function(d, "turn", parameters, gives.types[0]) for _ in range(r.choice((1, 1, 2, 3)))
    ]
    for number, function in enumerate(functions):
        _draw_turn(d, function, functions[(number + 1) % len(functions)], takes, gives)
    turns = index_literal(r.randint(0, 5)) if r.random() < 0.7 else d.index(6)
    arguments = [turns, *passed(d, takes, d.choose_all(claims))]
    result = d.put(op.Apply(functions[0], arguments, gives.types[0]))
    d.values += received(d, gives, [result])


def _draw_turn(
    d: Drawing, function: Function, following: Function, takes: Passing, gives: Passing
) -> None:
    r = d.random
    entry = Builder(function.add_entry())
    inner = d.apart(entry, [], returns=gives, gentle=True)
    count, *parameters = function.arguments
    inner.values = received(inner, takes, parameters)
    done, more = function.add_block(), function.add_block()
    is_done = inner.put(op.LessThanOrEqual(count, index_literal(0)))
    inner.put(op.Conditional(is_done, Successor(done), Successor(more)))
    draw_return(inner.inner(Builder(done)), gives)
    inner.builder = Builder(more)
    inner.fill(r.randint(1, 3))
    less = inner.put(op.Subtract(count, index_literal(1)))
    arguments = [less, *passed(inner, takes, inner.choose_all(takes.claims))]
    result = inner.put(op.Apply(following, arguments, gives.types[0]))
    if r.random() < 0.4:
        inner.put(op.Return(result))
        return
    inner.values += received(inner, gives, [result])
    inner.fill(r.randint(0, 2))
    if r.random() < 0.2:
        # Twice in one turn: so that there are not too many turns, this time after two fewer.
        less = inner.put(op.Subtract(count, index_literal(2)))
        arguments = [less, *passed(inner, takes, inner.choose_all(takes.claims))]
        result = inner.put(op.Apply(following, arguments, gives.types[0]))
        inner.values += received(inner, gives, [result])
    draw_return(inner, gives)


def draw_function_value(d: Drawing) -> None:
    """Draws a function value, selected by a conditional, and its call. Two values can be
    compared."""
    r = d.random
    if d.function_values and r.random() < 0.5:
        call(d, r.choice(d.function_values))
        return
    takes = draw_passing(d, d.claims(d.some(1, 2)))
    if not takes.claims:
        return
    gives = draw_single_passing(d, [r.choice(takes.claims)])
    first, second = (_draw_choice(d, takes, gives) for _ in range(2))
    join = d.function.add_block()
    chosen: Value = join.add_argument(first.type)
    ways = [Successor(join, [c.value]) for c in (first, second)]
    d.put(op.Conditional(d.flag(), *ways))
    d.builder = Builder(join)
    callee = Callee(chosen, takes, gives, d.gentle)
    if r.random() < 0.5:
        holder = TupleType((first.type, tensor(BOOL)))
        from_literal: list[Value] = [chosen, Literal(tensor(BOOL), r.random() < 0.5)]
        (whole,) = passed(d, Passing((holder,), ()), from_literal)
        held = d.put(op.LiteralInstruction(whole))
        callee = Callee(unpack(d, held)[0], takes, gives, d.gentle)
    d.function_values.append(callee)
    if r.random() < 0.3:
        same = d.put(op.SameFunction(callee.value, r.choice((first, second)).value))
        if not d.smooth:
            d.values.append(Drawn(same, True, 1.0))
    if r.random() < 0.3:
        _draw_higher_order(d, callee)
    else:
        call(d, callee)


def _draw_choice(d: Drawing, takes: Passing, gives: Passing) -> Callee:
    """A function, or a closure of one that takes more in front."""
    r = d.random
    held = draw_passing(d, d.claims(d.some(1, 2)))
    is_closure = d.features["closures"] and r.random() < 0.4
    if not is_closure or not d.can_choose(held.claims) or not held.types:
        return draw_callee(d, takes, gives, "choice")
    whole = Passing((*held.types, *takes.types), (*held.claims, *takes.claims))
    callee = draw_callee(d, whole, gives, "closure")
    value, given = callee.value, passed(d, held, d.choose_all(held.claims))
    if len(given) > 1 and r.random() < 0.3:
        value, given = d.put(op.Partial(value, given[:1])), given[1:]
    return Callee(d.put(op.Partial(value, given)), takes, gives, d.gentle)


def _draw_higher_order(d: Drawing, callee: Callee) -> None:
    """Draws a function that calls its function argument."""
    takes, gives = callee.takes, callee.gives
    function = new_function(d, "apply", (callee.type, *takes.types), gives.types[0])
    inner = d.apart(Builder(function.add_entry()), [], returns=gives)
    given, *parameters = function.arguments
    inner.values = received(inner, takes, parameters)
    local = Callee(given, takes, gives, d.gentle)
    inner.function_values.append(local)
    call(inner, local)
    inner.fill(d.random.randint(0, 3))
    draw_return(inner, gives)
    if not d.can_choose(takes.claims):
        return
    arguments = passed(d, takes, d.choose_all(takes.claims))
    which = d.random.choice((callee, *_same_type(d, callee)))
    result = d.put(op.Apply(function, [which.value, *arguments], gives.types[0]))
    d.values += received(d, gives, [result])


def _same_type(d: Drawing, callee: Callee) -> list[Callee]:
    return [c for c in d.callees if (c.takes, c.gives, c.gentle) == (
        callee.takes, callee.gives, callee.gentle
    )]  # fmt: skip


def draw_reduction(d: Drawing) -> None:
    """Draws a reduction or a scan by a function of two scalars, which is associative and, except
    for one that returns one of them, commutative."""
    r = d.random
    v = d.pick(lambda v: v.exact and v.type.rank > 0)
    if v is None:
        return
    element = tensor(v.type.element)
    kind = r.choice(("min", "max", "first", "second", "xor"))
    if v.type.element.is_float == (kind == "xor") or (v.type.element is BOOL and kind[0] == "m"):
        kind = "first"
    function = new_function(d, "joined", (element, element), element)
    builder = Builder(function.add_entry())
    a, b = function.arguments
    result: Value = {
        "first": lambda: a,
        "second": lambda: b,
        "min": lambda: builder.insert(op.Min(a, b)),
        "max": lambda: builder.insert(op.Max(a, b)),
        "xor": lambda: builder.insert(op.Xor(a, b)),
    }[kind]()
    builder.insert(op.Return(result))
    axes = tuple(sorted(r.sample(range(v.type.rank), r.randint(1, v.type.rank))))
    init = Literal(element, r.choice((0, 1)))
    made: Instruction = op.Reduce(v.value, function, axes, init)
    if r.random() < 0.3:
        made = op.Scan(v.value, function, axes, False, r.random() < 0.5)
    d.insert(made, True, max(v.size, 1.0))
