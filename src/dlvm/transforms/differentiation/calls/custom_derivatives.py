"""Custom gradients in the form of augmented functions.

The forward function calls the original function, and the reverse function calls the custom gradient
with the original's arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from dlvm.analysis.differentiation.differentiability import Derivative, differentiable_leaves
from dlvm.analysis.differentiation.gradients import (
    differentiated_arguments,
    parts_of,
    results_of,
    tangent_type,
)
from dlvm.analysis.values.symbols import result_of_call
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
from dlvm.ir.instructions import Path
from dlvm.ir.types import is_differentiable
from dlvm.ir.values import tuple_of
from dlvm.transforms.differentiation.calls.aggregate_parts import tangent_path
from dlvm.transforms.differentiation.calls.augmented_functions import (
    AugmentedFunction,
    gradient_leaves,
)
from dlvm.transforms.differentiation.rules.value_builder import TensorValue

MakeFunction = Callable[[str, FunctionType], Function]
"""Adds a function to the module under a unique name that is based on the given one."""


def augment_custom(
    request: Derivative, rules: Mapping[int, Function], make_function: MakeFunction
) -> AugmentedFunction:
    """Returns the augmented function of a function whose custom gradients cover the request."""
    type = request.function.type
    is_tuple = isinstance(type.result.canonical, TupleType)
    used = sorted({int(path[0]) if is_tuple else 0 for path in request.results})
    prefixes = [(index,) if is_tuple else () for index in used]
    results = tuple(
        path
        for prefix in prefixes
        for path, _ in differentiable_leaves(op.element_at(type.result, prefix), prefix)
    )
    augmented = _declare_passes(request, results, request.function.name or "f", make_function)
    builder = Builder(augmented.reverse.entry)
    seeds = iter(augmented.reverse.arguments[: len(results)])
    arguments = augmented.reverse.arguments[len(results) :]
    total: list[TensorValue] = []
    for index in used:
        rule = rules[index]
        assert isinstance(rule.declaration, DerivedDeclaration)
        seed = _assemble(results_of(type)[index], seeds)
        given = [*arguments, seed]
        pack = builder.insert(op.Apply(rule, given, result_of_call(rule.type, given)))
        wrt = differentiated_arguments(rule.declaration)
        paths = [(wrt.index(n), *tangent_path(type.parameters[n], p)) for n, p in augmented.leaves]
        found = [TensorValue(builder.insert(op.Extract(path, pack)), builder) for path in paths]
        total = [a + b for a, b in zip(total, found, strict=True)] if total else found
    builder.insert(op.Return(tuple_of([term.value for term in total])))
    return augmented


def augment_recomputed(
    request: Derivative, accumulated: tuple[int, ...], make_function: MakeFunction
) -> AugmentedFunction:
    """Returns an augmented function whose reverse function recomputes the forward pass.
    :func:`fill_in_recomputed` adds the code of the reverse function."""
    name = f"{request.function.name or 'f'}.checkpoint"
    return _declare_passes(request, request.results, name, make_function, accumulated)


def fill_in_recomputed(augmented: AugmentedFunction, parts: AugmentedFunction) -> None:
    """Adds the code of the reverse function of ``augmented``, which calls both functions of
    ``parts``."""
    entry = augmented.reverse.entry
    count = len(augmented.accumulated) + len(augmented.results)
    seeds, arguments = entry.arguments[:count], entry.arguments[count:]
    stack = [entry.insert(op.CreateStack())] if parts.has_stack else []
    taken = [*arguments, *stack]
    result = result_of_call(parts.forward.type, taken)
    pack = entry.insert(op.Apply(parts.forward, taken, result))
    tape = [entry.insert(op.Extract((n + 1,), pack)) for n in range(parts.tape_size)]
    needed = [arguments[n] for n in parts.needed]
    given = [*seeds, *stack, *tape, *needed]
    result = result_of_call(parts.reverse.type, given)
    found = entry.insert(op.Apply(parts.reverse, given, result))
    for created in stack:
        entry.insert(op.DestroyStack(created))
    entry.insert(op.Return(found))


def _declare_passes(
    request: Derivative,
    results: tuple[Path, ...],
    name: str,
    make_function: MakeFunction,
    accumulated: tuple[int, ...] = (),
) -> AugmentedFunction:
    """Declares an augmented function. Its forward function calls the original; its reverse function
    has no code yet, and has the gradients of ``results`` and all arguments as parameters."""
    type = request.function.type
    forward = make_function(
        f"{name}.forward", FunctionType(type.parameters, TupleType((type.result,)))
    )
    entry = forward.add_entry()
    value = entry.insert(op.Apply(request.function, list(entry.arguments), type.result))
    entry.insert(op.Return(tuple_of([value])))
    leaves = gradient_leaves(request)
    seeds = tuple(op.element_at(type.result, path) for path in results)
    found = tuple(op.element_at(type.parameters[index], path) for index, path in leaves)
    taken = (*(found[n] for n in accumulated), *seeds, *type.parameters)
    reverse = make_function(f"{name}.reverse", FunctionType(taken, TupleType(found)))
    reverse.add_entry()
    needed = tuple(range(len(type.parameters)))
    return AugmentedFunction(
        forward, reverse, results, leaves, needed, (), has_stack=False, accumulated=accumulated
    )


def _assemble(type: Type, leaves: Iterator[Value]) -> Value:
    """Assembles the gradient of a value from those of its float tensors."""
    if not is_differentiable(type):
        return tuple_of(())
    if isinstance(type.canonical, TensorType):
        return next(leaves)
    return Aggregate(tangent_type(type), [_assemble(part, leaves) for _, part in parts_of(type)])


def forwarding(function: Function, location: Location | None) -> Function:
    """Returns a function, in no module, whose code only calls the given one."""
    wrapper = Function(function.name, function.type, location=location)
    entry = wrapper.add_entry([a.name for a in function.arguments])
    call = entry.insert(op.Apply(function, list(entry.arguments), function.type.result))
    call.location = location
    entry.insert(op.Return(call))
    return wrapper
