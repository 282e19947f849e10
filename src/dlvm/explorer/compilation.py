"""Compiles a program while the page shows the stages that are ready."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any, TypeVar

from dlvm.diagnostics import DiagnosticError
from dlvm.explorer.stages import Exploration, Generated, Scheduled, generated, read, scheduled
from dlvm.ir.module import Module

T = TypeVar("T")


class Compilation:
    """A program whose stages are computed in a thread, from the first request for one of them on.

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
        self._scheduled: Future[Scheduled] = Future()
        self._generated: Future[Generated] = Future()
        self._on_error = on_error
        # The sources are listed before the thread numbers more of their lines.
        assert self.read.views
        self._thread = Thread(target=self._compile, args=(module, options), daemon=True)
        self._starting = Lock()

    @property
    def scheduled(self) -> Future[Scheduled]:
        """The stages up to the schedules."""
        self._start()
        return self._scheduled

    @property
    def generated(self) -> Future[Generated]:
        """All stages."""
        self._start()
        return self._generated

    @property
    def latest(self) -> Exploration:
        """The stages that are ready."""
        for future in (self._generated, self._scheduled):
            if future.done() and future.exception() is None:
                return future.result()
        return self.read

    def _start(self) -> None:
        with self._starting:
            if self._thread.ident is None:
                self._thread.start()

    def _compile(self, module: Module, options: dict[str, Any]) -> None:
        if _complete(self._scheduled, lambda: scheduled(self.read, module, **options)):
            assert self._scheduled.result().views
            _complete(self._generated, lambda: generated(self._scheduled.result()))
        else:
            self._generated.set_exception(self._scheduled.exception())
        problem = self._generated.exception()
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
