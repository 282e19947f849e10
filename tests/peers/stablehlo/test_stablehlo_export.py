"""jaxlib parses exported programs, and the examples give the same when they are read again."""

from typing import Any

import numpy as np
import pytest
from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir  # pyright: ignore[reportPrivateImportUsage]

import dlvm
from dlvm.stablehlo import export, load
from tests.peers.test_exported_examples import MODULES, drawn, leaves
from tests.support import stablehlo_export as random_programs
from tests.support.paths import ROOT


def parse(text: str) -> None:
    context: Any = mlir.make_ir_context()
    with context:
        module: Any = ir.Module
        assert module.parse(text).operation.verify()


def test_jaxlib_parses_random_programs() -> None:
    for seed in range(40):
        text = random_programs.exported(random_programs.drawn(seed))
        if text is not None:
            parse(text)


@pytest.mark.parametrize(
    ("name", "function"),
    # The gradient of a loop keeps states on a stack, which StableHLO lacks.
    [(n, f) for n in MODULES for f in ("loss", "gradient") if (n, f) != ("lstm", "gradient")],
)
def test_modules(name: str, function: str) -> None:
    module = dlvm.parse((ROOT / f"examples/{name}.dl").read_text(encoding="utf-8"))
    declared = module.function(function)
    assert declared is not None
    random = np.random.default_rng(0)
    arguments = [drawn(p, random) for p in declared.type.parameters]
    text = export(module, functions=[function])
    parse(text)
    inputs = [leaf for a in arguments for leaf in leaves(a)]
    found = leaves(dlvm.compile(load(text))[function](*inputs))
    expected = leaves(dlvm.compile(module)[function](*arguments))
    for own, array in zip(found, expected, strict=True):
        np.testing.assert_allclose(own, array, rtol=1e-4, atol=1e-5)
