"""Checks the bodies of functions: structure, types, and definitions before uses."""

from __future__ import annotations

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.analysis.verification.reporting import Checker
from dlvm.diagnostics import Note
from dlvm.ir.compute import Definition
from dlvm.ir.declaration import TypeRuleError
from dlvm.ir.instruction import Argument, Block, Function, Instruction
from dlvm.ir.instructions import Apply, Return
from dlvm.ir.module import Variable
from dlvm.ir.types import VOID, compatible_type, same_type
from dlvm.ir.values import Aggregate, Literal, User, Value
from dlvm.ir.wellformed import aggregate_problem, literal_problem


def check_body(checker: Checker, function: Function) -> None:
    """Reports all errors of a function's blocks and instructions."""
    _BodyChecks(checker, function).check()


class _BodyChecks:
    """Checks a function's body."""

    def __init__(self, checker: Checker, function: Function) -> None:
        self.checker = checker
        self.function = function
        self.blocks = {block: number for number, block in enumerate(function.blocks)}
        self.globals = checker.globals
        self.unparsed = checker.unparsed
        self.is_sound = True
        """Whether all blocks, instructions and successors belong to the function, which the check
        of dominance requires."""
        # The definition of each value of the function: its block, and the position there.
        self.places: dict[Value, tuple[Block, int]] = {}
        for block in function.blocks:
            self.places.update((argument, (block, -1)) for argument in block.arguments)
            self.places.update((i, (block, n)) for n, i in enumerate(block.instructions))

    def check(self) -> None:
        before = len(self.checker.diagnostics)
        self._check_distinct()
        # Other checks would not terminate for infinite types, for example.
        for block in self.function.blocks:
            self._check_written(block)
        if len(self.checker.diagnostics) > before:
            return
        is_known = self.function not in self.unparsed.signatures
        if is_known and self.function.entry not in self.unparsed.headers:
            self._check_entry()
        for block in self.function.blocks:
            self._check_block(block)
        # Lines that were not parsed can only add edges to a block, which cannot make these errors
        # disappear.
        if self.is_sound:
            self._check_dominance()

    def _place(self, item: Block | Instruction) -> str:
        text = f"function {self.checker.name(self.function)}"
        block, number = (item, -1) if isinstance(item, Block) else self.places[item]
        text += f", block {self._name(block)}"
        if isinstance(item, Instruction):
            text += f", instruction {number} ({item.mnemonic})"
        return text

    def _name(self, block: Block) -> str:
        return f"'{block.name or self.blocks.get(block, '?')}"

    def _error(self, message: str, item: Block | Instruction, *notes: Note) -> None:
        self.checker.error(message, item.location, lambda: self._place(item), *notes)

    def _check_distinct(self) -> None:
        blocks = self.function.blocks
        items = sum(len(b.arguments) + len(b.instructions) for b in blocks)
        if len(self.blocks) == len(blocks) and len(self.places) == items:
            return
        for kind, every in (
            ("block", blocks),
            ("argument", [a for b in blocks for a in b.arguments]),
            ("instruction", [i for b in blocks for i in b.instructions]),
        ):
            if len(set(every)) < len(every):
                message = f"a function must have each {kind} only once"
                place = f"function {self.checker.name(self.function)}"
                self.checker.error(message, self.function.location, place)

    def _check_written(self, block: Block) -> None:
        for argument in block.arguments:
            self.checker.check_type(
                argument.type, argument.location or block.location, lambda: self._place(block)
            )
        for instruction in block.instructions:
            problem = self.checker.instruction_problem(instruction)
            if problem is not None:
                self._error(f"{instruction.mnemonic}: {problem}", instruction)

    def _check_entry(self) -> None:
        entry, type = self.function.entry, self.function.type
        found = [a.type for a in entry.arguments]
        matching = len(found) == len(type.parameters) and all(
            map(same_type, found, type.parameters)
        )
        if not matching:
            self._error(
                f"the entry block has the arguments ({', '.join(map(str, found))}), expected "
                f"those of the function, ({', '.join(map(str, type.parameters))})",
                entry,
                self._declared_here(),
            )

    def _declared_here(self) -> Note:
        name = self.checker.name(self.function)
        return Note(f"{name} is declared here", self.function.location)

    def _check_block(self, block: Block) -> None:
        if block.function is not self.function:
            self.is_sound = False
            self._error("the block belongs to another function", block)
        for argument in block.arguments:
            if argument.block is not block:
                self._error("an argument belongs to another block", block)
        is_open = block in self.unparsed.ends
        if not block.instructions:
            if is_open:
                return
            self._error(f"block {self._name(block)} is empty, expected a terminator", block)
            return
        last = block.instructions[-1]
        for instruction in block.instructions:
            if instruction.block is not block:
                self.is_sound = False
                self._error("an instruction belongs to another block", block)
            if instruction is last and not instruction.is_terminator and not is_open:
                self._error(
                    f"block {self._name(block)} ends with {instruction.mnemonic}, expected a "
                    "terminator",
                    instruction,
                )
            elif instruction is not last and instruction.is_terminator:
                self._error(
                    f"{instruction.mnemonic} is followed by other instructions, expected it at "
                    "the end of its block",
                    instruction,
                )
            self._check_instruction(instruction)

    def _check_instruction(self, instruction: Instruction) -> None:
        before = len(self.checker.diagnostics)
        self._check_operands(instruction, instruction)
        for value in instruction.attributes.values():
            if isinstance(value, Value) and value not in self.globals:
                name = self.checker.name(value)
                self._error(f"{name} is not a function of this module", instruction)
        for target in instruction.targets:
            if target not in self.blocks:
                self.is_sound = False
                name = self._name(target)
                self._error(f"{name} is not a block of this function", instruction)
            elif target is self.function.entry:
                note = Note("the entry block begins here", target.location)
                name = self._name(target)
                message = f"{name} is the entry block, expected another block as the target"
                self._error(message, instruction, note)
        if len(self.checker.diagnostics) > before:
            return
        try:
            type = instruction.infer()
        except TypeRuleError as problem:
            self._error(f"{instruction.mnemonic}: {problem}", instruction)
            return
        if not self.checker.check_type(
            type, instruction.location, lambda: self._place(instruction)
        ):
            return
        if not same_type(type, instruction.type):
            self._error(
                f"{instruction.mnemonic} has type {instruction.type}, expected {type}", instruction
            )
        if isinstance(instruction, Return) and self.function not in self.unparsed.signatures:
            self._check_return(instruction)

    def _check_return(self, instruction: Return) -> None:
        expected = self.function.type.result
        found = instruction.value.type if instruction.value is not None else VOID
        if not compatible_type(found, expected):
            message = f"return has type {found}, expected {expected}"
            self._error(message, instruction, self._declared_here())

    def _check_operands(self, user: User, instruction: Instruction) -> None:
        for value in user.operands:
            if value in self.unparsed.values:
                continue
            name = self.checker.name(value)
            match value:
                case Literal():
                    problem = literal_problem(value.type, value.data)
                case Aggregate():
                    found = aggregate_problem(
                        value.type, [e.type for e in value.operands], value.case
                    )
                    problem = found[1] if found is not None else None
                    self._check_operands(value, instruction)
                case Function() | Variable():
                    known = value in self.globals
                    problem = None if known else f"{name} is not in this module"
                case Definition():
                    applied = isinstance(instruction, Apply) and instruction.callee is value
                    problem = None if value in self.globals else f"{name} is not defined"
                    if user is not instruction or not applied:
                        problem = f"{name} is a compute definition, which can only be applied"
                case Argument() | Instruction():
                    known = value in self.places
                    name = f"%{value.name}" if value.name else f"a value of type {value.type}"
                    problem = None if known else f"{name} is not defined in this function"
                case _:
                    known = value in self.globals
                    problem = None if known else f"a value of type {value.type} is not defined"
            if problem is not None:
                self._error(problem, instruction)

    def _check_dominance(self) -> None:
        tree = analyzed(DominatorTree, self.function)
        is_complete = all(block.terminator is not None for block in self.function.blocks)
        for block in self.function.blocks:
            is_reached = block in tree.reachable
            if is_complete and not is_reached:
                continue
            for position, instruction in enumerate(block.instructions):
                for value in instruction.leaves():
                    place = self.places.get(value)
                    if place is None:
                        continue
                    home, index = place
                    if home is block:
                        before = index < position
                    else:
                        # Edges to the block may be missing.
                        before = not is_reached or tree.dominates(home, block)
                    if not before:
                        self._error_dominance(value, instruction)

    def _error_dominance(self, value: Value, instruction: Instruction) -> None:
        name = f"%{value.name}" if value.name else "a value"
        note = Note(f"{name} is defined here", value.location)
        message = f"{name} is used where it may not be defined yet"
        self._error(message, instruction, note)
