"""Programs whose results are compared with those of the reference interpreter of StableHLO, in the
short and in the generic form of the text."""

import re
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from jax._src.interpreters import mlir
from jax._src.lib.mlir.dialects import chlo, hlo
from jaxlib.mlir import ir

import dlvm
from dlvm.stablehlo import load
from dlvm.stablehlo.operators import OPERATORS

TEXT = (Path(__file__).parent / "stablehlo_reference.mlir").read_text(encoding="utf-8")
PROGRAMS = {
    cast("re.Match[str]", re.match(r"@(\w+)", part))[1]: f"func.func {part}"
    for part in TEXT.split("func.func ")[1:]
}


def literal(text: str) -> Any:
    """The array that the reference interpreter prints as a literal."""
    kind = text.rpartition(" : ")[2]
    program = f"func.func @main() -> {kind} {{ %0 = stablehlo.constant {text} return %0 : {kind} }}"
    return np.asarray(dlvm.interpret(load(program), "main"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_results_are_those_of_the_reference(name: str) -> None:
    text = PROGRAMS[name]
    with mlir.make_ir_context():
        parsed = ir.Module.parse(text.replace(f"@{name}", "@main"))
        expected = [literal(str(a)) for a in hlo.eval_module(parsed, [])]
        generic = str(parsed.operation.get_asm(print_generic_op_form=True))
    for module, function in ((load(text), name), (load(generic), "main")):
        dlvm.verify(module)
        compiled = dlvm.compile(module, opt_level=1)
        for results in (dlvm.interpret(module, function), compiled[function]()):
            found = results if isinstance(results, tuple) else (results,)
            for got, wanted in zip(map(np.asarray, found), expected, strict=True):
                assert got.dtype == wanted.dtype
                wide = (np.asarray(a).astype(np.float64) for a in (got, wanted))
                np.testing.assert_allclose(*wide, rtol=1e-5, atol=1e-12)


REFUSED = (
    "chlo._asin_acos_kernel",
    "stablehlo.async_done",
    "stablehlo.async_start",
    "stablehlo.infeed",
    "stablehlo.outfeed",
    "stablehlo.recv",
    "stablehlo.return",
    "stablehlo.send",
    "stablehlo.uniform_dequantize",
    "stablehlo.uniform_quantize",
)
"""The operations of both dialects that are not in the table; ``return`` ends a region."""


def test_all_operations_of_the_dialects_are_supported_or_refused() -> None:
    dialects: tuple[Any, ...] = (chlo, hlo)
    classes = [getattr(dialect, name) for dialect in dialects for name in dir(dialect)]
    names = {c.OPERATION_NAME for c in classes if hasattr(c, "OPERATION_NAME")}
    assert len(names) > 150
    assert sorted(names - OPERATORS.keys()) == sorted(REFUSED)
