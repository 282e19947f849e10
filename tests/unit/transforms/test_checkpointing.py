"""Checkpointing: budgets are met, results are bitwise equal, and recomputation is small."""

from __future__ import annotations

import math
from functools import cache
from random import Random

import numpy as np
import pytest

import dlvm
from dlvm.analysis.memory.memory_use import peaks
from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter import interpret
from dlvm.ir import Instruction, Literal, Module
from dlvm.ir import instructions as op
from dlvm.nnkit import Tensor0D, Tensor2D, Tensor3D, f32, gradient, staged, tanh
from dlvm.nnkit import range as staged_range
from dlvm.text import parse
from dlvm.transforms import run_passes
from dlvm.transforms.differentiation.checkpointing.loop_budget import extra_iterations
from dlvm.transforms.differentiation.checkpointing.loop_checkpoints import (
    LoopCheckpoints,
    checkpointable_loop,
    outermost_loops,
)
from dlvm.transforms.memory.memory_budget import parse_budget
from dlvm.transforms.memory.rematerialization import (
    RematerializationPlan,
    RematerializationStep,
    TaskSequence,
    least_budget,
    peak,
    plan,
)
from dlvm.verifier import verify


def draw_code(r: Random) -> TaskSequence:
    """Draws tasks that read earlier cells, most of them recent, some of them old."""
    tasks: list[RematerializationStep] = []
    sizes: list[int] = []
    for _ in range(r.randint(2, 40)):
        recent = range(max(0, len(sizes) - 4), len(sizes))
        reads = {r.choice(recent) for _ in range(r.randint(0, 2)) if recent}
        reads |= {r.randrange(len(sizes)) for _ in range(r.randint(0, 2)) if sizes}
        makes = [len(sizes) + n for n in range(r.choice((0, 1, 1, 1, 2)))]
        sizes += [r.choice((0, 1, 1, 5, 20)) for _ in makes]
        is_repeatable = r.random() < 0.9 and bool(makes)
        within = r.choice((0, 0, 0, 7))
        tasks.append(
            RematerializationStep(sorted(reads), makes, r.randint(0, 30), within, is_repeatable)
        )
    kept = frozenset(c for c in range(len(sizes)) if r.random() < 0.05)
    return TaskSequence(tasks, sizes, kept, r.choice((0, 10)))


def replay(code: TaskSequence, found: RematerializationPlan) -> int:
    """Returns the peak memory of a plan; checks that every cell is available when it is read."""
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


def chain(length: int) -> TaskSequence:
    """A chain of steps of one cell each, and the reverse pass, which reads them from last to
    first."""
    tasks: list[RematerializationStep] = []
    for n in range(length):
        tasks.append(RematerializationStep([n - 1] if n else [], [n], 1, 0, True))
    for n in range(length):
        tasks.append(RematerializationStep([length + n - 1, length - n - 1] if n else [length - 1],
                          [length + n], 2, 0, True))  # fmt: skip
    return TaskSequence(tasks, [1] * (2 * length), frozenset())


@pytest.mark.parametrize("length", [4, 16, 64, 100, 256])
def test_chains_cost_no_more_than_the_square_root_schedule(length: int) -> None:
    """That schedule stores the last step of each of sqrt(n) segments, and recomputes each segment
    once."""
    root = math.isqrt(length)
    found = plan(chain(length), 2 * root + 2)
    assert found is not None
    assert found.extra <= length - root


def layers(count: int, batch: int, width: int, step: str, residual: bool) -> str:
    """A gradient step of layers of the same width."""
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


def test_impossible_budgets_report_the_least_possible_one() -> None:
    def compiled(budget: str) -> Module:
        module = parse(layers(16, 8, 4, STEPS["tanh"], False), "layers.dl")
        run_passes(module, f"O2 ORD CKPT{{budget={budget}}}")
        return module

    with pytest.raises(DiagnosticError, match=r"@step does not fit in 100 bytes") as problem:
        compiled("100")
    least = int(str(problem.value).split("the least budget is ")[1].split()[0])
    assert _highest(compiled(str(least))) <= least
    with pytest.raises(DiagnosticError, match="the least budget is"):
        compiled(str(least * 9 // 10))


@pytest.mark.parametrize("budget", ["", "much", "-1", "5 %", "25%%", "1.5.2", "1e9", "3TB"])
def test_malformed_budgets(budget: str) -> None:
    with pytest.raises(DiagnosticError, match=r"budget must be bytes.*, got "):
        dlvm.compile(parse("stage optimizable\n"), memory_budget=budget)


def test_unknown_sizes_are_rejected() -> None:
    text = """stage optimizable
func @f: (<_n x f32>) -> f32 {
'entry(%x: <_n x f32>):
    %a = exp %x: <_n x f32>
    %b = reduce %a: <_n x f32> by add along 0
    return %b: f32
}
"""
    with pytest.raises(DiagnosticError, match="the memory that @f uses is unknown"):
        run_passes(parse(text), "CKPT")


LOOP = """
[gradient @f wrt 0, 1 keeping 0]
func @g: (<3 x f64>, <3 x 3 x f64>COUNT) -> (<3 x f64>, <3 x 3 x f64>, f64)
func @f: (<3 x f64>, <3 x 3 x f64>COUNT) -> f64 {
'entry(%x: <3 x f64>, %w: <3 x 3 x f64>NAMED):
    branch 'head(0: i64, %x: <3 x f64>)
'head(%i: i64, %h: <3 x f64>):
    %s = sin %h: <3 x f64>
    %more = lessThan %i: i64, BOUND: i64
    conditional %more: bool then 'body() else 'end(%s: <3 x f64>)
'body():
    %y = dot %w: <3 x 3 x f64>, %s: <3 x f64>
    %t = tanh %y: <3 x f64>
    %j = add %i: i64, 1: i64
    branch 'head(%j: i64, %t: <3 x f64>)
'end(%u: <3 x f64>):
    %q = multiply %u: <3 x f64>, %h: <3 x f64>
    %r = reduce %q: <3 x f64> by add along 0
    return %r: f64
}
"""
OPEN_LOOP = LOOP.replace("COUNT", ", i64").replace("NAMED", ", %n: i64").replace("BOUND", "%n")
STATE_BYTES = 128
"""A record of 16 bytes and five numbers, after a header of 48: a power of two."""


def loop_of(count: int) -> Module:
    return parse(LOOP.replace("COUNT", "").replace("NAMED", "").replace("BOUND", str(count)))


def weights_and_start() -> tuple[np.ndarray, np.ndarray]:
    r = np.random.default_rng(3)
    return r.normal(size=3), r.normal(size=(3, 3))


@pytest.mark.parametrize("states", [0, 1, 2, 3, 8])
def test_loops_store_few_states(states: int) -> None:
    """The gradient stores no more states than allowed, and recomputes as many iterations as
    predicted."""
    plain, limited = parse(OPEN_LOOP), parse(OPEN_LOOP)
    function = limited.function("f")
    assert function is not None
    loop = checkpointable_loop(outermost_loops(function)[0])
    assert loop is not None
    LoopCheckpoints(limited).replace(loop, states)
    verify(limited)
    assert parse(str(limited)) == limited
    for module in (plain, limited):
        run_passes(module, "AD")
        verify(module)
    for count in (0, 1, 2, 3, 9, 20, 50):
        depth = deepest = iterations = 0

        def watch(instruction: Instruction, operands: object, result: object) -> None:
            nonlocal depth, deepest, iterations
            depth += isinstance(instruction, op.Push) - isinstance(instruction, op.Pop)
            deepest = max(deepest, depth)
            callee = instruction.callee if isinstance(instruction, op.Apply) else None
            iterations += callee is not None and callee.name == "f.loop.iteration"

        given = (*weights_and_start(), count)
        found = interpret(limited, "g", *given, observer=watch)
        for a, b in zip(found, interpret(plain, "g", *given), strict=True):
            np.testing.assert_array_equal(a, b)
        assert deepest <= states + 1
        assert iterations == extra_iterations(count, states)


LOOP_TWICE = """
stage raw
[gradient @slope from 0 seedable]
func @curvature: (f64, i64, f64) -> (f64)
[gradient @f]
func @slope: (f64, i64) -> (f64)
func @f: (f64, i64) -> f64 {
'entry(%start: f64, %count: i64):
    branch 'head(0: i64, %start: f64)
'head(%i: i64, %x: f64):
    %more = lessThan %i: i64, %count: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %y = sin %x: f64
    %next = add %i: i64, 1: i64
    branch 'head(%next: i64, %y: f64)
'end():
    %r = square %x: f64
    return %r: f64
}
"""


@pytest.mark.parametrize("count", [-1, 0, 1, 2, 7])
@pytest.mark.parametrize("states", [0, 2])
def test_second_gradients_of_checkpointed_loops(count: int, states: int) -> None:
    plain, limited = parse(LOOP_TWICE), parse(LOOP_TWICE)
    function = limited.function("f")
    assert function is not None
    loop = checkpointable_loop(outermost_loops(function)[0])
    assert loop is not None
    LoopCheckpoints(limited).replace(loop, states)
    found = []
    for module in (plain, limited):
        run_passes(module, "AD")
        verify(module)
        found.append(interpret(module, "curvature", 0.7, count, 1.0))
    np.testing.assert_allclose(found[1], found[0], rtol=1e-14)


def test_the_schedule_is_optimal() -> None:
    """Compared with the recurrence over all distances to the next stored state."""

    @cache
    def least(length: int, free: int) -> int:
        if length <= 1:
            return 0
        if free <= 0:
            return length * (length - 1) // 2
        return min(
            near + least(length - near, free - 1) + least(near, free) for near in range(1, length)
        )

    for free in range(6):
        for length in range(60):
            assert extra_iterations(length, free) == least(length, free)


@pytest.mark.parametrize("budget", [1000, "2KiB", "8KiB"])
def test_bytes_limit_loops(budget: str | int) -> None:
    module = parse(OPEN_LOOP)
    limited, plain = dlvm.compile(module, memory_budget=budget), dlvm.compile(module)
    assert limited.remarks[0].startswith("the loop of @f stores ")
    assert limited["g"].frame_bytes <= parse_budget(budget).of(0)
    for count in (0, 1, 7, 100):
        given = (*weights_and_start(), count)
        for a, b in zip(limited["g"](*given), plain["g"](*given), strict=True):
            np.testing.assert_array_equal(a, b)


def test_shares_limit_loops_of_known_length() -> None:
    executable = dlvm.compile(loop_of(100), memory_budget="25%")
    (remark,) = executable.remarks
    states = int(remark.split()[5])
    assert remark == (
        f"the loop of @f stores {states} states of {STATE_BYTES} bytes; of 100 iterations, "
        f"{extra_iterations(100, states - 1)} run again"
    )
    plain = dlvm.compile(loop_of(100))
    for a, b in zip(executable["g"](*weights_and_start()), plain["g"](*weights_and_start()),
                    strict=True):  # fmt: skip
        np.testing.assert_array_equal(a, b)
    assert not dlvm.compile(loop_of(100), memory_budget="1MiB").remarks
    with pytest.raises(DiagnosticError, match="known only at run time: expected a budget in bytes"):
        dlvm.compile(parse(OPEN_LOOP), memory_budget="25%")


def test_impossible_budgets_of_loops_report_the_least_possible_one() -> None:
    with pytest.raises(DiagnosticError, match="the loop of @f does not fit in 50") as problem:
        run_passes(parse(OPEN_LOOP), "AD{budget=50}")
    least = int(str(problem.value).split("the least budget is ")[1].split()[0])
    run_passes(parse(OPEN_LOOP), f"AD{{budget={least}}}")
    with pytest.raises(DiagnosticError, match="the least budget is"):
        run_passes(parse(OPEN_LOOP), f"AD{{budget={least - 1}}}")
    with pytest.raises(DiagnosticError, match=r"needs at least 1.0% of 100 iterations"):
        run_passes(loop_of(100), "AD{budget=0.5%}")


def test_loops_over_rows_of_staged_functions() -> None:
    """The gradient of a tensor that is read row by row is accumulated in place."""

    @staged
    def network(w: Tensor2D[f32], xs: Tensor3D[f32]) -> Tensor0D[f32]:
        h = xs[0] * 0.0
        for t in staged_range(xs.shape[0]):
            h = tanh(h @ w + xs[t])
        return (h * h).sum()

    @staged(memory_budget="20%")
    def limited(w: Tensor2D[f32], xs: Tensor3D[f32]):
        return gradient(network)(w, xs)

    r = np.random.default_rng(0)
    given = (r.normal(size=(4, 4)).astype("f"), r.normal(size=(50, 2, 4)).astype("f"))
    for a, b in zip(limited(*given), gradient(network)(*given), strict=True):
        np.testing.assert_array_equal(a, b)
    module = parse(str(limited.ir(*given)))
    (done,) = [r for r in run_passes(module, "O2{budget=20%}") if r.name == "AD"]
    assert done.remarks[0].startswith("the loop of @network stores 10 states")
    scatters = [i for f in module.functions for i in f.instructions() if isinstance(i, op.Scatter)]
    assert scatters
    assert not any(isinstance(i.x, Literal) for i in scatters)
