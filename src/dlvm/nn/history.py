"""The history of a training run: losses, metrics and times."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from io import StringIO
from pathlib import Path
from typing import Any, cast

from dlvm.diagnostics import error
from dlvm.notebooks import html_table


@dataclass(repr=False)
class History:
    """The loss and the metric after each epoch, and the seconds that compilation and training
    took."""

    metric_name: str = "accuracy"
    loss: list[float] = field(default_factory=list[float])
    metric: list[Any] = field(default_factory=list[Any])
    validation_loss: list[float] = field(default_factory=list[float])
    validation_metric: list[Any] = field(default_factory=list[Any])
    compile_seconds: float = 0.0
    training_seconds: float = 0.0

    @property
    def monitored(self) -> list[float]:
        """The validation losses or, without validation, the training losses."""
        return self.validation_loss or self.loss

    def summary(self) -> str:
        """The last losses and metrics, on one line that fits next to a progress bar."""
        training = {"loss": self.loss, self.metric_name: self.metric}
        text = _line(training)
        if self.validation_loss:
            validation = {"validation": self.validation_loss, "": self.validation_metric}
            text += f"  {_line(validation)}"
        return text

    def __repr__(self) -> str:
        count = len(self.loss)
        epochs = f"{count} epoch{'' if count == 1 else 's'}"
        times = f"compiling {self.compile_seconds:.2f} s, training {self.training_seconds:.2f} s"
        return f"<History of {epochs}: {', '.join(filter(None, (self.summary(), times)))}>"

    def _repr_html_(self) -> str:
        """A table of the epochs, which notebooks show."""
        columns = {
            "loss": self.loss,
            self.metric_name: self.metric,
            "validation loss": self.validation_loss,
            f"validation {self.metric_name}": self.validation_metric,
        }
        shown = {n: v for n, v in columns.items() if any(isinstance(x, float) for x in v)}
        rows = [
            (str(i + 1), *(f"{v[i]:.4f}" if i < len(v) else "" for v in shown.values()))
            for i in range(len(self.loss))
        ]
        return html_table("Training", ("epoch", *shown), rows)

    def to_json(self) -> str:
        """The text that :meth:`from_json` reads."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> History:
        """Parses the text of :meth:`to_json`. Raises :class:`ValueError` if it is malformed."""
        try:
            found = json.loads(text)
        except RecursionError:
            found = None
        match found:
            case {
                "metric_name": str(),
                "loss": [*loss],
                "metric": [*metric],
                "validation_loss": [*validation_loss],
                "validation_metric": [*validation_metric],
                "compile_seconds": float(),
                "training_seconds": float(),
            }:
                numbers = [*loss, *validation_loss]
                pairs = (loss, metric), (validation_loss, validation_metric)
                if (
                    len(found) == len(fields(cls))
                    and all(isinstance(n, float) for n in numbers)
                    and all(map(_is_metric, [*metric, *validation_metric]))
                    and all(len(a) == len(b) for a, b in pairs)
                    and len(validation_loss) <= len(loss)
                ):
                    return cls(**cast("dict[str, Any]", found))
            case _:
                pass
        raise ValueError("expected the history of a training run, got none")

    def plot(self, path: str | Path | None = None) -> Plot:
        """Plots the curves.

        Parameters
        ----------
        path
            An image file to write, in the format of its suffix; none by default.

        Returns
        -------
        Plot
            The curves, which a notebook shows inline.

        Raises
        ------
        DiagnosticError
            If matplotlib is not installed.
        """
        try:
            from matplotlib.figure import Figure
        except ImportError as problem:
            raise error(
                "plotting needs matplotlib, which is not installed: "
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
            if axes.lines:
                axes.legend()
        if path is not None:
            figure.savefig(path, dpi=144)
        return Plot(figure)


@dataclass(frozen=True)
class Plot:
    """The curves of a training run, a figure of matplotlib."""

    figure: Any

    def _repr_svg_(self) -> str:
        """The image that notebooks show."""
        text = StringIO()
        self.figure.savefig(text, format="svg")
        return text.getvalue()


def _line(columns: dict[str, list[Any]]) -> str:
    last = [(name, values[-1]) for name, values in columns.items() if values]
    return "  ".join(f"{name} {v:.4f}".strip() for name, v in last if isinstance(v, float))


def _is_metric(value: Any) -> bool:
    """Whether a value is a number, or nested lists of numbers."""
    pending = [value]
    for part in pending:
        if isinstance(part, list):
            pending += cast("list[Any]", part)
        elif not isinstance(part, float):
            return False
    return True
