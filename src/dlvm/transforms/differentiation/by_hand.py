"""Gradients that are given by hand, in the form in which those that are derived come.

The forward part calls the function itself; the reverse part calls the gradient by hand, with the
arguments once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from dlvm.analysis.differentiability import Derivative, differentiable_leaves, parts_of
from dlvm.analysis.gradients import differentiated_arguments, results_of, tangent_type
from dlvm.diagnostics import Location
from dlvm.ir import (
    Aggregate,
    Builder,
    DerivedDeclaration,
    Function,
    FunctionType,
    TensorType,
    TupleType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import is_differentiable
from dlvm.ir.values import tuple_of
from dlvm.transforms.differentiation.reverse import Split, tangent_path
from dlvm.transforms.differentiation.term import Term

MakeFunction = Callable[[str, FunctionType], Function]
"""Adds a function to the module, of a name like the given one."""


def split_by_hand(
    request: Derivative, rules: Mapping[int, Function], make_function: MakeFunction
) -> Split:
    """A function in two parts, by its gradients by hand, which must give what is asked for."""
    original = request.function
    type, name = original.type, original.name or "f"
    is_tuple = isinstance(type.result.canonical, TupleType)
    used = sorted({int(path[0]) if is_tuple else 0 for path in request.results})
    results = tuple(
        path
        for index in used
        for path, _ in differentiable_leaves(results_of(type)[index], (index,) if is_tuple else ())
    )
    leaves = tuple(
        (index, path)
        for index in request.wrt
        for path, _ in differentiable_leaves(type.parameters[index])
    )
    forward = make_function(
        f"{name}.forward", FunctionType(type.parameters, TupleType((type.result,)))
    )
    entry = forward.add_entry()
    result = entry.insert(op.Apply(original, list(entry.arguments), type.result))
    entry.insert(op.Return(tuple_of([result])))
    seeds = tuple(op.element_at(type.result, path) for path in results)
    found = tuple(op.element_at(type.parameters[index], path) for index, path in leaves)
    reverse = make_function(
        f"{name}.reverse", FunctionType((*seeds, *type.parameters), TupleType(found))
    )
    builder = Builder(reverse.add_entry())
    given = iter(reverse.arguments[: len(seeds)])
    arguments = reverse.arguments[len(seeds) :]
    total: list[Term] = []
    for index in used:
        rule = rules[index]
        seed = _assemble(results_of(type)[index], given)
        pack = builder.insert(op.Apply(rule, [*arguments, seed], rule.type.result))
        by = _positions(rule)
        parts = [(by.index(n), *tangent_path(type.parameters[n], path)) for n, path in leaves]
        gradients = [Term(builder.insert(op.Extract(p, pack)), builder) for p in parts]
        total = [a + b for a, b in zip(total, gradients, strict=True)] if total else gradients
    builder.insert(op.Return(tuple_of([term.value for term in total])))
    needed = tuple(range(len(type.parameters)))
    return Split(forward, reverse, results, leaves, needed, (), has_stack=False)


def _positions(rule: Function) -> tuple[int, ...]:
    assert isinstance(rule.declaration, DerivedDeclaration)
    return differentiated_arguments(rule.declaration)


def _assemble(type: Type, leaves: Iterator[Value]) -> Value:
    """A gradient of a value of some type, put together from those of the float tensors in it."""
    if not is_differentiable(type):
        return tuple_of(())
    if isinstance(type.canonical, TensorType):
        return next(leaves)
    return Aggregate(tangent_type(type), [_assemble(part, leaves) for _, part in parts_of(type)])


def forwarding(function: Function, location: Location | None) -> Function:
    """A function, of no module, that does nothing but call another one."""
    wrapper = Function(function.name, function.type, location=location)
    entry = wrapper.add_entry([a.name for a in function.arguments])
    call = entry.insert(op.Apply(function, list(entry.arguments), function.type.result))
    call.location = location
    entry.insert(op.Return(call))
    return wrapper
