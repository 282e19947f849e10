"""Windows, products, reductions and movement of infinities and NaN, and their gradients: compiled
code and the interpreter return the same non-finite elements."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.interpreter import interpret
from dlvm.ir import Module, TensorType
from dlvm.ir.types import ERASED, element_type_of
from tests.fuzz.gradient_draws import FAMILIES
from tests.support.gradient_testing import declare_gradient
from tests.support.samples.sampling import function_of

WINDOWS = ("convolve", "convolve", "reduce_window", "convolve", "dot")
"""Without `contract`, whose order of multiplication and summation is unspecified."""
MOVEMENT = ("reduce", "scan", "pad", "slice", "update", "gather", "scatter", "concatenate", "move")
PROGRAMS = 40
SPECIAL = (np.inf, -np.inf, np.nan, 0.0, -0.0)


def spoiled(random: Random, x: Any) -> Any:
    """Returns the array with some elements that are not finite."""
    x = np.asarray(x)
    if x.dtype.kind != "f" or random.random() < 0.3:
        return x
    flat = x.copy().reshape(-1)
    for _ in range(random.randint(1, 2) if flat.size else 0):
        flat[random.randrange(flat.size)] = random.choice(SPECIAL)
    return flat.reshape(x.shape)


def differs(seed: int) -> str | None:
    """Returns how compiled code differs from the interpreter for the program of a seed and its
    gradient, or None."""
    random = Random(seed)
    name = random.choice(WINDOWS if seed % 3 else MOVEMENT)
    draw = FAMILIES[name](random)
    operands = [spoiled(random, x) for x in draw.operands]
    types: list[TensorType] = []
    for number, x in enumerate(operands):
        element = element_type_of(x.dtype)
        assert element is not None
        is_open = random.random() < 0.3
        sizes = [ERASED if is_open and (number, a) not in draw.fixed else n
                 for a, n in enumerate(x.shape)]  # fmt: skip
        types.append(TensorType(tuple(sizes), element))
    module = Module("drawn")
    module.functions += [*draw.calls, function_of("f", types, draw.make)]
    declare_gradient(module, "g", "f", seedable=True)
    dlvm.run_passes(module, "AD", verify_each=True)
    compiled = dlvm.compile(dlvm.parse(str(module)), opt_level=random.choice((0, 1, 2, 3)))
    with np.errstate(all="ignore"):
        y = interpret(module, "f", *operands)
        weights = spoiled(random, np.random.default_rng(seed).uniform(-2, 2, np.shape(y)))
        for function, given in (("f", operands), ("g", [*operands, weights])):
            expected = interpret(module, function, *given)
            found = compiled[function](*given)
            pairs = zip(found, expected, strict=True) if function == "g" else [(found, expected)]
            for a, b in pairs:
                if not np.allclose(a, b, rtol=1e-9, atol=1e-9, equal_nan=True):
                    return f"{name}, seed {seed}, @{function}: {a} found, expected {b}\n{module}"
    return None


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_not_finite(seed: int) -> None:
    assert differs(seed) is None
