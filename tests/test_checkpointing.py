"""Checkpointing: budgets are met, results stay the same to the bit, and little is done twice."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

import dlvm
from dlvm.analysis.memory_use import peaks
from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter import interpret
from dlvm.ir import Module
from dlvm.text import parse
from dlvm.transforms import run_passes
from dlvm.transforms.rematerialization import Code, Plan, Task, least_budget, peak, plan
from dlvm.verifier import verify


def draw_code(r: Random) -> Code:
    """Tasks that read cells made before, most of them recent, some of them old ones."""
    tasks: list[Task] = []
    sizes: list[int] = []
    for _ in range(r.randint(2, 40)):
        recent = range(max(0, len(sizes) - 4), len(sizes))
        reads = {r.choice(recent) for _ in range(r.randint(0, 2)) if recent}
        reads |= {r.randrange(len(sizes)) for _ in range(r.randint(0, 2)) if sizes}
        makes = [len(sizes) + n for n in range(r.choice((0, 1, 1, 1, 2)))]
        sizes += [r.choice((0, 1, 1, 5, 20)) for _ in makes]
        is_repeatable = r.random() < 0.9 and bool(makes)
        within = r.choice((0, 0, 0, 7))
        tasks.append(Task(sorted(reads), makes, r.randint(0, 30), within, is_repeatable))
    kept = frozenset(c for c in range(len(sizes)) if r.random() < 0.05)
    return Code(tasks, sizes, kept, r.choice((0, 10)))


def replay(code: Code, found: Plan) -> int:
    """The most that a plan takes; checks that everything is there when it is read."""
    latest: dict[int, tuple[int, int]] = {}
    last_use: dict[tuple[int, int], int] = {}
    seen: list[int] = []
    extra = 0
    for time, number in enumerate(found.order):
        task = code.tasks[number]
        for cell in task.reads:
            last_use[latest[cell]] = time
        for cell in task.makes:
            latest[cell] = cell, time
            last_use[cell, time] = time
        if number in seen:
            assert task.is_repeatable
            extra += task.cost
        else:
            seen.append(number)
    assert seen == list(range(len(code.tasks)))
    assert extra == found.extra
    last_use.update(dict.fromkeys((latest[c] for c in code.kept), len(found.order)))
    return max(
        code.taken
        + code.tasks[number].bytes
        + sum(code.sizes[c] for (c, made), end in last_use.items() if made <= time <= end)
        for time, number in enumerate(found.order)
    )


@pytest.mark.parametrize("seed", range(150))
def test_plans_keep_to_their_budget(seed: int) -> None:
    r = Random(seed)
    code = draw_code(r)
    whole = peak(code)
    for share in (1.0, 0.9, 0.7, 0.5, 0.3):
        found = plan(code, int(whole * share))
        if found is not None:
            assert replay(code, found) <= int(whole * share)
        if share == 1.0:
            assert found is not None
            assert not found.extra
    least = least_budget(code)
    found = plan(code, least)
    assert found is not None
    assert replay(code, found) <= least


def chain(length: int) -> Code:
    """A chain of steps of one cell each, and the way back, which reads them from the last to the
    first."""
    tasks: list[Task] = []
    for n in range(length):
        tasks.append(Task([n - 1] if n else [], [n], 1, 0, True))
    for n in range(length):
        tasks.append(Task([length + n - 1, length - n - 1] if n else [length - 1],
                          [length + n], 2, 0, True))  # fmt: skip
    return Code(tasks, [1] * (2 * length), frozenset())


@pytest.mark.parametrize("length", [4, 16, 64, 100, 256])
def test_chains_cost_no_more_than_the_square_root_schedule(length: int) -> None:
    """That keeps the last step of each of sqrt(n) parts, and computes a part once more."""
    root = math.isqrt(length)
    found = plan(chain(length), 2 * root + 2)
    assert found is not None
    assert found.extra <= length - root


def layers(count: int, batch: int, width: int, step: str, residual: bool) -> str:
    """The gradient step of layers of the same width."""
    weights, x = f"<{width} x {width} x f32>", f"<{batch} x {width} x f32>"
    types = ", ".join([weights] * count)
    named = ", ".join(f"%w{n}: {weights}" for n in range(count))
    lines = ""
    for n in range(count):
        lines += f"    %z{n} = dot %x{n}: {x}, %w{n}: {weights}\n"
        to = f"%a{n}" if residual else f"%x{n + 1}"
        lines += f"    {to} = {step.replace('%z', f'%z{n}')}\n"
        if residual:
            lines += f"    %x{n + 1} = add %a{n}: {x}, %x{n}: {x}\n"
    updates = "".join(
        f"    %g{n} = extract {n} from %g: ({types}, f32)\n"
        f"    %d{n} = multiply %g{n}: {weights}, 0.001: f32\n"
        f"    %n{n} = subtract %w{n}: {weights}, %d{n}: {weights}\n"
        for n in range(count)
    )
    new = ", ".join(f"%n{n}: {weights}" for n in range(count))
    return f"""stage raw
!internal
[gradient @loss wrt {", ".join(map(str, range(count)))} keeping 0]
func @gradient: ({types}, {x}) -> ({types}, f32)
!internal
func @loss: ({types}, {x}) -> f32 {{
'entry({named}, %x0: {x}):
{lines}    %s = square %x{count}: {x}
    %m = multiply %s: {x}, {1 / (batch * width)}: f32
    %r = reduce %m: {x} by add along 0, 1
    return %r: f32
}}
func @step: ({types}, {x}) -> ({types}, f32) {{
'entry({named}, %x0: {x}):
    %g = apply @gradient({named}, %x0: {x}) -> ({types}, f32)
{updates}    %l = extract {count} from %g: ({types}, f32)
    return ({new}, %l: f32): ({types}, f32)
}}
"""


STEPS = {
    "tanh": "tanh %z",
    "relu": "max %z, 0: f32",
    "softplus": "log1p %z",
}


def arguments(count: int, batch: int, width: int) -> list[np.ndarray]:
    r = np.random.default_rng(0)
    scale = np.float32(1 / np.sqrt(width))
    weights = [np.abs(r.normal(size=(width, width)).astype(np.float32)) * scale / 8
               for _ in range(count)]  # fmt: skip
    return [*weights, np.abs(r.normal(size=(batch, width)).astype(np.float32))]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("residual", [False, True])
def test_results_stay_the_same_to_the_bit(step: str, residual: bool) -> None:
    count, batch, width = 12, 8, 4
    module = parse(layers(count, batch, width, STEPS[step], residual))
    run_passes(module, "O2 ORD")
    given = arguments(count, batch, width)
    before = _highest(module)
    expected = interpret(module, "step", *given)
    (done,) = run_passes(module, "CKPT{budget=50%}")
    verify(module)
    assert done.changed
    assert len(done.remarks) == 1
    assert _highest(module) <= before / 2
    for found, wanted in zip(interpret(module, "step", *given), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
    (again,) = run_passes(module, f"CKPT{{budget={before // 2}}}")
    assert not again.changed


def _highest(module: Module) -> int:
    found = [p for p in peaks(module.functions).values() if isinstance(p, int)]
    assert len(found) == sum(bool(f.blocks) for f in module.functions)
    return max(found)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("residual", [False, True])
def test_64_layers_in_a_quarter_of_the_memory(step: str, residual: bool) -> None:
    module = parse(layers(64, 64, 8, STEPS[step], residual))
    given = arguments(64, 64, 8)
    whole = dlvm.compile(module)
    part = dlvm.compile(module, memory_budget="25%")
    assert part["step"].frame_bytes <= 0.25 * whole["step"].frame_bytes
    assert part.remarks
    assert not whole.remarks
    for found, wanted in zip(part["step"](*given), whole["step"](*given), strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_impossible_budgets_say_the_least_possible_one() -> None:
    def compiled(budget: str) -> Module:
        module = parse(layers(16, 8, 4, STEPS["tanh"], False), "layers.dl")
        run_passes(module, f"O2 ORD CKPT{{budget={budget}}}")
        return module

    with pytest.raises(DiagnosticError, match=r"@step can not do with 100 bytes") as problem:
        compiled("100")
    least = int(str(problem.value).split("the least budget is ")[1].split()[0])
    assert _highest(compiled(str(least))) <= least
    with pytest.raises(DiagnosticError, match="the least budget is"):
        compiled(str(least * 9 // 10))


@pytest.mark.parametrize("budget", ["", "much", "-1", "5 %", "25%%", "1.5.2", "1e9", "3TB"])
def test_budgets_that_are_none(budget: str) -> None:
    with pytest.raises(DiagnosticError, match=r"budget .* found, expected bytes"):
        dlvm.compile(parse("stage optimizable\n"), memory_budget=budget)


def test_unknown_sizes_are_refused() -> None:
    text = """stage optimizable
func @f: (<_n x f32>) -> f32 {
'entry(%x: <_n x f32>):
    %a = exp %x: <_n x f32>
    %b = reduce %a: <_n x f32> by add along 0
    return %b: f32
}
"""
    with pytest.raises(DiagnosticError, match="the memory that @f takes is not known"):
        run_passes(parse(text), "CKPT")
