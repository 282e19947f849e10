"""Counts the instructions of the examples' gradients, before and after optimization.

``python -m benchmarks.instructions`` writes the table in ``docs/optimizer.md``.
"""

from __future__ import annotations

import re
from pathlib import Path

import dlvm
from dlvm.ir import Module

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "optimizer.md"
TABLE = re.compile(r"(?<=<!-- counts -->\n).*?(?=<!-- end -->)", re.DOTALL)
ATTENTION = """
stage raw
[gradient @loss wrt 1, 2, 3, 4]
func @gradient: (<64 x 32 x f32>, <32 x 32 x f32>, <32 x 32 x f32>, <32 x 32 x f32>,
    <32 x 32 x f32>) -> (<32 x 32 x f32>, <32 x 32 x f32>, <32 x 32 x f32>, <32 x 32 x f32>)
func @loss: (<64 x 32 x f32>, <32 x 32 x f32>, <32 x 32 x f32>, <32 x 32 x f32>, <32 x 32 x f32>)
    -> f32 {
'entry(%x: <64 x 32 x f32>, %wq: <32 x 32 x f32>, %wk: <32 x 32 x f32>, %wv: <32 x 32 x f32>,
       %wo: <32 x 32 x f32>):
    %q = dot %x: <64 x 32 x f32>, %wq: <32 x 32 x f32>
    %k = dot %x: <64 x 32 x f32>, %wk: <32 x 32 x f32>
    %v = dot %x: <64 x 32 x f32>, %wv: <32 x 32 x f32>
    %kt = transpose %k: <64 x 32 x f32>
    %products = dot %q: <64 x 32 x f32>, %kt: <32 x 64 x f32>
    %scores = multiply %products: <64 x 64 x f32>, 0.17677669: f32
    %most = reduce %scores: <64 x 64 x f32> by max along 1
    %column = padShape %most: <64 x f32> at 1
    %shifted = subtract %scores: <64 x 64 x f32>, %column: <64 x 1 x f32>
    %e = exp %shifted: <64 x 64 x f32>
    %sum = reduce %e: <64 x 64 x f32> by add along 1
    %total = padShape %sum: <64 x f32> at 1
    %weights = divide %e: <64 x 64 x f32>, %total: <64 x 1 x f32>
    %heads = dot %weights: <64 x 64 x f32>, %v: <64 x 32 x f32>
    %out = dot %heads: <64 x 32 x f32>, %wo: <32 x 32 x f32>
    %y = add %out: <64 x 32 x f32>, %x: <64 x 32 x f32>
    %squares = multiply %y: <64 x 32 x f32>, %y: <64 x 32 x f32>
    %loss = reduce %squares: <64 x 32 x f32> by add along 0, 1
    return %loss: f32
}
"""
EXAMPLES = {
    "network of three layers": "mlp",
    "LSTM": "lstm",
    "convolutional network": "convolution",
    "attention block": None,
}


def main() -> None:
    rows = ["| gradient | differentiated | -O1 | -O2 | -O3 |", "|---|---|---|---|---|"]
    for name in EXAMPLES:
        # What is called counts as often as it is called.
        pipelines = ("AD,INL", "AD,INL,O1", "O2", "O3")
        counts = [str(_count(dlvm.parse(text_of(name)), passes)) for passes in pipelines]
        rows.append(f"| {' | '.join((name, *counts))} |")
    page = PAGE.read_text("utf-8")
    PAGE.write_text(TABLE.sub("\n".join(rows) + "\n", page), encoding="utf-8")


def text_of(name: str) -> str:
    """The module with the gradient of an example."""
    file = EXAMPLES[name]
    return ATTENTION if file is None else (ROOT / "examples" / f"{file}.dl").read_text("utf-8")


def _count(module: Module, passes: str) -> int:
    """How many instructions the gradient has after passes."""
    dlvm.verify(module)
    dlvm.run_passes(module, passes)
    gradient = module.function("gradient")
    assert gradient is not None
    return sum(1 for _ in gradient.instructions())


if __name__ == "__main__":
    main()
