"""Compiles a program while the page shows the stages that are ready."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

from dlvm.diagnostics import DiagnosticError
from dlvm.explorer.stages import Exploration, Generated, Scheduled, generated, read, scheduled
from dlvm.ir.module import Module

T = TypeVar("T")


class Compilation:
    """A program whose stages are computed in a thread.

    ``read`` has the source and the first stage. The futures ``scheduled`` and ``generated`` have
    the stages up to the schedules, and all stages; a program that does not compile makes them raise
    its error.

    Parameters
    ----------
    module
        A module of any stage; it does not change.
    options
        The options of :func:`dlvm.lower`.
    on_error
        Called with the error if the program does not compile.
    """

    def __init__(
        self,
        module: Module,
        *,
        on_error: Callable[[DiagnosticError], None] | None = None,
        **options: Any,
    ) -> None:
        self.read = read(module)
        self.scheduled: Future[Scheduled] = Future()
        self.generated: Future[Generated] = Future()
        self._on_error = on_error
        # The sources are listed before the thread numbers more of their lines.
        assert self.read.views
        Thread(target=self._compile, args=(module, options), daemon=True).start()

    @property
    def latest(self) -> Exploration:
        """The stages that are ready."""
        for future in (self.generated, self.scheduled):
            if future.done() and future.exception() is None:
                return future.result()
        return self.read

    def _compile(self, module: Module, options: dict[str, Any]) -> None:
        if _complete(self.scheduled, lambda: scheduled(self.read, module, **options)):
            assert self.scheduled.result().views
            _complete(self.generated, lambda: generated(self.scheduled.result()))
        else:
            self.generated.set_exception(self.scheduled.exception())
        problem = self.generated.exception()
        if isinstance(problem, DiagnosticError) and self._on_error is not None:
            self._on_error(problem)


def _complete(future: Future[T], compute: Callable[[], T]) -> bool:
    """Gives a future its result, or its error; returns whether there is a result."""
    try:
        future.set_result(compute())
    except Exception as problem:
        future.set_exception(problem)
        return False
    return True
