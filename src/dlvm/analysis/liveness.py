"""Liveness: the code that has effects, and the code that computes its operands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import chain

from dlvm.analysis.cfg.calls import called_only, named_functions
from dlvm.analysis.differentiation.custom_derivatives import has_custom_derivative
from dlvm.analysis.effects.side_effects import is_removable
from dlvm.analysis.memory.aliases import root_of
from dlvm.analysis.memory.allocations import Allocations
from dlvm.analysis.values.symbols import code_symbols
from dlvm.ir import (
    Aggregate,
    Argument,
    DerivedDeclaration,
    Function,
    Instruction,
    Literal,
    Module,
    TupleType,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.values import User, new_mark
from dlvm.ir.wellformed import symbol_names


@dataclass(frozen=True)
class Liveness:
    """The result of the analysis. ``functions`` are those that may be called or are otherwise
    referenced; ``dead`` are the instructions and arguments in them that are not needed.

    For each function whose calls are all known and whose result is not wholly live, ``results`` has
    the live elements of the result.
    """

    functions: Set[Function]
    dead: Set[Argument | Instruction]
    results: Mapping[Function, tuple[int, ...] | None]


def find_liveness(module: Module) -> Liveness:
    """The liveness of a module without unreachable blocks.

    An instruction is live for its effect, or if its result is needed. A value that is passed to a
    function or to a block is live if the parameter is. A store to memory that does not escape is
    live if the memory is read. An argument of a function is also live if live code uses a size
    symbol that no other live argument defines.
    """
    marking = _Marking(module)
    marking.run()
    return Liveness(marking.functions.keys(), marking.dead(), marking.needed_results())


def returned_elements(function: Function, value: Value | None) -> list[Value] | None:
    """The elements of a returned tuple, or None if they are not known at the return. The list is
    empty if the function returns the result of a call of itself."""
    if isinstance(value, op.LiteralInstruction):
        value = value.value
    if isinstance(value, Aggregate):
        return list(value.operands)
    return [] if isinstance(value, op.Apply) and value.callee is function else None


class _Marking:
    """Traverses functions from the end, so that most instructions are known to be needed before
    they are visited; ``doubtful`` are the others."""

    def __init__(self, module: Module) -> None:
        self.module = module
        # The value that reuses the memory of a parameter may be the first of several.
        self.own = dict.fromkeys(f for f in called_only(module) if "inplace" not in f.attributes)
        self.functions: dict[Function, None] = {}
        self.live = new_mark()
        """The marked instructions and arguments: those that are needed."""
        self.doubtful: list[Argument | Instruction] = []
        self.results: dict[Function, set[int]] = {f: set() for f in self.own}
        self.widths: dict[Function, int] = {f: w for f in self.own if (w := _width(f)) is not None}
        self.passed: dict[Argument, list[Value]] = {}
        self.writes: dict[Value, list[Instruction]] = {}
        self.pending: list[Value] = []
        self.entering: list[Function] = []

    def run(self) -> None:
        self.entering += [
            f
            for f in self.module.functions
            if "internal" not in f.attributes or has_custom_derivative(f)
        ]
        while self.entering or self.pending:
            while self.entering:
                self._enter(self.entering.pop())
            self._follow()
            if not self.entering:
                self.pending = [
                    a for f in self.functions if f in self.own for a in self._symbol_definers(f)
                ]

    def dead(self) -> Set[Argument | Instruction]:
        return {v: None for v in self.doubtful if v.mark != self.live}.keys()

    def needed_results(self) -> Mapping[Function, tuple[int, ...] | None]:
        return {
            function: None if len(found) >= self.widths.get(function, 1) else tuple(sorted(found))
            for function, found in self.results.items()
            if function in self.functions
        }

    def _enter(self, function: Function) -> None:
        if function in self.functions:
            return
        self.functions[function] = None
        if isinstance(function.declaration, DerivedDeclaration):
            self.entering.append(function.declaration.function)
        allocations = Allocations(function)
        own = {a for a, memory in allocations.own.items() if allocations.never_traps(memory)}
        for block in reversed(function.blocks):
            terminator = block.terminator
            if terminator is not None and terminator.targets:
                for argument, value in terminator.passed:
                    self._pass(argument, value)
                if isinstance(terminator, op.BranchEnum):
                    for target in terminator.targets:
                        self.pending.extend(target.arguments)
            self._follow()
            for instruction in reversed(block.instructions):
                if instruction.mark == self.live:
                    continue
                memory = _memory_written(instruction)
                is_own = memory is not None and memory in own
                if memory is not None and is_own and memory.mark != self.live:
                    self.writes.setdefault(memory, []).append(instruction)
                elif is_own or instruction.is_terminator or not is_removable(instruction):
                    self._run(instruction)
                    self._follow()
                    continue
                self.doubtful.append(instruction)
            self.doubtful += [a for a in block.arguments if a.mark != self.live]

    def _pass(self, argument: Argument, value: Value) -> None:
        """Records the values that are passed to an argument, whether it is known to be live or
        not."""
        if argument.mark == self.live:
            self.pending.append(value)
        else:
            self.passed.setdefault(argument, []).append(value)

    def _follow(self) -> None:
        """Marks the instructions that compute the pending values."""
        pending = self.pending
        while pending:
            self._need(pending.pop())

    def _need(self, value: Value) -> None:
        """Marks the instruction that computes a value."""
        if isinstance(value, Instruction):
            self._run(value)
            callee = value.callee if isinstance(value, op.Apply) else None
            if isinstance(callee, Function) and callee in self.own:
                self._need_result(callee, None)
        elif isinstance(value, Argument):
            if value.mark != self.live:
                value.mark = self.live
                self.pending.extend(self.passed.pop(value, ()))
        elif isinstance(value, Function):
            self.entering.append(value)
        elif isinstance(value, User):
            self.pending.extend(value.leaves())

    def _run(self, instruction: Instruction) -> None:
        """Marks an instruction, whether or not its result is needed."""
        if instruction.mark == self.live:
            return
        instruction.mark = self.live
        self.pending.extend(self.writes.get(instruction, ()))
        self.pending += named_functions(instruction)
        match instruction:
            case op.Apply(callee=Function() as callee) if callee in self.own:
                self.entering.append(callee)
                for argument, value in zip(callee.arguments, instruction.arguments, strict=True):
                    self._pass(argument, value)
            case op.Extract(source=op.Apply(callee=Function() as callee) as call, path=path) if (
                callee in self.widths and path
            ):
                self._run(call)
                assert isinstance(path[0], int)
                self._need_result(callee, path[0])
            case op.Return(function=function) if function in self.own:
                pass
            case _:
                self.pending.extend(instruction.own_operands)

    def _need_result(self, function: Function, element: int | None) -> None:
        """Marks the instructions that compute one element of a function's result, or the whole
        result."""
        width = self.widths.get(function, 1)
        found = self.results[function]
        for index in {element} - found if element is not None else set(range(width)) - found:
            found.add(index)
            for terminator in _returns(function):
                elements = returned_elements(function, terminator.value)
                if terminator.value is None:
                    continue
                if len(found) == width:
                    self.pending.append(terminator.value)
                elif elements:
                    self.pending.append(elements[index])
                elif isinstance(terminator.value, op.Apply):
                    self._run(terminator.value)

    def _written_with(self, value: Value) -> Iterable[Value]:
        """The values whose types count as uses of symbols: a value itself or, for a call with an
        unused result, the literals that the callee needs."""
        callee = value.callee if isinstance(value, op.Apply) else None
        if not isinstance(callee, Function) or callee not in self.own or self.results[callee]:
            return (value,)
        assert isinstance(value, op.Apply)
        passed = zip(callee.arguments, value.arguments, strict=True)
        needed = [v for a, v in passed if a.mark == self.live]
        leaves = (v.leaves() if isinstance(v, Aggregate) else (v,) for v in needed)
        return (leaf for leaf in chain(*leaves) if isinstance(leaf, Literal))

    def _symbol_definers(self, function: Function) -> list[Value]:
        """The arguments that are live only because their types define size symbols."""
        dead = [a for a in function.arguments if a.mark != self.live and symbol_names(a.type)]
        if not dead:
            return []
        code = chain(*((*b.arguments, *b.instructions) for b in function.blocks))
        live = chain(*(self._written_with(v) for v in code if v.mark == self.live))
        needed = code_symbols(live)
        if self.results[function]:
            needed |= symbol_names(function.type.result)
        for argument in function.arguments:
            needed -= symbol_names(argument.type) if argument.mark == self.live else set()
        found: list[Value] = []
        for argument in dead:
            if not needed.isdisjoint(symbol_names(argument.type)):
                needed -= symbol_names(argument.type)
                found.append(argument)
        return found


def _width(function: Function) -> int | None:
    """The number of elements of a function's result, if it is a tuple. Each element is live
    separately."""
    result = function.type.result.canonical
    if not isinstance(result, TupleType) or not result.elements:
        return None
    values = [terminator.value for terminator in _returns(function)]
    if any(returned_elements(function, v) is None for v in values):
        return None
    return len(result.elements)


def _returns(function: Function) -> Iterable[op.Return]:
    return (t for b in function.blocks if isinstance(t := b.terminator, op.Return))


def _memory_written(instruction: Instruction) -> Value | None:
    """The memory that an instruction writes or frees, if the function itself has allocated it and
    the instruction writes no other memory; else None."""
    match instruction:
        case op.Store(pointer=pointer) | op.Deallocate(pointer=pointer):
            root = root_of(pointer)
        case op.Copy():
            root = root_of(instruction.target)
        case _:
            return None
    return root if isinstance(root, op.AllocateStack | op.AllocateHeap) else None
