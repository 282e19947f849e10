"""Limits the length of the program and the memory of an import: model files are not trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dlvm.diagnostics import error
from dlvm.onnx.graph import ModelFile

MOST_STEPS: Final = 50_000
STEPS_PER_NODE: Final = 100
MOST_BYTES: Final = 1 << 26
BYTES_PER_BYTE: Final = 64


@dataclass
class ImportBudget:
    """The steps and the bytes that are left."""

    steps: int
    """The number of nodes that can still be staged: functions and unrolled loops repeat nodes."""
    bytes: int
    """The number of bytes that can still be computed while the model is imported."""

    def count(self, steps: int) -> None:
        """Counts nodes. Raises :class:`DiagnosticError` if there are too many."""
        self.steps -= steps
        if self.steps < 0:
            raise error("the model is too long with its functions inlined and its loops unrolled")

    def allows(self, size: int) -> bool:
        """Whether a number of bytes is left; if so, counts them."""
        if size > self.bytes:
            return False
        self.bytes -= size
        return True


def budget_of(file: ModelFile) -> ImportBudget:
    """The budget of an import, in proportion to the file."""
    return ImportBudget(
        MOST_STEPS + STEPS_PER_NODE * file.node_count,
        MOST_BYTES + BYTES_PER_BYTE * file.tensor_bytes,
    )
