"""Host code of calls: of kernels, of functions, of function values, and of external functions."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.expressions.element_access import size_operand
from dlvm.codegen.expressions.literals import literal_text
from dlvm.codegen.host.aggregate_flattening import (
    REFERENCE,
    erased_axes,
    is_counted,
    is_erased,
    is_tensor,
    leaf_register,
)
from dlvm.codegen.host.function import Host, abi_types, emits
from dlvm.codegen.host.function_plan import ValueLeaf, cell_bytes
from dlvm.codegen.host.index_checks import check_indices
from dlvm.codegen.host.memory_plan import PlannedBuffer
from dlvm.codegen.host.notation import symbol
from dlvm.codegen.host.value_transfer import Symbols, check_sizes, move_tensors
from dlvm.codegen.kernels.constant_evaluation import is_constant
from dlvm.codegen.kernels.kernel import Kernel
from dlvm.codegen.llvm.emitter import memory_type, register_type
from dlvm.compute.scheduling.execution_time import HAND_OVER
from dlvm.diagnostics import Location, error
from dlvm.ir.compute import Definition, SizeCheck, is_size, size_check_message
from dlvm.ir.instruction import ExternDeclaration
from dlvm.ir.instructions import Apply, SameFunction
from dlvm.ir.module import Function
from dlvm.ir.polynomial import size_of
from dlvm.ir.types import (
    ElementType,
    FunctionType,
    PointerType,
    Symbol,
    TensorType,
    Type,
)


@emits(Apply)
def _apply(host: Host, op: Apply) -> None:
    match op.callee:
        case Definition() if is_constant(op):
            pass
        case Definition() as definition:
            _call_kernel(host, op, definition)
        case Function(declaration=ExternDeclaration()) as function:
            _call_extern(host, op, function)
        case Function() as function:
            _call_function(host, op, f"@{symbol(function)}", function in host.independent)
            host.below = max(host.below, host.frames.get(function, 0))
        case value:
            callee = host.register(host.leaves(value)[0])
            missing = host.emitter.emit(f"icmp eq ptr {callee}, null")
            host.trap_if(missing, "the function that is applied is undefined", op.location)
            _call_function(host, op, callee, True)


@emits(SameFunction)
def _same_function(host: Host, op: SameFunction) -> None:
    a, b = (host.register(host.leaves(value)[0]) for value in op.operands)
    host.leaves(op)[0].operand = host.emitter.emit(f"icmp eq ptr {a}, {b}")


# Functions


def _call_function(host: Host, op: Apply, callee: str, independent: bool) -> None:
    type = op.callee.type.canonical
    assert isinstance(type, FunctionType)
    parameters, results = abi_types(type)
    symbols: Symbols = {}
    own = host.leaves(op)
    taken = [(leaf, argument, own[result]) for leaf, argument, result in host.plan.taken_over(op)]
    move_tensors(host, [(leaf, result) for leaf, _, result in taken], op.location)
    moved = {argument: result for _, argument, result in taken}
    given = ["ptr %context", f"ptr {'null' if independent else host.below_frame()}"]
    count = 0
    for number, (value, types) in enumerate(zip(op.arguments, parameters, strict=True)):
        leaves = host.leaves(value)
        what = f"argument {number}"
        check_sizes(host, leaves, types, symbols, lambda _, what=what: what, op.location)
        for leaf, expected in zip(leaves, types, strict=True):
            given += _argument(host, moved.get(count, leaf), expected)
            count += 1
    places = [
        _result_place(host, leaf, expected, symbols, op.location)
        for leaf, expected in zip(own, results, strict=True)
    ]
    given += [f"ptr {place}" for place in places]
    code = host.emitter.emit(f"call i32 {callee}({', '.join(given)})")
    host.leave_with(code)
    for leaf, expected, place in zip(own, results, places, strict=True):
        _take_result(host, leaf, expected, place, op.location)
    # The instruction's type may know sizes that the callee's type does not.
    types = [leaf.type for leaf in own]
    check_sizes(host, own, types, dict(host.symbols), lambda _: "the result", op.location)


def _argument(host: Host, leaf: ValueLeaf, expected: Type) -> list[str]:
    if not is_tensor(leaf.type):
        return [host.typed(leaf)]
    shape = host.shape(leaf)
    return [
        f"ptr {host.address(leaf)}",
        *(f"i64 {shape[axis]}" for axis in erased_axes(expected)),
    ]


def _result_place(
    host: Host, leaf: ValueLeaf, expected: Type, symbols: Symbols, location: Location | None
) -> str:
    """The address to which the callee writes a leaf of its result."""
    if is_counted(leaf.type):
        assert leaf.slot is not None
        return host.vacate(leaf.slot)
    if not is_tensor(leaf.type):
        element = leaf.type.element if isinstance(leaf.type, TensorType) else None
        return host.emitter.alloca(memory_type(element) if element else leaf_register(leaf.type))
    assert isinstance(expected, TensorType)
    assert leaf.buffer is not None
    if is_erased(expected):
        if _has_cell_for(leaf, expected):
            return host.cell(leaf.buffer)
        place = host.emitter.alloca(f"[{cell_bytes(expected)} x i8]", 8)
        host.emitter.line(f"store [{cell_bytes(expected)} x i8] zeroinitializer, ptr {place}")
        return place
    leaf.sizes = [str(expected.shape[axis]) for axis in erased_axes(leaf.type)]
    host.reserve(leaf, location)
    return host.address(leaf)


def _take_result(
    host: Host, leaf: ValueLeaf, expected: Type, place: str, location: Location | None
) -> None:
    emitter = host.emitter
    if not is_tensor(leaf.type):
        leaf.operand = host.load_register(leaf.type, place)
    elif is_erased(expected):
        assert isinstance(expected, TensorType)
        sizes: list[str] = []
        for number in range(len(erased_axes(expected))):
            size = emitter.emit(f"getelementptr i8, ptr {place}, i64 {16 + 8 * number}")
            sizes.append(emitter.emit(f"load i64, ptr {size}, align 8"))
        data = emitter.emit(f"load ptr, ptr {place}, align 8")
        source = ValueLeaf(expected, PlannedBuffer(None, data, True), sizes=sizes)
        shape = host.shape(source)
        leaf.sizes = [shape[axis] for axis in erased_axes(leaf.type)]
        if _has_cell_for(leaf, expected):
            return
        check_sizes(host, [source], [leaf.type], {}, lambda _: "the result", location)
        host.reserve(leaf, location)
        host.copy(host.address(leaf), data, host.byte_count(leaf))
        host.call_runtime("dlvm_vacate", "void", ("ptr", "%context"), ("ptr", place))


def _has_cell_for(leaf: ValueLeaf, expected: TensorType) -> bool:
    """Whether the cell of a result has room for all erased sizes in the callee's result type."""
    assert leaf.buffer is not None
    known = leaf.buffer.place.size is not None
    return not known and cell_bytes(leaf.tensor) >= cell_bytes(expected)


# External functions


_C_TYPES = {ElementType.F32: "float", ElementType.F64: "double"}


def _c_type(type: Type, location: Location | None) -> str:
    """The LLVM type of a leaf in the C calling convention."""
    if is_tensor(type) or isinstance(type, PointerType):
        return "ptr"
    if isinstance(type, TensorType) and (type.element in _C_TYPES or type.element.is_exact):
        return _C_TYPES.get(type.element, register_type(type.element))
    raise error(f"a value of type {type} cannot be passed to an external function", location)


def _call_extern(host: Host, op: Apply, function: Function) -> None:
    """Calls a function by the C calling convention: scalars by value, tensors and pointers by
    address."""
    emitter = host.emitter
    parameters, results = abi_types(function.type)
    if len(results) > 1 or any(is_tensor(r) for r in results):
        raise error(
            f"@{function.name} has the result {function.type.result}, expected one number, "
            "one pointer or no result",
            function.location,
        )
    given: list[str] = []
    for value, types in zip(op.arguments, parameters, strict=True):
        leaves = host.leaves(value)
        check_sizes(host, leaves, types, {}, lambda _: "an argument", op.location)
        for leaf, type in zip(leaves, types, strict=True):
            given.append(f"{_c_type(type, op.location)} {_c_value(host, leaf)}")
    result = _c_type(results[0], op.location) if results else "void"
    name = function.name or ""
    host.declarations.declare(name, result, *(g.split()[0] for g in given))
    call = f"call {result} @{name}({', '.join(given)})"
    if not results:
        emitter.line(call)
        return
    leaf = host.leaves(op)[0]
    found = emitter.emit(call)
    if isinstance(leaf.type, PointerType):
        # The bounds of the memory are unknown: such a pointer can be passed on, but not
        # dereferenced.
        found = emitter.emit(f"insertvalue {REFERENCE} zeroinitializer, ptr {found}, 0")
    leaf.operand = found


def _c_value(host: Host, leaf: ValueLeaf) -> str:
    if is_tensor(leaf.type):
        return host.address(leaf)
    if isinstance(leaf.type, PointerType):
        return host.emitter.emit(f"extractvalue {REFERENCE} {host.register(leaf)}, 0")
    return host.register(leaf)


# Kernels


def _call_kernel(host: Host, op: Apply, definition: Definition) -> None:
    kernel, body = host.kernels[definition], definition.body
    inputs = [host.leaves(a)[0] for a in op.arguments]
    symbols = {
        name[1:]: host.register(leaf)
        for name, leaf in zip(body.parameters, inputs, strict=True)
        if is_size(name)
    }
    for leaf, type in zip(inputs, definition.type.parameters, strict=True):
        check_sizes(
            host, [leaf], [type.canonical], dict(symbols), lambda _: "an argument", op.location
        )
    for check in body.checks:
        position = body.parameters.index(check.parameter)
        bound = size_operand(host.emitter, size_of(check.bound), symbols)
        check_indices(host, inputs[position], bound, check.location or op.location)
    for check in body.size_checks:
        _check_size(host, check, symbols, check.location or op.location)
    given = [
        ("ptr", host.address(leaf)) if is_tensor(leaf.type) else _scalar_argument(host, leaf)
        for leaf in inputs
    ]
    for constant in kernel.constants:
        element = constant.element
        given.append((register_type(element), literal_text(constant.value, element)))
    slots: list[tuple[ValueLeaf, str]] = []
    for leaf, type in zip(host.leaves(op), definition.result_types, strict=True):
        if leaf.buffer is None:
            slots.append((leaf, host.emitter.alloca(memory_type(leaf.tensor.element))))
            given.append(("ptr", slots[-1][1]))
            continue
        leaf.sizes = [_dim_operand(type.shape[a], symbols) for a in erased_axes(leaf.type)]
        host.reserve(leaf, op.location)
        given.append(("ptr", host.address(leaf)))
    if kernel.draws:
        seed, counter = host.context("seed"), host.context("counter")
        given += [("i64", seed), ("i64", counter)]
        drawn = size_operand(host.emitter, kernel.draws, symbols)
        after = host.emitter.emit(f"add i64 {counter}, {drawn}")
        host.emitter.line(f"store i64 {after}, ptr {host.context_field('counter')}, align 8")
    _run_kernel(host, kernel, given, symbols)
    for leaf, slot in slots:
        leaf.operand = host.load_register(leaf.type, slot)


def _check_size(host: Host, check: SizeCheck, symbols: Symbols, location: Location | None) -> None:
    emitter = host.emitter
    left, right = (
        size_operand(emitter, size, symbols, may_overflow=True)
        for size in (check.left, check.right)
    )
    differs = "sgt" if check.relation == "atMost" else "ne"
    fails = emitter.emit(f"icmp {differs} i64 {left}, {right}")
    host.trap_if(fails, size_check_message(check), location, left, right)


def _dim_operand(dim: int | Symbol, symbols: Symbols) -> str:
    return symbols[dim.name] if isinstance(dim, Symbol) else str(dim)


def _scalar_argument(host: Host, leaf: ValueLeaf) -> tuple[str, str]:
    return register_type(leaf.tensor.element), host.register(leaf)


def _run_kernel(
    host: Host, kernel: Kernel, given: Sequence[tuple[str, str]], symbols: Symbols
) -> None:
    emitter = host.emitter
    if isinstance(kernel.size, int) and isinstance(kernel.time, int):
        tasks, time = str(-(-kernel.size // kernel.step)), str(kernel.time // 1000)
        serial = tasks == "1" or kernel.time < 2000 * HAND_OVER
    else:
        serial = kernel.size == 1
        tasks = time = "1"
        if not serial:
            size = size_operand(emitter, kernel.size, symbols)
            up = emitter.emit(f"add nsw i64 {size}, {kernel.step - 1}")
            tasks = emitter.emit(f"sdiv i64 {up}, {kernel.step}")
            fine = size_operand(emitter, kernel.time, symbols)
            time = emitter.emit(f"udiv i64 {fine}, 1000")
    join = ""
    if kernel.parts is not None:
        parts = emitter.alloca(kernel.parts.type, count=kernel.parts.count)
        given = [*given, ("ptr", parts)]
        join = f"call void @{kernel.parts.join}({', '.join(f'{t} {v}' for t, v in given)})"
    if kernel.polls:
        given = [*given, ("ptr", "%context")]
    if serial:
        arguments = "".join(f"{t} {v}, " for t, v in given)
        emitter.line(f"call void @{kernel.name}({arguments}i64 0, i64 {tasks})")
        if kernel.polls:
            host.poll()
        emitter.line(join)
        return
    slots = emitter.alloca(f"[{len(given)} x i64]", 8)
    for number, (type, value) in enumerate(given):
        place = emitter.emit(f"getelementptr i64, ptr {slots}, i64 {number}")
        emitter.line(f"store {type} {value}, ptr {place}, align 8")
    task = f"{kernel.name}.task"
    if task not in host.declarations:
        host.declarations.define(task, task_text(kernel, [t for t, _ in given]))
    code = host.call_runtime(
        "dlvm_parallel", "i32", ("ptr", "%context"), ("ptr", f"@{task}"), ("ptr", slots),
        ("i64", tasks), ("i64", time),
    )  # fmt: skip
    host.leave_with(code)
    emitter.line(join)


def task_text(kernel: Kernel, types: Sequence[str]) -> str:
    """The text of a function that loads a kernel's arguments from an array of 8-byte slots, and
    calls the kernel."""
    lines = [f"define internal void @{kernel.name}.task(ptr %slots, i64 %begin, i64 %end) #0 {{"]
    given: list[str] = []
    for number, type in enumerate(types):
        lines.append(f"  %p{number} = getelementptr i64, ptr %slots, i64 {number}")
        lines.append(f"  %v{number} = load {type}, ptr %p{number}, align 8")
        given.append(f"{type} %v{number}")
    given += ["i64 %begin", "i64 %end"]
    lines.append(f"  call void @{kernel.name}({', '.join(given)})")
    lines.append("  ret void\n}")
    return "\n".join(lines)
