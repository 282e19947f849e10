"""A training step of 64 layers of the same width, with and without a memory budget."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from benchmarks.workload import Inputs, Job, Workload

LAYERS, WIDTH, BATCH = 64, 256, 2048
RATE = 0.001
BUDGET = "25%"
SEGMENTS = 8


def text() -> str:
    weights, x = f"<{WIDTH} x {WIDTH} x f32>", f"<{BATCH} x {WIDTH} x f32>"
    types = ", ".join([weights] * LAYERS)
    named = ", ".join(f"%w{n}: {weights}" for n in range(LAYERS))
    layers = "".join(
        f"    %z{n} = dot %x{n}: {x}, %w{n}: {weights}\n    %x{n + 1} = tanh %z{n}: {x}\n"
        for n in range(LAYERS)
    )
    updates = "".join(
        f"    %g{n} = extract {n} from %g: ({types}, f32)\n"
        f"    %d{n} = multiply %g{n}: {weights}, {RATE}: f32\n"
        f"    %n{n} = subtract %w{n}: {weights}, %d{n}: {weights}\n"
        for n in range(LAYERS)
    )
    new = ", ".join(f"%n{n}: {weights}" for n in range(LAYERS))
    return f"""stage raw
!internal
[gradient @loss wrt {", ".join(map(str, range(LAYERS)))} keeping 0]
func @gradient: ({types}, {x}) -> ({types}, f32)
!internal
func @loss: ({types}, {x}) -> f32 {{
'entry({named}, %x0: {x}):
{layers}    %s = square %x{LAYERS}: {x}
    %r = reduce %s: {x} by add along 0, 1
    %m = multiply %r: f32, {1 / (BATCH * WIDTH)}: f32
    return %m: f32
}}
func @step: ({types}, {x}) -> ({types}, f32) {{
'entry({named}, %x0: {x}):
    %g = apply @gradient({named}, %x0: {x}) -> ({types}, f32)
{updates}    %l = extract {LAYERS} from %g: ({types}, f32)
    return ({new}, %l: f32): ({types}, f32)
}}
"""


def inputs() -> Inputs:
    generator = np.random.default_rng(0)
    scale = np.float32(1.5 / np.sqrt(WIDTH))
    weights = generator.standard_normal((LAYERS, WIDTH, WIDTH), np.float32) * scale
    return {"weights": weights, "x": generator.standard_normal((BATCH, WIDTH), np.float32)}


def dlvm(budget: str | None, inputs: Inputs) -> Job:
    import dlvm

    executable = dlvm.compile(
        dlvm.parse(text()), donate={"step": range(LAYERS)}, memory_budget=budget
    )
    state = [w.copy() for w in inputs["weights"]]

    def run() -> None:
        state[:] = executable["step"](*state, inputs["x"])[:LAYERS]

    return Job(run, lambda: list(state))


def pytorch(is_limited: bool, inputs: Inputs) -> Job:
    import torch
    from torch.utils.checkpoint import checkpoint_sequential

    weights = [torch.from_numpy(w.copy()).requires_grad_() for w in inputs["weights"]]
    x = torch.from_numpy(inputs["x"])
    layers = [partial(_layer, w) for w in weights]

    def run() -> None:
        if is_limited:
            found = checkpoint_sequential(layers, SEGMENTS, x, use_reentrant=False)
        else:
            found = x
            for layer in layers:
                found = layer(found)
        loss = (found**2).sum() * (1 / (BATCH * WIDTH))
        for weight, gradient in zip(weights, torch.autograd.grad(loss, weights), strict=True):
            with torch.no_grad():
                weight -= RATE * gradient

    return Job(run, lambda: [w.detach().numpy() for w in weights])


def _layer(weight: Any, x: Any) -> Any:
    return (x @ weight).tanh()


WORKLOADS = [
    Workload(
        name=name,
        inputs=inputs,
        peers={
            "dlvm": partial(dlvm, budget),
            "pytorch": partial(pytorch, budget is not None),
        },
        flops=6.0 * LAYERS * BATCH * WIDTH * WIDTH,
        size=4 * LAYERS * (2 * WIDTH * WIDTH + BATCH * WIDTH),
        tolerance=1e-3,
        program=program,
    )
    for name, budget, program in (
        ("checkpoint-nothing", None, None),
        ("checkpoint-25%", BUDGET, "checkpoint-nothing"),
    )
]
