"""``vmap``: a function of many rows, from a function of one.

The function is staged for one row. If it is a sequence of instructions without branches or loops,
each of them is emitted for all rows by its batching rule, and calls of such functions are inlined.
Code without a rule loops over the rows. Such code can be a function with control flow or a custom
derivative, a derivative, or a single instruction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from dlvm.analysis.differentiation.gradients import declared_type
from dlvm.ir import Builder, Function, GradientDeclaration, Instruction, StructType, TupleType
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Effect
from dlvm.ir.instruction import DerivedDeclaration
from dlvm.ir.types import VOID, FunctionType, TensorType, Type
from dlvm.ir.values import Aggregate, Literal, Value
from dlvm.nnkit.array_api.manipulation import moveaxis
from dlvm.nnkit.autodiff.arguments import expect_staged
from dlvm.nnkit.autodiff.derived_functions import AnyStaged, ComposedFunction
from dlvm.nnkit.autodiff.gradients import of_closures, once
from dlvm.nnkit.pytree.packing import key_type, leaves_of, lift_leaves
from dlvm.nnkit.pytree.pytree import Leaf, TreeDef, TreeNode, flatten, unflatten
from dlvm.nnkit.pytree.structs import RowsHint
from dlvm.nnkit.staging import sequences
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.sizes import require_equal, shape_of
from dlvm.nnkit.tracing.trace import TracingScope, emit, entered, failure, scope_for
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.nnkit.vectorization.batching_rules import BatchedValue, batched, spread

Axes = int | None | Sequence[Any]
Tree = BatchedValue | tuple["Tree", ...]
"""The tensors in a value of the IR, in the order of its parts."""


@of_closures
def vmap(of: Any, in_axes: Axes = 0, out_axes: Any = 0) -> AnyStaged:
    """A staged function that applies a function to each row of its arguments.

    Parameters
    ----------
    of
        A staged function of one row, or a Python function, which is staged.
    in_axes
        The axis of the rows in each argument, or None for an argument that all rows share; one for
        all arguments, or a tuple or list with one for each. For an argument that is a tuple, list
        or struct, it is the axis of each of its tensors, or a tuple or list with one for each part.
    out_axes
        The axis of the rows in the result, likewise.

    Returns
    -------
    StagedFunction
        A function of the same arguments with the additional axis. Nest it for several axes.

    Raises
    ------
    DiagnosticError
        If no argument has rows, if numbers of rows differ, or for an axis that does not exist.

    Notes
    -----
    Code without branches and loops, and its gradients, compute all rows at once. A function that
    contains branches or loops, or that has a custom derivative, as decompositions do, runs for one
    row at a time.

    Examples
    --------
    ::

        distances = nnkit.vmap(nnkit.vmap(distance, (None, 0)), (0, None))(x, y)
    """
    known = expect_staged("vmap", of)
    count = len(known.signature.parameters) - known.captures
    axes = tuple(in_axes) if isinstance(in_axes, tuple | list) else (in_axes,) * count
    if len(axes) != count:
        raise failure(f"vmap: in_axes must have one axis for each of {count} arguments, got {axes}")
    axes = (None,) * known.captures + axes

    def body(values: Sequence[Any]) -> Any:
        return _applied(known, values, axes, out_axes)

    return once(
        known,
        ("vmap", _frozen(axes), _frozen(out_axes)),
        lambda: ComposedFunction(known, "vmap", body, _signature_of_rows(known)),
    )


def _signature_of_rows(of: AnyStaged) -> Any:
    """The signature with annotations that allow the axes of rows."""
    parameters = [
        p
        if of.hints.get(p.name) in _STATIC
        else p.replace(annotation=RowsHint(of.hints.get(p.name)))
        for p in of.signature.parameters.values()
    ]
    result = RowsHint(of.hints.get("return"))
    return of.signature.replace(parameters=parameters, return_annotation=result)


_STATIC = (int, float, bool, str)
"""Annotations of values that are known while staging."""


def _frozen(axes: Any) -> Any:
    if not isinstance(axes, tuple | list):
        return axes
    return tuple(map(_frozen, cast("Sequence[Any]", axes)))


def _applied(of: AnyStaged, values: Sequence[Any], axes: Sequence[Any], out_axes: Any) -> Any:
    program = scope_for("vmap").program
    structures: list[TreeDef] = []
    rows: list[BatchedValue] = []
    for value, axis in zip(values, axes, strict=True):
        leaves: list[Any] = []
        structures.append(flatten(value, leaves))
        lifted = lift_leaves(structures[-1:], leaves, program)
        places = _leaf_axes("in_axes", structures[-1], axis)
        rows += [_moved(v, place) for v, place in zip(lifted, places, strict=True)]
    given = [r.value for r in rows if r.is_batched]
    if not given:
        raise failure("vmap: at least one argument must be mapped, got in_axes None for all")
    count = shape_of(given[0])[0]
    for value in given[1:]:
        message = "vmap: arguments must have the same number of rows, got {0} and {1}"
        require_equal(shape_of(value)[0], count, message)
    types = tuple(key_type(_row_type(r)) for r in rows)
    staged = of.specialize(program, tuple(structures), types)
    rest = iter(rows)
    arguments = [_packed(s, rest) for s in structures if s.count]
    found = list(_leaves(_called(staged.function, arguments, count)))
    if any(type(leaf) is not Leaf for leaf in leaves_of([staged.result])):
        raise failure("vmap: the function must return tensors, got an enum")
    places = _leaf_axes("out_axes", staged.result, out_axes)
    results = [_placed(r, axis, count) for r, axis in zip(found, places, strict=True)]
    return unflatten(staged.result, iter(results))


def _leaf_axes(what: str, structure: TreeDef, axis: Any) -> Iterator[int | None]:
    """The axis of the rows in each tensor of a value."""
    if isinstance(axis, tuple | list):
        given = cast("Sequence[Any]", axis)
        parts = structure.children if isinstance(structure, TreeNode) else ()
        if len(parts) != len(given):
            raise failure(
                f"vmap: {what} must be an axis, or have the structure of the value, got {axis}"
            )
        for child, item in zip(parts, given, strict=True):
            yield from _leaf_axes(what, child, item)
        return
    if axis is not None and not isinstance(axis, int):
        raise failure(f"vmap: {what} must be integers or None, got {axis!r}")
    for _ in range(structure.count):
        yield axis


def _moved(value: Value, axis: int | None) -> BatchedValue:
    """The tensor with its rows along the leading axis."""
    if axis is None:
        return BatchedValue(value, is_batched=False)
    if not isinstance(value.type, TensorType):
        raise failure(f"vmap: arguments with rows must be tensors, got type {value.type}")
    place = primitives.axis_of(axis, value.type.rank, "vmap: in_axes")
    return BatchedValue(lift(moveaxis(wrap(value), place, 0)) if place else value, is_batched=True)


def _row_type(rows: BatchedValue) -> Type:
    if not rows.is_batched:
        return rows.value.type
    type = cast("TensorType", rows.value.type)
    return type.with_shape(type.shape[1:])


def _placed(rows: BatchedValue, axis: int | None, count: Any) -> Any:
    if axis is None:
        if rows.is_batched:
            raise failure("vmap: out_axes must be an axis for a result that has rows, got None")
        return wrap(rows.value)
    place = primitives.axis_of(axis, rows.rank + 1, "vmap: out_axes")
    whole = wrap(spread(rows, count))
    return moveaxis(whole, 0, place) if place else whole


def _packed(structure: TreeDef, rows: Iterator[BatchedValue]) -> Tree:
    if isinstance(structure, Leaf):
        return next(rows)
    assert isinstance(structure, TreeNode)
    return tuple(_packed(child, rows) for _, child in structure.parts)


def _leaves(tree: Tree) -> Iterator[BatchedValue]:
    if isinstance(tree, BatchedValue):
        yield tree
    else:
        for part in tree:
            yield from _leaves(part)


# Functions of the IR


def _called(function: Function, arguments: Sequence[Tree], count: Any) -> Tree:
    """The results of a function for all rows."""
    leaves = [leaf for argument in arguments for leaf in _leaves(argument)]
    if any(leaf.is_batched for leaf in leaves):
        if _is_at_once(function):
            return _replayed(function, arguments, count)
        if _is_derivative_at_once(function):
            return _differentiated(function, arguments, count)
        return _looped(function, arguments, count)
    values = [_assembled(a, t) for a, t in zip(arguments, function.type.parameters, strict=True)]
    result = emit(op.Apply, function, values, function.type.result)
    return _parts(result, result.type, ())


def _is_at_once(function: Function) -> bool:
    """Whether the function is a sequence of instructions whose order among rows does not matter."""
    if len(function.blocks) != 1 or "checkpoint" in function.attributes:
        return False
    block = function.blocks[0]
    return not _has_custom_derivative(function) and all(
        not i.effects & ~(Effect.TRAP | Effect.CALL | Effect.CONTROL)
        and not isinstance(i, op.Assert | op.Trap)
        and (not isinstance(i, op.Apply) or isinstance(i.callee, Function))
        for i in block.instructions
    )


def _has_custom_derivative(function: Function) -> bool:
    module = scope_for("vmap").program.module
    return any(
        isinstance(f.declaration, DerivedDeclaration)
        and f.declaration.function is function
        and bool(f.blocks)
        for f in module.functions
    )


def _replayed(function: Function, arguments: Sequence[Tree], count: Any) -> Tree:
    """Emits each instruction of the function for all rows."""
    known: dict[Value, Tree] = dict(zip(function.arguments, arguments, strict=True))
    for instruction in function.blocks[0].instructions:
        if isinstance(instruction, op.Return):
            return _tree(instruction.operands[0], known)
        known[instruction] = _evaluated(instruction, known, count)
    raise failure(f"vmap: {function.name} must return a value, got none")


def _tree(value: Value, known: dict[Value, Tree]) -> Tree:
    if isinstance(value, Aggregate) and isinstance(value.type.canonical, TupleType | StructType):
        return tuple(_tree(v, known) for v in value.operands)
    return known[value] if value in known else BatchedValue(value, is_batched=False)


def _evaluated(instruction: Instruction, known: dict[Value, Tree], count: Any) -> Tree:
    if isinstance(instruction, op.Apply):
        arguments = [_tree(a, known) for a in instruction.arguments]
        return _called(cast("Function", instruction.callee), arguments, count)
    if isinstance(instruction, op.Extract):
        source, path = _tree(instruction.source, known), instruction.path
        type = instruction.source.type
        while path and not isinstance(source, BatchedValue):
            place, type = _place(type, path[0])
            source, path = source[place], path[1:]
        if not path:
            return source
        instruction = op.Extract(path, cast("BatchedValue", source).value)
        return _computed(instruction, [cast("BatchedValue", source)], count)
    trees = [_tree(o, known) for o in instruction.operands]
    operands = [tree for tree in trees if isinstance(tree, BatchedValue)]
    if len(operands) < len(trees):
        raise failure(f"vmap: operands of {instruction.mnemonic} must be tensors, got a tuple")
    return _computed(instruction, operands, count)


def _place(type: Type, step: int | str) -> tuple[int, Type]:
    """The position and the type of a part of a tuple or struct."""
    whole = type.canonical
    if isinstance(whole, StructType):
        place = cast("int", whole.field_index(str(step)))
        return place, whole.fields[place][1]
    assert isinstance(whole, TupleType)
    assert isinstance(step, int)
    return step, whole.elements[step]


def _computed(instruction: Instruction, operands: Sequence[BatchedValue], count: Any) -> Tree:
    """The result of an instruction for all rows."""
    if any(o.is_batched for o in operands):
        value = batched(instruction, operands, count)
        if value is not None:
            return BatchedValue(value, is_batched=True)
        return _each_row(operands, lambda values: _emitted(instruction, values))
    value = _emitted(instruction, [o.value for o in operands])
    return _parts(value, value.type, ())


def _emitted(instruction: Instruction, values: Sequence[Value]) -> Value:
    pairs = zip(instruction.operands, values, strict=True)
    return scope_for("vmap").builder.insert(instruction.clone(dict(pairs)))


def _is_derivative_at_once(function: Function) -> bool:
    """Whether the function is the derivative of one that computes all rows at once. Its batched
    form is the derivative of the batched function."""
    declaration = function.declaration
    if not isinstance(declaration, DerivedDeclaration) or function.blocks:
        return False
    of = declaration.function
    is_plain = declaration.sources is not None or isinstance(of.type.result, TensorType)
    return is_plain and declaration.wrt is not None and _is_at_once(of)


def _differentiated(function: Function, arguments: Sequence[Tree], count: Any) -> Tree:
    """The derivative of the rows of a function."""
    declaration = cast("DerivedDeclaration", function.declaration)
    of, wrt = declaration.function, cast("tuple[int, ...]", declaration.wrt)
    own, added = list(arguments[: len(of.arguments)]), list(arguments[len(of.arguments) :])
    for place in wrt:
        own[place] = _spread(own[place], count)
    if isinstance(declaration, GradientDeclaration):
        if not added:
            added = [_ones(declared_type(replace(declaration, seedable=True)).parameters[-1])]
        declaration = replace(declaration, seedable=True)
    added = [_spread(tree, count) for tree in added]
    program = scope_for("vmap").program
    rows = _function_of_rows(of, own)
    declared = replace(declaration, function=rows)
    name = program.module.unique_name(f"{function.name}.vmap")
    made = Function(name, declared_type(declared), ("internal",), declared, function.location)
    program.module.add_function(made)
    values = [_assembled(a, _type_of(a)) for a in (*own, *added)]
    result = emit(op.Apply, made, values, made.type.result)
    return _marked(_parts(result, result.type, ()))


def _function_of_rows(function: Function, arguments: Sequence[Tree]) -> Function:
    """A function of the IR for all rows, for arguments of these types."""
    scope = scope_for("vmap")
    types = tuple(map(_type_of, arguments))
    name = scope.program.module.unique_name(f"{function.name}.vmap")
    made = Function(name, FunctionType(types, VOID), ("internal",), location=function.location)
    scope.program.module.add_function(made)
    block = made.add_entry([a.name for a in function.arguments])
    with entered(TracingScope(scope.program, made, Builder(block), base=scope.base)):
        given = [_parts(a, a.type, ()) for a in block.arguments]
        flags = [leaf.is_batched for argument in arguments for leaf in _leaves(argument)]
        values = [leaf.value for argument in given for leaf in _leaves(argument)]
        rows = [BatchedValue(v, flag) for v, flag in zip(values, flags, strict=True)]
        count = next(shape_of(r.value)[0] for r in rows if r.is_batched)
        rest = iter(rows)
        result = _replayed(function, [_refilled(a, rest) for a in arguments], count)
        result = _spread(result, count)
        value = _assembled(result, _type_of(result))
        emit(op.Return, value)
    made.type = FunctionType(types, value.type)
    return made


def _spread(tree: Tree, count: Any) -> Tree:
    if isinstance(tree, BatchedValue):
        return BatchedValue(spread(tree, count), is_batched=True)
    return tuple(_spread(part, count) for part in tree)


def _ones(type: Type) -> Tree:
    """The seed of a gradient for which none is given: ones."""
    whole = type.canonical
    if isinstance(whole, TupleType):
        return tuple(map(_ones, whole.elements))
    return BatchedValue(Literal(whole, 1.0), is_batched=False)


def _type_of(tree: Tree) -> Type:
    return (
        tree.value.type if isinstance(tree, BatchedValue) else TupleType(tuple(map(_type_of, tree)))
    )


def _marked(tree: Tree) -> Tree:
    """The same tensors, marked as batched."""
    if isinstance(tree, BatchedValue):
        return BatchedValue(tree.value, is_batched=True)
    return tuple(map(_marked, tree))


def _looped(function: Function, arguments: Sequence[Tree], count: Any) -> Tree:
    """Calls the function for one row after the other."""
    operands = [leaf for argument in arguments for leaf in _leaves(argument)]

    def call(values: Sequence[Value]) -> Value:
        rest = iter(values)
        types = function.type.parameters
        packed = [
            _assembled(_filled(argument, rest), type)
            for argument, type in zip(arguments, types, strict=True)
        ]
        return emit(op.Apply, function, packed, function.type.result)

    return _each_row(operands, call)


def _filled(tree: Tree, values: Iterator[Value]) -> Tree:
    if isinstance(tree, BatchedValue):
        return BatchedValue(next(values), is_batched=False)
    return tuple(_filled(part, values) for part in tree)


def _each_row(
    operands: Sequence[BatchedValue], compute: Callable[[Sequence[Value]], Value]
) -> Tree:
    """A loop over the rows."""
    shape: list[Tree] = []

    def row(parts: Any) -> Any:
        rest = iter(parts)
        value = compute([lift(next(rest)) if o.is_batched else o.value for o in operands])
        shape[:] = [_parts(value, value.type, ())]
        return tuple(wrap(leaf.value) for leaf in _leaves(shape[0]))

    found = sequences.map(row, tuple(wrap(o.value) for o in operands if o.is_batched))
    return _refilled(shape[0], iter([BatchedValue(lift(f), is_batched=True) for f in found]))


def _refilled(tree: Tree, rows: Iterator[BatchedValue]) -> Tree:
    return next(rows) if isinstance(tree, BatchedValue) else tuple(_refilled(p, rows) for p in tree)


def _parts(value: Value, type: Type, path: tuple[int | str, ...]) -> Tree:
    """The tensors of a value."""
    whole = type.canonical
    if isinstance(whole, StructType):
        return tuple(_parts(value, t, (*path, name)) for name, t in whole.fields)
    if isinstance(whole, TupleType):
        return tuple(_parts(value, t, (*path, n)) for n, t in enumerate(whole.elements))
    return BatchedValue(emit(op.Extract, path, value) if path else value, is_batched=False)


def _assembled(tree: Tree, type: Type) -> Value:
    """A value of the IR with these tensors, the same for all rows."""
    whole = type.canonical
    if isinstance(tree, BatchedValue):
        return tree.value
    if isinstance(whole, StructType):
        types: Sequence[Type] = [t for _, t in whole.fields]
    else:
        assert isinstance(whole, TupleType)
        types = whole.elements
    return Aggregate(type, [_assembled(p, t) for p, t in zip(tree, types, strict=True)])
