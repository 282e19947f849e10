"""Instructions on erased sizes that may contradict each other at run time: engines trap alike.

For each seed, one sample of an instruction is drawn, and sizes of its operands are erased: by the
types of parameters, or by an instruction after which the compiler may still know the size. Calls
pass operands of other sizes. Compiled code at every level returns the interpreter's result, or
traps with the same message and line.

``python -m tests.fuzz.contradicting_sizes 1000`` draws 1000 programs; ``--first S`` sets the first
seed, ``--only MNEMONIC`` selects an instruction, and ``--print`` prints the programs.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import numpy as np

import dlvm
from dlvm.diagnostics import DiagnosticError
from dlvm.ir import (
    Builder,
    ElementType,
    Function,
    FunctionType,
    Instruction,
    Module,
    TensorType,
    TupleType,
    Type,
    TypeRuleError,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED, F32, INDEX, Dim, Symbol, element_type_of
from dlvm.ir.wellformed import names_in
from tests.support.agreement import assert_agree
from tests.support.samples.samples import all_samples
from tests.support.samples.sampling import Array, Sample

LEVELS: Final = range(4)
CALLS: Final = 6
# The type rule of the sample of an intrinsic asks for nothing, and the seed of numbers that are
# drawn without a key is another one each time.
LEFT_OUT: Final = ("builtin-0", "random-0", "random-2")
SAMPLES: Final = {n: s for n, s in all_samples() if n not in LEFT_OUT}


class _Draw:
    """A sample: its program with erased sizes, and the data that its calls are drawn from."""

    def __init__(self, random: Random, sample: Sample, element: ElementType) -> None:
        self.random = random
        self.sample = sample
        self.arrays = sample.arguments(element)
        self.open: list[set[int]] = [
            {a for a in range(x.ndim) if random.random() < 0.7} for x in self.arrays
        ]
        """The dimensions of each operand whose sizes may be others."""
        self.fixed: dict[int, Array] = {}
        """Operands whose sizes the types of the parameters say."""
        self.named: list[Symbol] = []
        """Names of sizes of parameters."""
        self.offsets: list[int] = []
        """The values of offsets that are parameters."""
        for number, array in enumerate(self.arrays):
            if self.open[number] and random.random() < 0.6:
                self.fixed[number] = self.resized(number, array)
        self.module = self._made()

    def resized(self, number: int, array: Array) -> Array:
        """An operand whose sizes may be others."""
        for axis in self.open[number]:
            size = array.shape[axis]
            if self.random.random() < 0.25:
                size = self.random.choice((0, 1, 2, max(0, size - 1), size + 1))
            if not array.shape[axis]:
                array = np.zeros(_with_size(array, axis, size), array.dtype)
            array = np.take(array, np.arange(size) % max(1, array.shape[axis]), axis)
        return array

    def _made(self) -> Module:
        types = [self._parameter(n, x) for n, x in enumerate(self.arrays)]
        function = Function("f", FunctionType(tuple(types), TupleType(())))
        entry = function.add_entry()
        builder = Builder(entry)
        values = [
            self._laundered(builder, n, x) if n in self.fixed else x
            for n, x in enumerate(function.arguments)
        ]
        made = self.sample.make(*values)
        _ = builder.insert(made) if made.block is None else made
        self._open_attributes(function, made)
        if not made.is_terminator:
            builder.insert(op.Return(made))
        returned = next(i.value for i in function.instructions() if isinstance(i, op.Return))
        assert returned is not None
        parameters = tuple(a.type for a in function.arguments)
        function.type = FunctionType(parameters, returned.type)
        module = Module("sizes")
        named = dict.fromkeys(f for i in function.instructions() for f in _functions(i))
        module.functions += [*named, function]
        module.types = list({t: None for i in function.instructions() for t in names_in(i.type)})
        # The lines of the text are what traps name.
        return dlvm.parse(str(module))

    def _parameter(self, number: int, array: Array) -> Type:
        element = element_type_of(array.dtype)
        assert element is not None
        if number in self.fixed:
            return TensorType(self.fixed[number].shape, element)
        return TensorType(
            tuple(self._erased(number, a, n) for a, n in enumerate(array.shape)), element
        )

    def _erased(self, number: int, axis: int, size: int) -> Dim:
        """A size in the type of a parameter."""
        if axis not in self.open[number]:
            return size
        if not self._maybe():
            return ERASED
        self.named.append(Symbol(f"n{len(self.named)}"))
        return self.named[-1]

    def _laundered(self, builder: Builder, number: int, value: Value) -> Value:
        """A tensor of known sizes as one of sizes that its type does not say."""
        type = value.type.canonical
        assert isinstance(type, TensorType)
        shape = [ERASED if a in self.open[number] else n for a, n in enumerate(type.shape)]
        if len(self.open[number]) == 1 and self.random.random() < 0.3 and 0 not in type.shape:
            return builder.insert(op.ShapeCast(value, tuple(shape)))
        return builder.insert(op.Broadcast(value, tuple(shape)))

    def _open_attributes(self, function: Function, made: Instruction) -> None:
        """Erases sizes that are attributes, and makes offsets parameters."""
        for name, field in made.fields.items():
            if field.kind == "dims" and not isinstance(made, op.Random | op.Iota):
                dims = getattr(made, name)
                try:
                    setattr(made, name, tuple(map(self._size, dims)))
                    made.type = made.infer()
                except TypeRuleError:
                    setattr(made, name, dims)
                    made.type = made.infer()
            elif field.kind == "indices":
                start = made._layout.slots[name][0]
                for place, offset in enumerate(getattr(made, name)):
                    if isinstance(offset, dlvm.ir.Literal) and self._maybe():
                        self.offsets.append(int(offset.data))
                        made.set_operand(start + place, function.entry.add_argument(INDEX))
                made.type = made.infer()

    def _size(self, size: Dim) -> Dim:
        """A size that is an attribute, or its placeholder."""
        if not self._maybe():
            return size
        return self.random.choice([ERASED, *self.named])

    def _maybe(self) -> bool:
        return self.random.random() < 0.3

    def arguments(self) -> list[Any]:
        """Arguments of a call."""
        given: list[Any] = [
            self.fixed[n] if n in self.fixed else self.resized(n, x)
            for n, x in enumerate(self.arrays)
        ]
        for offset in self.offsets:
            changed = self.random.random() < 0.25
            given.append(np.int64(offset + (self.random.choice((-3, -1, 1, 2)) if changed else 0)))
        return given


def _with_size(array: Array, axis: int, size: int) -> tuple[int, ...]:
    return (*array.shape[:axis], max(1, size), *array.shape[axis + 1 :])


def _functions(instruction: Instruction) -> list[Function]:
    named = (*instruction.operands, getattr(instruction, "by", None))
    return [f for f in named if isinstance(f, Function)]


def drawn(seed: int, only: str | None = None) -> _Draw:
    """The program of a seed."""
    random = Random(seed)
    names = [n for n in SAMPLES if only is None or n.rpartition("-")[0] == only]
    for _ in range(100):
        sample = SAMPLES[random.choice(names)]
        element = random.choice((F32, F32, ElementType.I32, ElementType.BOOL))
        try:
            return _Draw(random, sample, element)
        except TypeRuleError:
            continue
    raise AssertionError(f"no sample of {only} has a program")


Outcome = tuple[str, int] | Any


def _outcome(run: Any, given: Sequence[Any]) -> Outcome:
    try:
        return run(*given)
    except DiagnosticError as problem:
        found = problem.diagnostics[0]
        return found.message, 0 if found.location is None else found.location.line


def _differ(found: Outcome, expected: Outcome) -> bool:
    traps = [isinstance(o, tuple) and bool(o) and isinstance(o[0], str) for o in (found, expected)]
    if any(traps):
        return not all(traps) or found[1] != expected[1] or not _is_said(found[0], expected[0])
    try:
        assert_agree(found, expected)
    except AssertionError:
        return True
    return False


def _is_said(found: str, expected: str) -> bool:
    """Whether compiled code reports the same message as the interpreter, except for sizes that it
    omits because a message has too few placeholders."""
    open_sizes = re.sub(r"(?<=[ <])_(?=\\? |,|$)", r"(_|\\d+)", re.escape(found))
    return re.fullmatch(open_sizes, expected) is not None


def difference(seed: int, levels: Sequence[int] = LEVELS, only: str | None = None) -> str | None:
    """How compiled code and the interpreter differ on the program of a seed, or None."""
    draw = drawn(seed, only)
    dlvm.verify(draw.module)
    calls = [draw.arguments() for _ in range(CALLS if len(draw.fixed) < len(draw.arrays) else 1)]
    expected = [_outcome(lambda *g: dlvm.interpret(draw.module, "f", *g), c) for c in calls]
    for level in levels:
        try:
            compiled = dlvm.compile(draw.module, opt_level=level, threads=1)["f"]
        except DiagnosticError as problem:
            return f"seed {seed}, -O{level} is refused: {problem}"
        for given, wanted in zip(calls, expected, strict=True):
            found = _outcome(compiled, given)
            if _differ(found, wanted):
                shapes = ", ".join(str(np.shape(x)) for x in given)
                return f"seed {seed}, -O{level}, {shapes}: {found} found, expected {wanted}"
    return None


def main() -> int:
    """Compares many programs; gives the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("programs", type=int, nargs="?", default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only")
    parser.add_argument("--print", action="store_true", dest="shows")
    options = parser.parse_args()
    wrong = 0
    for seed in range(options.first, options.first + options.programs):
        if options.shows:
            print(drawn(seed, options.only).module)
        problem = difference(seed, only=options.only)
        if problem is not None:
            wrong += 1
            print(problem, flush=True)
    print(f"{options.programs} programs, {wrong} with a difference")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
