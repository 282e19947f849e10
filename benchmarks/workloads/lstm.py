"""The last states of an LSTM (Hochreiter and Schmidhuber, 1997), 300 → 512, of 16 sequences of 10
to 60 elements. They are one batch, padded to the longest, for all peers."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks import functions
from benchmarks.workload import Inputs, Job, Workload

STEPS, BATCH, WIDTH, STATE = 60, 16, 300, 512
LENGTHS = np.linspace(10, STEPS, BATCH).astype(np.int64)
WEIGHTS = (WIDTH + STATE) * 4 * STATE


def inputs() -> Inputs:
    """The gates are start, keep, out and new, in this order."""
    random = np.random.default_rng(0)
    bound = STATE**-0.5
    x = random.standard_normal((STEPS, BATCH, WIDTH), np.float32)
    shapes = {"w": (WIDTH, 4 * STATE), "u": (STATE, 4 * STATE), "b": (4 * STATE,)}
    learned = {n: random.uniform(-bound, bound, s).astype(np.float32) for n, s in shapes.items()}
    return {"x": x, **learned, "lengths": random.permutation(LENGTHS)}


def torch(inputs: Inputs) -> Job:
    import torch
    from torch.nn.utils.rnn import pack_padded_sequence

    model = torch.nn.LSTM(WIDTH, STATE)
    for name, value in (("weight_ih_l0", inputs["w"]), ("weight_hh_l0", inputs["u"]),
                        ("bias_ih_l0", inputs["b"]), ("bias_hh_l0", 0 * inputs["b"])):  # fmt: skip
        start, keep, out, new = np.split(value.T, 4)
        with torch.no_grad():
            gates = np.ascontiguousarray(np.concatenate([start, keep, new, out]))
            getattr(model, name).copy_(torch.from_numpy(gates))
    x, lengths = torch.from_numpy(inputs["x"]), torch.from_numpy(inputs["lengths"])

    @torch.inference_mode()
    def run() -> Any:
        return model(pack_padded_sequence(x, lengths, enforce_sorted=False))[1][0][0]

    return Job(run, lambda: [run().numpy()])


WORKLOADS = [
    Workload(
        name="lstm",
        inputs=inputs,
        peers={
            "pytorch": torch,
            **functions.peers("lstm", ("dlvm", "jax", "onnxruntime", "openvino")),
        },
        flops=2 * int(LENGTHS.sum()) * WEIGHTS,
        size=4 * (WEIGHTS + BATCH * (STEPS * WIDTH + STATE)),
        tolerance=1e-4,
        files=functions.files("lstm"),
        rivals=("onnxruntime",),
        family="recurrence",
    )
]
