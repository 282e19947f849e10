"""``dlc --compare interpreter``: reports no difference for correct code, and the first difference
for wrong code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm import compiler
from dlvm.codegen.expressions.element_operations import OPERATIONS
from dlvm.codegen.expressions.index_expressions import Evaluator
from dlvm.interpreter.draws import draw_arguments
from dlvm.ir.records import EnumValue
from dlvm.runtime.calling.executable import Executable
from dlvm.tools import comparison, dlc
from dlvm.tools.comparison import Difference, check_differences, compare_kernels
from tests.support.evaluation import check_error


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CACHE_DIR", "")


PROGRAM = """
module "compared"
stage raw

func @f: (<9 x 40 x f32>, <40 x 33 x f32>) -> (<9 x f32>, <33 x f32>, <9 x i64>) {
'entry(%x: <9 x 40 x f32>, %w: <40 x 33 x f32>):
    %a = dot %x: <9 x 40 x f32>, %w: <40 x 33 x f32>
    %b = tanh %a: <9 x 33 x f32>
    %c = reduce %b: <9 x 33 x f32> by max along 1
    %d = log1p %w: <40 x 33 x f32>
    %e = reduce %d: <40 x 33 x f32> by max along 0
    %i = argMax %x: <9 x 40 x f32> along 1
    %j = multiply %i: <9 x i64>, 3: i64
    return (%c: <9 x f32>, %e: <33 x f32>, %j: <9 x i64>)
}
"""


def compared(text: str = PROGRAM, **options: Any) -> list[Difference]:
    module = dlvm.parse(text, "compared.dl")
    function = module.functions[0]
    return compare_kernels(module, "f", [*map(abs, draw_arguments(function))], **options)


@pytest.mark.parametrize("level", [0, 2])
def test_right_kernels_agree(level: int) -> None:
    found = compared(opt_level=level)
    check_differences(found)
    *kernels, whole = found
    assert len(kernels) >= 3
    assert [d.share for d in kernels] == sorted((d.share for d in kernels), reverse=True)
    assert (whole.name, whole.is_kernel) == ("f", False)
    assert 0 < max(d.absolute for d in kernels) < 1e-4


Operation = Callable[..., str]


def slightly_wrong(operation: Operation) -> Operation:
    """An operation whose result is too large by one part in 5 000."""

    def wrong(ops: Any, e: Any, n: int, *operands: str) -> str:
        result = operation(ops, e, n, *operands)
        return ops.binary("fmul", e, n, result, ops.constant(1.0002, e, n))

    return wrong


@pytest.mark.parametrize("operation", ["tanh", "log1p"])
def test_a_wrong_kernel_is_found(operation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPERATIONS, operation, slightly_wrong(OPERATIONS[operation]))
    monkeypatch.setattr(Evaluator, "together", lambda *_: None)  # The result lacks this operation.
    found = compared(opt_level=0)
    assert found[0].share > 1
    assert all(d.share < 1 for d in found[1:] if d.is_kernel)
    problem = check_error("times what rounding explains", lambda: check_differences(found))
    (diagnostic,) = problem.diagnostics
    assert diagnostic.message.startswith(f"@{found[0].name} differs from the interpreter by ")
    assert "0.0002" <= f"{found[0].relative:.4f}" <= "0.0003"
    assert found[0].location == diagnostic.location


def test_integers_have_to_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(ops: Any, e: Any, n: int, a: str, b: str) -> str:
        product = right(ops, e, n, a, b)
        return product if e.is_float else ops.binary("add", e, n, product, ops.constant(1, e, n))

    right = OPERATIONS["multiply"]
    monkeypatch.setitem(OPERATIONS, "multiply", wrong)
    found = compared(opt_level=0)
    assert (found[0].absolute, found[0].share) == (1, float("inf"))
    with pytest.raises(dlvm.DiagnosticError):
        check_differences(found)


def test_wrong_code_around_right_kernels_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def compile_module(module: Any, **options: Any) -> Executable:
        if module.name == "compared":
            module = dlvm.parse(PROGRAM.replace("by max along 0", "by min along 0"))
        return right(module, **options)

    right = compiler.compile
    monkeypatch.setattr(compiler, "compile", compile_module)
    found = compared()
    problem = "@f differs from the interpreter by"
    wrong = check_error(problem, lambda: check_differences(found))
    assert "and none of its kernels does" in str(wrong)


CANCELLING = """
module "compared"
func @f: (<1000 x f32>) -> f32 {
'entry(%x: <1000 x f32>):
    %s = reduce %x: <1000 x f32> by add along 0
    %m = divide %s: f32, 1000: f32
    %c = subtract %x: <1000 x f32>, %m: f32
    %r = reduce %c: <1000 x f32> by add along 0
    return %r: f32
}
"""


@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64"])
def test_cancellation_increases_the_tolerance(element: str) -> None:
    found = compared(CANCELLING.replace("f32", element))
    check_differences(found)


def test_random_numbers_are_those_of_the_reference() -> None:
    found = compared("""
module "compared"
func @f: () -> (<5 x f32>, <7 x f64>) {
'entry():
    branch 'loop(0: i64, 0: <5 x f32>)
'loop(%i: i64, %x: <5 x f32>):
    %a = random 5 from 0: f32 upto 1: f32
    %y = add %x: <5 x f32>, %a: <5 x f32>
    %j = add %i: i64, 1: i64
    %more = lessThan %j: i64, 3: i64
    conditional %more: bool then 'loop(%j: i64, %y: <5 x f32>) else 'end()
'end():
    %b = random 7 from 0: f64 upto 1: f64 normal
    return (%y: <5 x f32>, %b: <7 x f64>)
}
""")
    assert max(d.calls for d in found) == 3
    check_differences(found)


def test_exit_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "compared.dl"
    file.write_text(PROGRAM, encoding="utf-8")
    command = [str(file), "--compare", "interpreter", "-O0"]
    assert dlc.main(command) == 0
    assert "all of @f" in capsys.readouterr().out
    monkeypatch.setitem(OPERATIONS, "tanh", slightly_wrong(OPERATIONS["tanh"]))
    assert dlc.main(command) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines()[1].endswith("%c = reduce %b: <9 x 33 x f32> by max along 1")
    assert "error: @reduce.0 differs from the interpreter by 0.0002, " in printed.err
    with pytest.raises(SystemExit):
        dlc.main([*command, "--interpret"])
    assert "--compare cannot be combined with" in capsys.readouterr().err


TYPES = """
enum $Tree { ?leaf(<2 x f32>), ?node($Tree, $Tree) }
struct $Pair { #x: <_n x f64>, #flags: [3 x bool] }
func @f: ($Tree, $Pair, (<_ x i8>, u32), <_n x _m x bf16>) -> f32 {
'entry(%t: $Tree, %p: $Pair, %q: (<_ x i8>, u32), %b: <_n x _m x bf16>):
    return 0: f32
}
"""


@pytest.mark.parametrize("seed", range(20))
def test_drawn_arguments_fit(seed: int) -> None:
    module = dlvm.parse(TYPES)
    arguments = draw_arguments(module.functions[0], seed)
    assert dlvm.interpret(module, "f", *arguments) == 0
    tree, (x, flags), (small, number), _ = arguments
    assert isinstance(tree, EnumValue)
    assert (x.shape, len(flags), small.shape, number.dtype) == ((8,), 3, (8,), np.uint32)


def test_what_cannot_be_drawn() -> None:
    def draw(type: str) -> Any:
        module = dlvm.parse(f"enum $List {{ ?more($List) }}\nfunc @f: ({type}) -> ()")
        return draw_arguments(module.functions[0])

    check_error(
        "which has no random values: pass a value with --args", lambda: draw("(f32) -> f32")
    )
    check_error("contains the infinite enum $List", lambda: draw("$List"))


def test_only_elements_that_rounding_changes_may_be_anything() -> None:
    expected = np.array([1, np.inf, 3, np.nan], np.float32)
    overflows = np.array([1, 3e38, 3, np.nan], np.float32)

    def share(found: list[float], *changed: np.ndarray[Any, Any]) -> float:
        given = np.array(found, np.float32), expected
        return comparison._differences(*given, changed, 1)[2]  # pyright: ignore

    assert share([1, 3e38, 3, np.nan], overflows) == 0
    assert share([1, 3e38, 3.001, np.nan], overflows) > 1
    assert share([1, 3e38, 3, np.nan], expected) == np.inf
    assert share([1, np.inf, 3, 0], overflows) == np.inf
    assert share([1, np.inf, np.nan, np.nan], overflows) == np.inf
    large = np.array([2**62, 2**62 + 1])
    near = comparison._differences(large[:1], large[1:], [], 1)  # pyright: ignore
    assert near == (1, 2.0**-62, np.inf)
    chosen = comparison._differences(large[:1], large[1:], [large[:1]], 1)  # pyright: ignore
    assert chosen == (0, 0, 0)
