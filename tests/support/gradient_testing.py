"""Helpers for tests of differentiation: programs, and gradients by central differences."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlvm.analysis.differentiation.gradients import gradient_type
from dlvm.interpreter import interpret
from dlvm.ir import Function, GradientDeclaration, Module, Stage
from dlvm.text import parse
from dlvm.transforms import run_passes

Array = np.ndarray[Any, Any]
STEP = 1e-5


def random(*shape: int, low: float = -2, high: float = 2, seed: int = 0) -> Array:
    return np.random.default_rng([seed, *shape]).uniform(low, high, shape)


def type_text(value: Any) -> str:
    array = np.asarray(value)
    element = {"f": "f", "i": "i", "u": "u", "b": "bool"}[array.dtype.kind]
    element += "" if element == "bool" else str(array.itemsize * 8)
    return f"<{' x '.join(map(str, array.shape))} x {element}>" if array.ndim else element


def function_text(name: str, body: str, arguments: Sequence[Any]) -> str:
    """Returns a function with arguments %a, %b, …; `return` with its type ends the body."""
    types = [type_text(a) for a in arguments]
    names = [f"%{'abcdefgh'[i]}" for i in range(len(types))]
    values = [f"{n}: {t}" for n, t in zip(names, types, strict=True)]
    for name_, value in zip(names, values, strict=True):
        body = re.sub(re.escape(name_) + r"(?![\w.:])", lambda _, v=value: v, body)
    result = body.rstrip().rsplit(":", 1)[1].strip()
    lines = "\n".join("    " + line.strip() for line in body.strip().splitlines())
    return (
        f"func @{name}: ({', '.join(types)}) -> {result} {{\n'entry({', '.join(values)}):\n"
        f"{lines}\n}}\n"
    )


def module_of(*functions: str, stage: str = "raw") -> Module:
    return parse(f'module "test"\nstage {stage}\n' + "\n".join(functions))


def declare_gradient(module: Module, name: str, of: str, **clauses: Any) -> Function:
    """Declares a gradient function of the type that its clauses imply."""
    original = module.function(of)
    assert original is not None
    declaration = GradientDeclaration(original, **clauses)
    return module.add_function(Function(name, gradient_type(declaration), declaration=declaration))


def differences(f: Callable[..., Any], arguments: Sequence[Any], seed: Any, index: int) -> Array:
    """Returns the gradient of an argument by central differences."""
    gradient = np.zeros(np.shape(arguments[index]))
    for place in np.ndindex(gradient.shape):
        sides: list[float] = []
        for step in (STEP, -STEP):
            moved = [np.array(a) for a in arguments]
            moved[index][place] += step
            sides.append(float(np.sum(seed * f(*moved))))
        gradient[place] = (sides[0] - sides[1]) / (2 * STEP)
    return gradient


def check_gradient(
    body: str,
    *arguments: Any,
    passes: str = "AD",
    helpers: Sequence[str] = (),
    tolerance: float = 1e-6,
) -> Module:
    """Compares the gradients of all float arguments with differences, for a random seed."""
    module = module_of(*helpers, function_text("f", body, arguments))
    declare_gradient(module, "g", "f", seedable=True)
    run_passes(module, passes, verify_each=True)
    assert module.stage is Stage.OPTIMIZABLE
    assert parse(str(module)) == module

    def f(*values: Any) -> Any:
        return interpret(module, "f", *values)

    seed = random(*np.shape(f(*arguments)), seed=1)
    gradients = iter(interpret(module, "g", *arguments, seed))
    for index, argument in enumerate(arguments):
        if np.asarray(argument).dtype.kind == "f":
            np.testing.assert_allclose(
                next(gradients),
                differences(f, arguments, seed, index),
                rtol=tolerance,
                atol=tolerance,
                err_msg=f"argument {index} of\n{body}",
            )
    assert next(gradients, None) is None
    return module
