"""C for instructions: scalars, parts of values, calls and terminators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlvm.codegen.c.elements import cast, literal, loaded, operation, stored
from dlvm.codegen.c.functions import BELOW, CODE, FunctionWriter, emits
from dlvm.codegen.host.aggregate_flattening import byte_size, is_tensor, leaf_range
from dlvm.codegen.host.function_plan import ValueLeaf
from dlvm.codegen.kernels.constant_evaluation import is_constant
from dlvm.compute.loop_nest.addresses import strides
from dlvm.ir import instructions as op
from dlvm.ir.compute import Check, Definition, SizeCheck, is_size, size_check_message
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import Instruction, instructions_with
from dlvm.ir.module import Function
from dlvm.ir.polynomial import Size, dim_of
from dlvm.ir.types import I64, ElementType, Symbol, TensorType
from dlvm.ir.values import Aggregate, Value

# Scalars and parts of values


@emits(op.Elementwise, op.Select, op.DataTypeCast)
def _scalar(writer: FunctionWriter, instruction: Instruction) -> None:
    leaf = writer.leaves(instruction)[0]
    operands = [writer.leaves(v)[0] for v in instruction.operands]
    arguments = [o.operand or "" for o in operands]
    name, operand = instruction.mnemonic, operands[0].tensor.element
    if isinstance(instruction, op.Select):
        arguments = [arguments[2], arguments[0], arguments[1]]
    elif isinstance(instruction, op.DataTypeCast):
        name = "cast"
    text = operation(writer.helpers, name, leaf.tensor.element, operand, arguments)
    writer.define(instruction, leaf, text)


@emits(op.Dimension)
def _dimension(writer: FunctionWriter, dimension: op.Dimension) -> None:
    shape = writer.leaves(dimension.x)[0].tensor.static_shape
    assert shape is not None
    writer.leaves(dimension)[0].operand = literal(shape[dimension.axis], I64)


@emits(op.Extract)
def _extract(writer: FunctionWriter, extract: op.Extract) -> None:
    first, _, rest = leaf_range(extract.source.type, extract.path)
    leaf = writer.leaves(extract)[0] if rest else None
    if leaf is None or leaf.buffer is not None:
        return
    source = writer.leaves(extract.source)[first]
    if not source.tensor.rank:
        leaf.operand = source.operand
        return
    place = f"({writer.address(source)})[{_element(source, rest)}]"
    writer.define(extract, leaf, loaded(writer.helpers, place, leaf.tensor.element))


def _element(source: ValueLeaf, path: Sequence[int | str]) -> int:
    """The number of an element or of the first element of a row."""
    shape = source.tensor.static_shape
    assert shape is not None
    return sum(int(i) * int(str(s)) for i, s in zip(path, strides(shape), strict=False))


@emits(op.Insert)
def _insert(writer: FunctionWriter, insert: op.Insert) -> None:
    first, _, rest = leaf_range(insert.target.type, insert.path)
    if not rest:
        return
    old, new = writer.leaves(insert.target)[first], writer.leaves(insert)[first]
    writer.copy(writer.address(new), writer.address(old), byte_size(old.tensor))
    _write(writer, writer.leaves(insert.element)[0], new, _element(old, rest))


def _write(writer: FunctionWriter, value: ValueLeaf, whole: ValueLeaf, element: int) -> None:
    """Stores a scalar or tensor into a part of a tensor."""
    place = f"{writer.address(whole)} + {element}" if element else writer.address(whole)
    if is_tensor(value.type):
        writer.copy(place, writer.address(value), byte_size(value.tensor))
    else:
        kept = stored(writer.helpers, value.operand or "", value.tensor.element)
        writer.line(f"*({place}) = {kept};")


@emits(op.LiteralInstruction)
def _literal(writer: FunctionWriter, given: op.LiteralInstruction) -> None:
    if not isinstance(given.value, Aggregate) or not isinstance(given.type.canonical, TensorType):
        return
    whole = writer.leaves(given)[0]
    parts = [writer.leaves(v)[0] for v in given.value.operands]
    count = 1
    for dim in whole.tensor.static_shape[1:] if whole.tensor.static_shape else ():
        count *= dim
    for number, leaf in enumerate(parts):
        _write(writer, leaf, whole, number * count)


@emits(op.BitCast)
def _bit_cast(writer: FunctionWriter, bits: op.BitCast) -> None:
    source, leaf = writer.leaves(bits.x)[0], writer.leaves(bits)[0]
    size = leaf.tensor.element.bytes
    if leaf.buffer is not None and source.buffer is not None:
        writer.copy(writer.address(leaf), writer.address(source), byte_size(leaf.tensor))
        return
    old, new = source.tensor.element, leaf.tensor.element
    if source.buffer is None:
        name = writer.declare(bits, old, in_memory=True)
        writer.line(f"{name} = {stored(writer.helpers, source.operand or '', old)};")
        given = f"&{name}"
    else:
        given, size = writer.address(source), byte_size(source.tensor)
    if leaf.buffer is not None:
        writer.copy(writer.address(leaf), given, byte_size(leaf.tensor))
        return
    name = writer.declare(bits, new, in_memory=True)
    writer.copy(f"&{name}", given, size)
    writer.define(bits, leaf, loaded(writer.helpers, name, new))


@emits(*instructions_with(Trait.AFFINE_MOVEMENT | Trait.VIEW))
def _view(writer: FunctionWriter, instruction: Instruction) -> None:
    source, leaf = writer.leaves(instruction.operands[0])[0], writer.leaves(instruction)[0]
    if leaf.buffer is None:
        leaf.operand = source.operand
        if source.buffer is not None:
            place = f"*({writer.address(source)})"
            writer.define(instruction, leaf, loaded(writer.helpers, place, leaf.tensor.element))
    elif source.buffer is None:
        _write(writer, source, leaf, 0)


# Calls


@emits(op.Apply)
def _apply(writer: FunctionWriter, apply: op.Apply) -> None:
    if isinstance(apply.callee, Definition):
        if not is_constant(apply):
            _call_kernel(writer, apply, apply.callee)
        return
    assert isinstance(apply.callee, Function)
    callee = writer.program.functions[apply.callee]
    own = writer.leaves(apply)
    taken = [(leaf, argument, own[result]) for leaf, argument, result in
             writer.plan.taken_over(apply)]  # fmt: skip
    writer.move([(leaf, result) for leaf, _, result in taken])
    moved = {argument: result for _, argument, result in taken}
    contexts = {"frame": f"frame + {BELOW}", "found": "found", "state": "state"}
    given = [contexts[name] for name in callee.context]
    leaves = [leaf for a in apply.arguments for leaf in writer.leaves(a)]
    for number, leaf in enumerate(leaves):
        leaf = moved.get(number, leaf)
        given.append(writer.address(leaf) if is_tensor(leaf.type) else leaf.operand or "")
    waiting: list[tuple[ValueLeaf, str]] = []
    for number, leaf in enumerate(own):
        if number in callee.shared:
            continue
        if is_tensor(leaf.type):
            given.append(writer.address(leaf))
        else:
            given.append(writer.receive(apply, leaf, waiting))
    writer.below = max(writer.below, callee.frame)
    if CODE not in writer.declared:
        writer.declared.append(CODE)
    writer.line(f"code = {callee.name}({', '.join(given)});")
    writer.line("if (code != 0) return code;")
    for leaf, name in waiting:
        writer.define(apply, leaf, loaded(writer.helpers, name, leaf.tensor.element))


def _call_kernel(writer: FunctionWriter, apply: op.Apply, definition: Definition) -> None:
    name, kernel = writer.program.kernels[definition]
    inputs = [writer.leaves(a)[0] for a in apply.arguments]
    sizes = {
        parameter[1:]: leaf.operand or ""
        for parameter, leaf in zip(definition.body.parameters, inputs, strict=True)
        if is_size(parameter)
    }
    for check in definition.body.checks:
        _check_indices(writer, apply, definition, check, sizes)
    for check in definition.body.size_checks:
        _check_size(writer, apply, check, sizes)
    given = [
        writer.address(leaf) if is_tensor(leaf.type) else leaf.operand or "" for leaf in inputs
    ]
    waiting: list[tuple[ValueLeaf, str]] = []
    for leaf in writer.leaves(apply):
        if leaf.buffer is None:
            given.append(writer.receive(apply, leaf, waiting))
        else:
            given.append(writer.address(leaf))
    if kernel.draws:
        given += ["state[0]", "state[1]"]
    writer.line(f"{name}({', '.join(given)});")
    if kernel.draws:
        draws = definition.body.draws
        assert isinstance(draws, int)
        writer.line(f"state[1] += {draws};")
    for leaf, own in waiting:
        writer.define(apply, leaf, loaded(writer.helpers, own, leaf.tensor.element))


def _check_indices(
    writer: FunctionWriter,
    apply: op.Apply,
    definition: Definition,
    check: Check,
    sizes: Mapping[str, str],
) -> None:
    leaf = writer.leaves(apply.arguments[definition.body.parameters.index(check.parameter)])[0]
    element = leaf.tensor.element
    bound = str(check.bound) if isinstance(check.bound, int) else sizes[check.bound.name]
    index = "{0:u}" if element.kind == "unsigned" else "{0}"
    message = f"index {index} is out of range, expected {{1:below}}"
    code = writer.trap(message, check.location or apply.location)
    count = 1
    if leaf.buffer is None:
        name = writer.declare(apply, element, in_memory=True)
        writer.line(f"{name} = {leaf.operand};")
        place = f"&{name}"
    else:
        place = writer.address(leaf)
        for dim in leaf.tensor.static_shape or ():
            count *= dim
    test = f"{writer.helpers.check(element)}({place}, {count}, {bound}, found)"
    writer.line(f"if ({test}) return {code};")


def _check_size(
    writer: FunctionWriter, apply: op.Apply, check: SizeCheck, sizes: Mapping[str, str]
) -> None:
    left, right = (_wrapping_size(size, sizes) for size in (check.left, check.right))
    fails = ">" if check.relation == "atMost" else "!="
    code = writer.trap(size_check_message(check), check.location or apply.location)
    writer.line(f"if ({left} {fails} {right}) {{")
    writer.line(f"    found[0] = {left};")
    writer.line(f"    found[1] = {right};")
    writer.line(f"    return {code};")
    writer.line("}")


def _wrapping_size(size: Size, sizes: Mapping[str, str]) -> str:
    """A size as an ``int64_t``, which wraps around if it overflows."""
    if isinstance(size, int):
        return str(size)
    whole = dim_of(size)
    if isinstance(whole, Symbol):
        return sizes[whole.name]
    terms: list[str] = []
    for monomial, number in size.terms:
        factors = [f"(uint64_t){sizes[name]}" for name in monomial]
        if number != 1 or not factors:
            factors.insert(0, f"(uint64_t){number}")
        terms.append(" * ".join(factors))
    return f"(int64_t)({' + '.join(terms)})"


# Terminators


@emits(op.Branch)
def _branch(writer: FunctionWriter, branch: op.Branch) -> None:
    writer.go_to(branch.target)


@emits(op.Conditional)
def _conditional(writer: FunctionWriter, conditional: op.Conditional) -> None:
    flag = writer.scalar(conditional.condition)
    outside, writer.lines = writer.lines, []
    writer.go_to(conditional.then)
    then, writer.lines = writer.lines, outside
    if len(then) == 1:
        writer.line(f"if ({flag}) {then[0]}")
    else:
        writer.line(f"if ({flag}) {{")
        writer.lines += [f"    {line}" for line in then]
        writer.line("}")
    writer.go_to(conditional.otherwise)


@emits(op.Return)
def _return(writer: FunctionWriter, given: op.Return) -> None:
    if given.value is not None:
        leaves = writer.leaves(given.value)
        plan = writer.plan
        moves: list[tuple[ValueLeaf, ValueLeaf]] = []
        for number, (leaf, slot) in enumerate(zip(leaves, plan.results, strict=True)):
            if slot is None:
                kept = stored(writer.helpers, leaf.operand or "", leaf.tensor.element)
                writer.line(f"*{writer.notation.result(number)} = {kept};")
            else:
                moves.append((leaf, ValueLeaf(plan.result_types[number], slot)))
        writer.move(moves)
    writer.line("return 0;")


@emits(op.Trap)
def _trap(writer: FunctionWriter, trap: op.Trap) -> None:
    writer.line(f"return {writer.trap(trap.message, trap.location)};")


@emits(op.Assert)
def _assert(writer: FunctionWriter, check: op.Assert) -> None:
    code = writer.trap(check.message, check.location)
    stores = [
        f"found[{number}] = {cast(writer.helpers, writer.scalar(v), _element_of(v), I64)};"
        for number, v in enumerate(check.values)
    ]
    flag = writer.scalar(check.condition)
    writer.line(f"if (!{flag}) {{ {' '.join([*stores, f'return {code};'])} }}")


def _element_of(value: Value) -> ElementType:
    type = value.type.canonical
    assert isinstance(type, TensorType)
    return type.element
