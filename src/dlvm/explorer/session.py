"""The program whose stages a server shows."""

from __future__ import annotations

from threading import Lock

from dlvm.explorer.compilation import Compilation
from dlvm.explorer.stages import Exploration, Generated


class ExplorerSession:
    """A program, and the schedules of it that the page has edited."""

    def __init__(self, compilation: Compilation) -> None:
        self.compilation = compilation
        self.edited: Generated | None = None
        """The program with the edited schedules."""
        self.lock = Lock()
        """Held while kernels are timed, so that measurements do not disturb each other."""

    @property
    def exploration(self) -> Generated:
        """All stages of the program. Waits until they are ready."""
        return self.edited or self.compilation.generated.result()

    @property
    def latest(self) -> Exploration:
        """The stages that are ready."""
        return self.edited or self.compilation.latest
