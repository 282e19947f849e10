"""The program of a staged function, as a module and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, ParamSpec, overload

from dlvm.ir import Module
from dlvm.nnkit.staging.lowered import Lowered

P = ParamSpec("P")


class Inspection(Generic[P]):
    """Methods that show the program for given arguments."""

    if TYPE_CHECKING:

        def lower(self, *args: Any, **kwargs: Any) -> Lowered:
            """The program for these arguments, not yet compiled."""
            ...

    @overload
    def module(self, *args: P.args, **kwargs: P.kwargs) -> Module: ...
    @overload
    def module(self, *args: Any, **kwargs: Any) -> Module: ...
    def module(self, *args: Any, **kwargs: Any) -> Module:
        """The module of the function, traced for these arguments."""
        return self.lower(*args, **kwargs).module

    @overload
    def ir(self, *args: P.args, **kwargs: P.kwargs) -> str: ...
    @overload
    def ir(self, *args: Any, **kwargs: Any) -> str: ...
    def ir(self, *args: Any, **kwargs: Any) -> str:
        """The text of the function's module, traced for these arguments."""
        return str(self.lower(*args, **kwargs))

    @overload
    def stage(self, stage: str, /, *args: P.args, **kwargs: P.kwargs) -> str: ...
    @overload
    def stage(self, stage: str, /, *args: Any, **kwargs: Any) -> str: ...
    def stage(self, stage: str, /, *args: Any, **kwargs: Any) -> str:
        """The text of the program for these arguments at a stage of compilation: ``raw``,
        ``optimizable``, ``compute``, ``schedule``, ``llvm`` or ``asm``."""
        return self.lower(*args, **kwargs).at(stage)
