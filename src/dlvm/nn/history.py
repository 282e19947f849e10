"""What a training run went like."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dlvm.diagnostics import error


@dataclass
class History:
    """Loss and metric after each epoch, and the seconds spent."""

    metric_name: str = "accuracy"
    loss: list[float] = field(default_factory=list[float])
    metric: list[float] = field(default_factory=list[float])
    validation_loss: list[float] = field(default_factory=list[float])
    validation_metric: list[float] = field(default_factory=list[float])
    compile_seconds: float = 0.0
    training_seconds: float = 0.0

    def summary(self) -> str:
        """The last numbers, on one line that fits beside a progress bar."""
        training = {"loss": self.loss, self.metric_name: self.metric}
        text = "  ".join(f"{name} {values[-1]:.4f}" for name, values in training.items() if values)
        if self.validation_loss:
            text += f"  validation {self.validation_loss[-1]:.4f}  {self.validation_metric[-1]:.4f}"
        return text

    def plot(self, path: str | Path) -> None:
        """Draws the curves to an image file, of the kind that its name says.

        Raises :class:`DiagnosticError` where matplotlib is not installed.
        """
        try:
            from matplotlib.figure import Figure
        except ImportError as problem:
            raise error(
                "matplotlib is not installed, expected it for plotting: "
                "pip install 'dlvm-compiler[plot]'"
            ) from problem

        figure: Any = Figure(figsize=(9, 3.5), layout="constrained")
        curves = (
            ("loss", self.loss, self.validation_loss),
            (self.metric_name, self.metric, self.validation_metric),
        )
        for position, (title, training, validation) in enumerate(curves, 1):
            axes = figure.add_subplot(1, 2, position, title=title, xlabel="epoch")
            for label, values in ("training", training), ("validation", validation):
                if values:
                    axes.plot(range(1, len(values) + 1), values, label=label)
            axes.xaxis.get_major_locator().set_params(integer=True)
            axes.grid(alpha=0.3)
            axes.legend()
        figure.savefig(path, dpi=144)
