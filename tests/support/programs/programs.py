"""Random programs, for comparing ways to run them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from dlvm.ir import Aggregate, Builder, Function, FunctionType, Module, Stage, TupleType, Type
from dlvm.ir import instructions as op
from dlvm.ir.types import F64
from tests.support.programs import program_movement as movement
from tests.support.programs.drawing import (
    ELEMENTS,
    FEATURES,
    Callee,
    Claim,
    Drawing,
    ListKind,
    Step,
    TreeKind,
    draw_argument,
    draw_parameters,
)
from tests.support.programs.program_calls import (
    draw_call,
    draw_callee,
    draw_function_value,
    draw_recursion,
    draw_reduction,
)
from tests.support.programs.program_control import PARTS as CONTROL_FLOW
from tests.support.programs.program_control import draw_return
from tests.support.programs.program_data import (
    draw_aggregate_memory,
    draw_cell,
    draw_fold,
    draw_list,
    draw_load,
    draw_option,
    draw_pointer_call,
    draw_store,
    draw_tape,
    draw_tree,
    new_list_kind,
    new_tree_kind,
)
from tests.support.programs.program_packing import (
    draw_pack,
    draw_passing,
    draw_single_passing,
    passed,
    plain_passing,
    received,
)
from tests.support.programs.program_sizes import erase_sizes, other_sizes, wrong_sizes
from tests.support.programs.program_steps import (
    ARITHMETIC,
    COMPLEX,
    CONTRACTIONS,
    SMOOTH_ARITHMETIC,
)

STEPS: Mapping[str, Sequence[Step]] = {
    "bit casts": movement.BIT_CASTS,
    "complex numbers": COMPLEX,
    "computed indices": movement.COMPUTED_INDICES,
    "contractions": CONTRACTIONS,
    "convolutions": movement.CONVOLUTIONS,
    "random numbers": movement.RANDOM_NUMBERS,
    "reductions by functions": (draw_reduction,),
    "scans": movement.SCANS,
    "shape queries": movement.QUERIES,
    "sorting": movement.SORTING,
    "structs": (draw_pack,),
    "updates": movement.UPDATES,
    "windows": movement.WINDOWS,
    "memory": (draw_store, draw_load),
}
"""The steps of each feature, besides those that every program may have."""

PARTS: Mapping[str, Sequence[Step]] = {
    "boxes": (draw_cell,),
    "calls": (draw_call, draw_call, draw_call),
    "control flow": CONTROL_FLOW,
    "enums": (draw_list, draw_fold, draw_tree, draw_option),
    "function values": (draw_function_value,),
    "memory": (draw_cell, draw_cell, draw_pointer_call, draw_aggregate_memory),
    "recursion": (draw_recursion, draw_recursion),
    "tapes": (draw_tape,),
}
"""The parts of each feature."""


SMOOTH_PARTS = (
    "boxes",
    "calls",
    "control flow",
    "enums",
    "function values",
    "memory",
    "recursion",
    "tapes",
)
"""The features whose parts are differentiable."""


@dataclass(frozen=True)
class Program:
    """A module, the name of a function in it, and arguments for that."""

    module: Module
    function: str
    arguments: tuple[Any, ...]


def draw_program(
    random: Random, smooth: bool = False, features: Mapping[str, bool] = FEATURES
) -> Program:
    """Draws a program with the enabled features.

    With ``smooth`` it is differentiable, in f64, its arguments and results are tensors, or lists
    and trees of tensors, and it has only the parts ``SMOOTH_PARTS``.
    """
    d = _drawing(random, smooth, features)
    types = draw_parameters(random, (F64,) if smooth else ELEMENTS)
    claims = [Claim(t, True, 2.0) for t in types]
    takes = plain_passing(claims)
    if not smooth and random.random() < 0.5:
        takes = draw_passing(d, claims)
    lists: list[ListKind] = []
    trees: list[TreeKind] = []
    if features["enums"] and random.random() < (0.4 if smooth else 0.15):
        lists.append(new_list_kind(d, claims[:2]))
    if features["enums"] and features["recursion"] and random.random() < (0.4 if smooth else 0.1):
        trees.append(new_tree_kind(d, claims[:2]))
    functions: list[Callee] = []
    if features["function values"] and not smooth and random.random() < 0.1:
        passing = plain_passing(claims[:1])
        functions.append(draw_callee(d, passing, passing, "given"))
    enums = [k.type for k in (*lists, *trees)]
    extra = [*enums, *(c.type for c in functions)]
    parameters: tuple[Type, ...] = (*takes.types, *extra)
    function = Function("f", FunctionType(parameters, TupleType(())))
    d.builder = Builder(function.add_entry([f"a{n}" for n in range(len(parameters))]))
    given = iter(function.arguments)
    d.values = received(d, takes, [next(given) for _ in takes.types])
    d.lists = [(next(given), kind) for kind in lists]
    d.trees = [(next(given), kind) for kind in trees]
    d.function_values = [replace(c, value=next(given)) for c in functions]
    _draw_body(d, function)
    d.module.add_function(function)
    module = d.module
    if features["erased sizes"] and not smooth and random.random() < 0.4:
        module = erase_sizes(module, random, [c.value.name or "" for c in functions])
    arguments = [draw_argument(random, t) for t in (*takes.types, *enums)]
    return Program(module, "f", (*arguments, *(f"@{c.value.name}" for c in functions)))


def _drawing(random: Random, smooth: bool, features: Mapping[str, bool]) -> Drawing:
    """Returns the drawing of a program before its first block."""
    module = Module("drawn", Stage.OPTIMIZABLE)
    nowhere = Builder(Function(None, FunctionType((), TupleType(()))).add_entry())
    if smooth:
        steps = [*SMOOTH_ARITHMETIC, *movement.SMOOTH_MOVEMENT]
        steps += STEPS["memory"] if features["memory"] else ()
        parts = [p for n in SMOOTH_PARTS if features[n] for p in PARTS[n]]
        return Drawing(random, module, nowhere, steps, parts, features, smooth=True)
    on = [name for name in features if features[name]]
    steps = [*ARITHMETIC, *movement.MOVEMENT, *(s for n in on for s in STEPS.get(n, ()))]
    parts = [p for n in on for p in PARTS.get(n, ())]
    return Drawing(random, module, nowhere, steps, parts, features)


def _draw_body(d: Drawing, function: Function) -> None:
    """Draws the instructions of the main function, which determine its result."""
    random, parameters = d.random, function.type.parameters
    if d.smooth:
        d.fill(random.randint(1, 8))
        for draw in (draw_fold, draw_tree) if d.lists or d.trees else ():
            if random.random() < 0.7:
                draw(d)
        result = d.values[-1].value
        others = [v for v, _ in (*d.lists, *d.trees) if random.random() < 0.3]
        if others:
            parts = [result, *others]
            result = Aggregate(TupleType(tuple(p.type for p in parts)), parts)
        d.put(op.Return(result))
        function.type = FunctionType(parameters, result.type)
        return
    if random.random() < 0.3:
        claims = [random.choice(d.claims(d.values)) for _ in range(random.randint(1, 3))]
        d.returns = draw_single_passing(d, claims)
        function.type = FunctionType(parameters, d.returns.types[0])
    d.fill(random.randint(2, 12) if random.random() < 0.9 else random.randint(12, 40))
    if d.returns is not None:
        draw_return(d, d.returns)
        return
    values = [d.values[-1], *d.some(0, 5)]
    gives = draw_single_passing(d, [Claim(v.type, v.exact, v.size) for v in values])
    (result,) = passed(d, gives, [v.value for v in values])
    others = [v for v, _ in (*d.lists, *d.trees) if random.random() < 0.2]
    if others:
        parts = [result, *others]
        result = Aggregate(TupleType(tuple(p.type for p in parts)), parts)
    d.put(op.Return(result))
    function.type = FunctionType(parameters, result.type)


def with_wrong_sizes(program: Program, random: Random) -> Program:
    """Returns the program with one size of one argument changed."""
    return replace(program, arguments=wrong_sizes(program.arguments, random))


def with_other_sizes(program: Program, random: Random) -> Program:
    """Returns the program with one size changed in all arguments."""
    return replace(program, arguments=other_sizes(program.arguments, random))
