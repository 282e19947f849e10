"""Closure conversion by defunctionalization: closures become values of enums.

If the module creates closures of a function type, the type becomes an enum (Reynolds 1972). The
enum has a case for each function that a value of the type may be, and a case for each partially
applied function, whose payload holds the bound arguments. A call of a function value becomes a call
of a function that branches on the case. Differentiation and code generation therefore have to
support enums, but not closures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, cast

from dlvm.analysis.differentiation.function_values import taken_functions
from dlvm.analysis.differentiation.gradients import declared_type, differentiated_arguments
from dlvm.diagnostics import error
from dlvm.ir import (
    Aggregate,
    Argument,
    Block,
    DerivedDeclaration,
    EnumType,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    StructType,
    Successor,
    TupleType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Field
from dlvm.ir.types import (
    CONDITION,
    VOID,
    AliasType,
    ArrayType,
    BoxType,
    FunctionCases,
    NominalType,
    PointerType,
    inner_types,
    same_type,
)
from dlvm.ir.values import copy_operand
from dlvm.ir.wellformed import children, members_of


def has_closures(module: Module) -> bool:
    """Whether a module creates closures."""
    return any(_partials(module))


def convert_closures(module: Module) -> bool:
    """Replaces closures with enum values, and calls of function values with branches on the case.

    Returns whether the module had closures. A closure that is only called in the function that
    creates it becomes a direct call.

    Raises :class:`DiagnosticError` for gradients with respect to arguments that hold closures,
    since the conversion would change the type of the gradient.
    """
    if not has_closures(module):
        return False
    _call_directly(module)
    if has_closures(module):
        _Conversion(module).run()
    return True


def _partials(module: Module) -> Iterable[op.Partial]:
    return (
        instruction
        for function in module.functions
        if op.Partial in function.kinds
        for instruction in function.instructions()
        if isinstance(instruction, op.Partial)
    )


def _call_directly(module: Module) -> None:
    """Replaces calls of known closures with direct calls."""
    for function in module.functions:
        if op.Partial not in function.kinds:
            continue
        for instruction in list(function.instructions()):
            if not isinstance(instruction, op.Apply | op.Partial):
                continue
            callee, arguments = instruction.callee, list(instruction.arguments)
            while isinstance(callee, op.Partial):
                arguments = [*callee.arguments, *arguments]
                callee = callee.callee
            if callee is instruction.callee:
                continue
            given = [copy_operand(value, {}) for value in arguments]
            named = (
                op.Apply(callee, given, instruction.result)
                if isinstance(instruction, op.Apply)
                else op.Partial(callee, given)
            )
            named.name, named.location = instruction.name, instruction.location
            assert instruction.block is not None
            instruction.block.insert(named, instruction)
            instruction.replace_uses(named)
            instruction.erase()
        for instruction in reversed(list(function.instructions())):
            if isinstance(instruction, op.Partial) and not instruction.is_used:
                instruction.erase()


@dataclass(frozen=True)
class _ClosureCase:
    """A case of a function type: a callee, which is a function or a function value, with its first
    arguments bound.
    """

    callee: Function | Type
    count: int

    @property
    def type(self) -> FunctionType:
        callee = self.callee.type if isinstance(self.callee, Function) else self.callee
        return cast("FunctionType", callee.canonical)

    @property
    def payload(self) -> tuple[Type, ...]:
        given = self.type.parameters[: self.count]
        return given if isinstance(self.callee, Function) else (self.callee, *given)

    @property
    def stem(self) -> str:
        name = self.callee.name if isinstance(self.callee, Function) else "closure"
        return ".".join([name or "f", *([str(self.count)] if self.count else [])])


class _Conversion:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.original = {f: f.type.canonical for f in module.functions}
        self.cases: dict[Type, dict[_ClosureCase, str]] = {}
        self.enums: dict[Type, EnumType] = {}
        self._nominal: dict[NominalType, Type] = {}
        self._appliers: dict[Type, Function] = {}
        self._comparers: dict[Type, Function] = {}

    def run(self) -> None:
        module = self.module
        for instruction in _partials(module):
            self.cases.setdefault(instruction.type.canonical, {})[_case_of(instruction)] = ""
        for type, cases in self.cases.items():
            for function in self._plain(type):
                cases[_ClosureCase(function, 0)] = ""
        # Types are replaced after all enums are known, since payload types contain them, too.
        payloads = {t: [(c, c.payload) for c in cases] for t, cases in self.cases.items()}
        taken = {t.name for t in module.types}
        for type, cases in self.cases.items():
            names: set[str] = set()
            for case in cases:
                cases[case] = _unique(case.stem, names)
            self.enums[type] = EnumType(_unique("closure", taken))
        for type, enum in self.enums.items():
            enum.define(
                (self.cases[type][case], tuple(map(self.convert, payload)))
                for case, payload in payloads[type]
            )
            enum.stand_for(self._function_cases(type))
        for function in module.functions:
            declaration = function.declaration
            if isinstance(declaration, DerivedDeclaration) and declaration.wrt is None:
                # A type without floats can contain floats once it is an enum.
                wrt = tuple(differentiated_arguments(declaration))
                function.declaration = replace(declaration, wrt=wrt)
        bodies = [f for f in module.functions if f.blocks]
        self._convert_signatures()
        self._check_declarations()
        for type in self.enums:
            self._fill_applier(type)
        for function in bodies:
            self._rebuild(function)

    def _plain(self, type: Type) -> list[Function]:
        """Returns the functions without bound arguments that values of a type may denote."""
        crosses = any(
            type in inner_types(parameter)
            for function in self.module.functions
            if "internal" not in function.attributes
            for parameter in function.type.parameters
        )
        if not crosses:
            return taken_functions(self.module, type)
        return [f for f in self.module.functions if self.original[f] == type]

    def _function_cases(self, type: Type) -> FunctionCases:
        names = {
            name: case.callee.name or ""
            for case, name in self.cases[type].items()
            if isinstance(case.callee, Function)
        }
        assert isinstance(type, FunctionType)
        return FunctionCases(type, names)

    # Types

    def convert(self, type: Type) -> Type:
        """Replaces the types of closures in a type with enums."""
        enum = self.enums.get(type.canonical)
        if enum is not None:
            return enum
        match type:
            case TupleType(elements):
                return TupleType(tuple(map(self.convert, elements)))
            case ArrayType(size, element):
                return ArrayType(size, self.convert(element))
            case PointerType(pointee):
                return PointerType(self.convert(pointee))
            case BoxType(content):
                return BoxType(self.convert(content))
            case FunctionType():
                return self._convert_function(type)
            case NominalType():
                return self._convert_nominal(type)
            case _:
                return type

    def _convert_function(self, type: FunctionType) -> FunctionType:
        return FunctionType(tuple(map(self.convert, type.parameters)), self.convert(type.result))

    def _convert_nominal(self, type: NominalType) -> Type:
        found = self._nominal.get(type)
        if found is None:
            found = self._nominal[type] = type
            if self._leads_to_closures(type):
                made = replace(type)
                found = self._nominal[type] = made
                match made:
                    case StructType(fields=fields):
                        made.define((name, self.convert(t)) for name, t in fields)
                    case EnumType(cases=cases):
                        made.define((name, tuple(map(self.convert, p))) for name, p in cases)
                    case AliasType(target=Type() as target):
                        made.define(self.convert(target))
                    case _:
                        pass
        return found

    def _leads_to_closures(self, type: Type) -> bool:
        seen: dict[Type, None] = {type: None}
        for part in (pending := list(seen)):
            if part.canonical in self.enums:
                return True
            inner = members_of(part) if isinstance(part, NominalType) else children(part)
            fresh = [t for t in inner if t not in seen]
            seen.update(dict.fromkeys(fresh))
            pending += fresh
        return False

    def _convert_signatures(self) -> None:
        module = self.module
        module.types[:] = [cast("NominalType", self.convert(t)) for t in module.types]
        module.types += self.enums.values()
        for variable in module.variables:
            variable.content = self.convert(variable.content)
            variable.type = PointerType(variable.content)
        for function in module.functions:
            function.type = self._convert_function(function.type)
        for type, enum in self.enums.items():
            assert isinstance(type, FunctionType)
            whole = self._convert_function(type)
            applied = FunctionType((enum, *whole.parameters), whole.result)
            function = Function(module.unique_name("apply.closure"), applied, {"internal"})
            self._appliers[type] = module.add_function(function)

    def _check_declarations(self) -> None:
        for function in self.module.functions:
            declaration = function.declaration
            if not isinstance(declaration, DerivedDeclaration):
                continue
            expected = declared_type(declaration)
            if not same_type(function.type, expected):
                raise error(
                    f"the {declaration.keyword} @{function.name} is with respect to values of type "
                    f"{self.original[function]} that hold function values, which may be closures "
                    "in this module; expected 'wrt' and 'from' without them",
                    declaration.location,
                )

    # Calls

    def _fill_applier(self, type: Type) -> None:
        function = self._appliers[type]
        entry = function.add_entry()
        closure, *arguments = function.arguments
        targets: list[Successor] = []
        for case, name in self.cases[type].items():
            block = function.add_block(name)
            payload = self.enums[type].payload(name) or ()
            given = [block.add_argument(t) for t in payload]
            targets.append(Successor(block, (), name))
            if isinstance(case.callee, Function):
                call = op.Apply(case.callee, [*given, *arguments], function.type.result)
            else:
                call = self._apply(given[0], [*given[1:], *arguments], function.type.result)
            result = block.insert(call)
            block.insert(op.Return(None if result.type.canonical == VOID else result))
        entry.insert(op.BranchEnum(closure, targets))

    def _apply(self, callee: Value, arguments: Sequence[Value], result: Type) -> op.Apply:
        """Converts a call of a function value."""
        cases = callee.type.canonical
        if isinstance(cases, EnumType) and cases.stands_for is not None:
            return op.Apply(self._appliers[cases.stands_for.type], [callee, *arguments], result)
        return op.Apply(callee, arguments, result)

    def _comparer(self, type: Type) -> Function:
        """Returns the function that compares two values of a closure type."""
        found = self._comparers.get(type)
        if found is not None:
            return found
        enum = self.enums[type]
        name = self.module.unique_name("same.closure")
        found = Function(name, FunctionType((enum, enum), CONDITION), {"internal"})
        self._comparers[type] = self.module.add_function(found)
        entry = found.add_entry()
        first, second = found.arguments

        def case_block(case: str, payload: Sequence[Type]) -> Block:
            block = found.add_block(case)
            for part in payload:
                block.add_argument(part)
            return block

        def compare(block: Block, wanted: str) -> None:
            targets: list[Successor] = []
            for case, payload in enum.cases:
                end = case_block(case, payload)
                end.insert(op.Return(Literal(CONDITION, case == wanted)))
                targets.append(Successor(end, (), case))
            block.insert(op.BranchEnum(second, targets))

        targets: list[Successor] = []
        for case, payload in enum.cases:
            block = case_block(case, payload)
            targets.append(Successor(block, (), case))
            if payload:
                block.insert(op.Return(Literal(CONDITION, False)))
            else:
                compare(block, case)
        entry.insert(op.BranchEnum(first, targets))
        return found

    # Bodies

    def _rebuild(self, function: Function) -> None:
        originals = list(function.blocks)
        values: dict[Value, Value] = {}
        blocks: dict[Block, Block] = {}
        for block in originals:
            made = blocks[block] = function.add_block(block.name, location=block.location)
            for old in block.arguments:
                values[old] = made.add_argument(self.convert(old.type), old.name, old.location)
        waiting: dict[Value, Argument] = {}
        for block in originals:
            for old in block.instructions:
                for leaf in old.leaves():
                    if leaf not in values and getattr(leaf, "block", None) is not None:
                        waiting[leaf] = Argument(self.convert(leaf.type), blocks[block])
                        values[leaf] = waiting[leaf]
                new = self._converted(old, values, blocks)
                new.name, new.location = old.name, old.location
                blocks[block].insert(new)
                if old in waiting:
                    waiting.pop(old).replace_uses(new)
                values[old] = new
        for block in originals:
            for old in block.instructions:
                old.drop_operands()
        function.set_blocks(blocks.values())

    def _converted(
        self, old: Instruction, values: dict[Value, Value], blocks: dict[Block, Block]
    ) -> Instruction:
        use = partial(self._operand, values=values)
        match old:
            case op.Apply() if not isinstance(old.callee, Function):
                arguments = [use(a) for a in old.arguments]
                return self._apply(use(old.callee), arguments, self.convert(old.result))
            case op.Partial():
                whole, captured = old.type.canonical, list(old.arguments)
                if not isinstance(old.callee, Function):
                    captured = [old.callee, *captured]
                elements = [use(a) for a in captured]
                name = self.cases[whole][_case_of(old)]
                return op.LiteralInstruction(Aggregate(self.enums[whole], elements, name))
            case op.SameFunction() if old.lhs.type.canonical in self.enums:
                comparer = self._comparer(old.lhs.type.canonical)
                return op.Apply(comparer, [use(old.lhs), use(old.rhs)], CONDITION)
            case _:
                fields = {
                    name: self._field(field, getattr(old, name), use, blocks)
                    for name, field in old.fields.items()
                }
                return type(old)(**fields)

    def _field(
        self, field: Field, value: Any, use: Callable[[Value], Value], blocks: dict[Block, Block]
    ) -> Any:
        def part(item: Any) -> Any:
            if isinstance(item, Successor):
                return Successor(blocks[item.block], [use(v) for v in item.arguments], item.case)
            return use(item) if isinstance(item, Value) else item

        if field.is_attribute:
            return self.convert(value) if isinstance(value, Type) else value
        if field.kind == "callee":
            return value if isinstance(value, Function) else use(value)
        if isinstance(value, list | tuple):
            return [part(item) for item in cast("Sequence[Any]", value)]
        return part(value)

    def _operand(self, value: Value, values: dict[Value, Value]) -> Value:
        match value:
            case Aggregate():
                elements = [self._operand(e, values) for e in value.operands]
                return Aggregate(self.convert(value.type), elements, value.case, value.location)
            case Literal():
                return Literal(self.convert(value.type), value.data, value.location)
            case Function() if self.original.get(value) in self.enums:
                type = self.original[value]
                name = self.cases[type][_ClosureCase(value, 0)]
                return Aggregate(self.enums[type], (), name)
            case _:
                return values.get(value, value)


def _case_of(instruction: op.Partial) -> _ClosureCase:
    callee = instruction.callee
    known = callee if isinstance(callee, Function) else callee.type.canonical
    return _ClosureCase(known, len(instruction.arguments))


def _unique(stem: str, taken: set[str]) -> str:
    names = chain([stem], (f"{stem}.{n}" for n in range(1, len(taken) + 2)))
    name = next(n for n in names if n not in taken)
    taken.add(name)
    return name
