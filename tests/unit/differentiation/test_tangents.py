"""The tangent of every instruction against central differences in f64, and against reverse mode."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.analysis.differentiation.differentiability import obstacle
from dlvm.analysis.differentiation.forward_mode import NO_TANGENT, check_forward_mode
from dlvm.analysis.differentiation.gradients import results_of, tangent_type
from dlvm.ir import (
    ArrayType,
    EnumType,
    Module,
    Stage,
    StructType,
    TensorType,
    TupleType,
    Type,
    TypeRuleError,
)
from dlvm.ir import instructions as op
from dlvm.ir.cloning import clone_module
from dlvm.ir.types import F64, is_differentiable
from tests.support.float_parts import product, random_floats, with_floats
from tests.support.forward_testing import (
    check_derivative,
    declare_derivative,
    float_leaves,
    tangents_of,
)
from tests.support.gradient_testing import declare_gradient, function_text, module_of, random
from tests.support.programs.programs import draw_program
from tests.support.samples.samples import all_samples
from tests.support.samples.sampling import Sample, program

# Every instruction


def sample_program(sample: Sample) -> Module | None:
    """Returns the sample in f64, if it is differentiable."""
    try:
        module = program(sample, F64)
    except TypeRuleError:
        return None
    function = module.function("f")
    assert function is not None
    some = any(map(is_differentiable, function.type.parameters))
    return module if some and is_differentiable(function.type.result) else None


SAMPLES = {name: s for name, s in all_samples() if sample_program(s) is not None}


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_instructions(sample: Sample) -> None:
    module = sample_program(sample)
    assert module is not None
    function = module.function("f")
    assert function is not None
    result = function.type.result.canonical
    several = hasattr(result, "elements") and len(getattr(result, "elements", ())) > 1
    declare_derivative(module, "d", "f", sources=(0,) if several else None)
    instructions = [i for f in module.functions for i in f.instructions()]
    # Closure conversion replaces `partial`, and the calls of what it returns, before AD.
    has_closures = any(isinstance(i, op.Partial) for i in instructions)
    with_reasons = [] if has_closures else [i for i in instructions if type(i) in NO_TANGENT]
    reasons = [NO_TANGENT[type(i)](i) for i in with_reasons]
    reason = next((r for r in reasons if r), None)
    if reason is not None:
        with pytest.raises(dlvm.DiagnosticError, match=re.escape(reason)):
            dlvm.run_passes(module, "AD", verify_each=True)
        return
    dlvm.run_passes(module, "AD", verify_each=True)
    # Off the places where elements are equal, at which differences do not show the derivative.
    arguments = tuple(
        a + 1e-3 * random(*a.shape, seed=5) if a.dtype == np.float64 else a
        for a in sample.arguments(F64)
    )

    def call(name: str, *values: Any) -> Any:
        found = dlvm.interpret(module, name, *values, seed=3)
        return found[0] if name == "f" and several else found

    if any(isinstance(i, op.DataTypeCast) for i in instructions):
        # Differences do not show the derivative of what rounds numbers to fewer bits.
        (tangent,) = tangents_of(arguments)
        (found,) = call("d", *arguments, tangent)
        np.testing.assert_allclose(np.float64(found), tangent, rtol=1e-2)
    else:
        check_derivative(call, arguments)


# Against reverse mode: u · (J v) is (Jᵀ u) · v


def check_against_reverse_mode(module: Module, name: str, arguments: tuple[Any, ...]) -> None:
    function = module.function(name)
    assert function is not None
    result = function.type.result
    sources = tuple(range(len(result.elements))) if isinstance(result, TupleType) else None
    declare_derivative(module, "forward", name, sources=sources)
    declare_gradient(module, "reverse", name, sources=sources, seedable=True)
    dlvm.run_passes(module, "AD", verify_each=True)
    tangents = random_floats(arguments, np.random.default_rng(7))
    pushed = dlvm.interpret(module, "forward", *arguments, *tangents, seed=3)
    weights = random_floats(pushed, np.random.default_rng(1))
    pulled = dlvm.interpret(module, "reverse", *arguments, *weights, seed=3)
    found, expected = product(weights, pushed), product(pulled, tangents)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("seed", range(30))
def test_drawn_programs_agree_with_reverse_mode(seed: int) -> None:
    drawn = draw_program(Random(seed), smooth=True)
    module = clone_module(drawn.module)
    module.stage = Stage.RAW
    check_against_reverse_mode(module, drawn.function, drawn.arguments)


SOME_EQUAL = np.array([[1.0, 3.0, 1.0, 3.0, 3.0, 0.0], [2.0, 2.0, 2.0, 0.0, 2.0, 0.0]])
AT_JUMPS = (
    *((f"reduce %a by {by} along 1", "<2 x f64>") for by in ("min", "max", "multiply")),
    *((f"reduce %a by {by} init 3: f64 along 0, 1", "f64") for by in ("min", "max")),
    *((f"scan %a by {by} along 1, 0", "<2 x 6 x f64>") for by in ("min", "max", "multiply")),
    *(
        (f"scan %a by {by} along 1 exclusive reverse", "<2 x 6 x f64>")
        for by in ("min", "max", "multiply")
    ),
    *(
        (f"reduceWindow %a by {by} init 2: f64 dims 2, 3 padding half", "<2 x 6 x f64>")
        for by in ("min", "max", "multiply")
    ),
    *((f"{step}", "<2 x 6 x f64>") for step in ("max %a, 2: f64", "abs %a", "power %a, 2: f64")),
)


@pytest.mark.parametrize(("step", "result"), AT_JUMPS)
def test_equal_elements_and_zeros_agree_with_reverse_mode(step: str, result: str) -> None:
    """At discontinuities of the derivative, both modes use the same side or mean."""
    text = function_text("f", f"%y = {step}\nreturn %y: {result}", (SOME_EQUAL,))
    check_against_reverse_mode(module_of(text), "f", (SOME_EQUAL,))


# Programs with everything in them


def drawn_tangent(value: Any, type: Type, draw: np.random.Generator, scale: int) -> Any:
    """Draws a tangent of an argument: multiples of 1/8, times a scale."""
    if not is_differentiable(type):
        return ()
    whole = type.canonical
    match whole:
        case TensorType():
            found = draw.integers(-4, 5, np.shape(value)) / 8 * scale
            return found.astype(whole.element.numpy)
        case EnumType():
            return with_floats(
                value, lambda a: (draw.integers(-4, 5, a.shape) / 8 * scale).astype(a.dtype)
            )
        case ArrayType():
            return [drawn_tangent(v, whole.element, draw, scale) for v in value]
        case TupleType():
            names, types = range(len(whole.elements)), whole.elements
        case _:
            assert isinstance(whole, StructType)
            names, types = zip(*whole.fields, strict=True)
    parts = [drawn_tangent(value[n], t, draw, scale) for n, t in zip(names, types, strict=True)]
    is_tuple = isinstance(tangent_type(type).canonical, TupleType)
    return tuple(parts) if is_tuple else dict(zip(names, parts, strict=True))


@pytest.mark.parametrize("seed", range(60))
def test_drawn_programs(seed: int) -> None:
    """The derivative of every program is linear, and kept results equal the original's. Rejected
    programs are rejected with a reason."""
    drawn = draw_program(Random(seed))
    module = clone_module(drawn.module)
    module.stage = Stage.RAW
    function = module.function(drawn.function)
    assert function is not None

    def is_smooth(type: Type) -> bool:
        return is_differentiable(type) and obstacle(type) is None

    parameters, results = function.type.parameters, results_of(function.type)
    wrt = tuple(i for i, t in enumerate(parameters) if is_smooth(t))
    sources = [i for i, t in enumerate(results) if is_smooth(t)]
    if not wrt or not sources:
        return
    is_tuple = isinstance(function.type.result.canonical, TupleType)
    keeping = tuple(range(len(results)))
    source = tuple(sources) if is_tuple else None
    problem = check_forward_mode(function, source, wrt)
    if problem is not None:
        assert "is not supported yet" in problem.message
        return
    clauses = {"sources": source, "wrt": wrt, "keeping": keeping}
    declare_derivative(module, "derivative", drawn.function, **clauses)
    dlvm.run_passes(module, "AD", verify_each=True)
    original = dlvm.interpret(module, drawn.function, *drawn.arguments, seed=1)
    tangents: list[Any] = []
    for scale in (1, 2):
        draw = np.random.default_rng(seed)
        given = [drawn_tangent(drawn.arguments[i], parameters[i], draw, scale) for i in wrt]
        given = dlvm.interpret(module, "derivative", *drawn.arguments, *given, seed=1)
        count = len(sources) if is_tuple else 1
        tangents.append(given[:count])
        kept = given[count:]
        expected = original if is_tuple else (original,)
        for a, b in zip(float_leaves(tuple(kept)), float_leaves(expected), strict=True):
            np.testing.assert_array_equal(a, b)
    for once, twice in zip(*map(float_leaves, tangents), strict=True):
        known = np.isfinite(once) & np.isfinite(twice)
        np.testing.assert_allclose(2 * once[known], twice[known], rtol=1e-2, atol=1e-2)
