"""Gradients of staged functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import EllipsisType
from typing import Any, Literal, ParamSpec, TypeVar, cast, overload

from dlvm.analysis.gradients import gradient_type
from dlvm.diagnostics import DiagnosticError, Location
from dlvm.ir import Function, GradientDeclaration
from dlvm.ir.types import TensorType, Type
from dlvm.nnkit.locations import user_location
from dlvm.nnkit.staged import Specialization, StagedFunction
from dlvm.nnkit.staging import Program, failure
from dlvm.nnkit.structs import is_struct
from dlvm.nnkit.structure import Node, Structure, leaf_paths

P = ParamSpec("P")
R = TypeVar("R")
Arguments = int | str | tuple[int | str, ...]
Results = int | tuple[int, ...] | EllipsisType


@overload
def gradient(
    of: StagedFunction[P, Any],
    wrt: Arguments | None = None,
    *,
    keeping: Results = (),
    source: int | None = None,
    seedable: Literal[False] = False,
) -> StagedFunction[P, tuple[Any, ...]]: ...
@overload
def gradient(
    of: StagedFunction[P, Any],
    wrt: Arguments | None = None,
    *,
    keeping: Results = (),
    source: int | None = None,
    seedable: bool,
) -> StagedFunction[..., tuple[Any, ...]]: ...
def gradient(
    of: StagedFunction[P, Any],
    wrt: Arguments | None = None,
    *,
    keeping: Results = (),
    source: int | None = None,
    seedable: bool = False,
) -> StagedFunction[..., tuple[Any, ...]]:
    """The gradient of a staged function, itself a staged function of the same arguments.

    ``wrt`` names the arguments, by position or name, to differentiate with respect to (without it
    all of floats); ``source`` is the position of the result that is differentiated, where there
    are several; ``keeping`` says which results of the function are given as well (``...`` for all).
    With ``seedable`` there is one more argument, the incoming gradient.

    The result is a tuple: the gradients, each of its argument's type, then what is kept. Raises
    :class:`DiagnosticError` for arguments and results that do not exist or have no gradient.
    """
    if not isinstance(cast(object, of), StagedFunction):
        raise failure(
            f"gradient of {getattr(of, '__name__', of)!s} found, expected a staged function; "
            "decorate it with @staged"
        )
    kept = keeping if isinstance(keeping, tuple | EllipsisType) else (keeping,)
    arguments = wrt if isinstance(wrt, tuple) or wrt is None else (wrt,)
    key = (arguments, kept, source, seedable)
    if key not in of.derived:
        positions = None if arguments is None else tuple(_position(of, a) for a in arguments)
        of.derived[key] = _Gradient(of, positions, kept, source, seedable, user_location())
    return of.derived[key]


def value_and_gradient(of: StagedFunction[P, R], wrt: Arguments = 0) -> Callable[P, tuple[R, Any]]:
    """A function that gives the result of a staged function and its gradient with respect to an
    argument (or the tuple of its gradients, where ``wrt`` is a tuple)."""
    differentiated = gradient(of, wrt, keeping=..., source=None)
    count = len(wrt) if isinstance(wrt, tuple) else 1

    def both(*args: P.args, **kwargs: P.kwargs) -> tuple[R, Any]:
        found = differentiated(*args, **kwargs)
        gradients, kept = found[:count], found[count:]
        value = kept[0] if len(kept) == 1 else kept
        return cast(R, value), gradients if isinstance(wrt, tuple) else gradients[0]

    return both


def _position(of: StagedFunction[..., Any], argument: int | str) -> int:
    names = list(of.signature.parameters)
    if argument in names:
        return names.index(argument)
    if isinstance(argument, int) and -len(names) <= argument < len(names):
        return argument % len(names)
    raise failure(
        f"gradient wrt {argument!r} of {of.name} found, expected one of its arguments: "
        f"{', '.join(names) or 'it has none'}"
    )


class _Gradient(StagedFunction[..., tuple[Any, ...]]):
    def __init__(
        self,
        of: StagedFunction[..., Any],
        wrt: tuple[int, ...] | None,
        keeping: tuple[int, ...] | EllipsisType,
        source: int | None,
        seedable: bool,
        location: Location | None,
    ) -> None:
        signature = of.signature.replace(return_annotation=inspect.Signature.empty)
        if seedable:
            seed = inspect.Parameter("seed", inspect.Parameter.POSITIONAL_OR_KEYWORD)
            signature = signature.replace(parameters=[*of.signature.parameters.values(), seed])
        super().__init__(cast(Any, of), of.options, signature, f"{of.name}.gradient")
        self.of = of
        self.wrt = wrt
        self.keeping = keeping
        self.source = source
        self.seedable = seedable
        self.location = location

    def build(
        self, program: Program, structures: tuple[Structure, ...], types: tuple[Type, ...]
    ) -> Specialization:
        count = len(self.of.signature.parameters)
        own = structures[:count]
        own_types = types[: sum(s.count for s in own)]
        wrt = self._arguments(own, own_types)
        original = self.of.specialize(program, own, own_types)
        results, kept = original.result, self._kept(original.result)
        declaration = GradientDeclaration(
            original.function,
            None if self.source is None else self._result(results, self.source)[0],
            tuple(sum(bool(s.count) for s in own[:i]) for i in wrt),
            tuple(place for place, _ in kept),
            self.seedable,
            location=self.location,
        )
        if self.source is None and len(_results(results)) > 1:
            names = ", ".join(map(str, range(len(_results(results)))))
            raise self._failure(
                f"gradient of {self.of.name} with several results found, expected source, one of "
                f"{names}, to say which is differentiated"
            )
        type = gradient_type(declaration)
        found = self.parameter_types(program, structures, types)
        if found != type.parameters:
            raise self._failure(
                f"seed has type {found[-1]}, expected {type.parameters[-1]}, the type of the "
                "result that is differentiated"
            )
        function = Function(
            program.module.unique_name(self.name), type, ("internal",), declaration, self.location
        )
        program.module.add_function(function)
        parts = [own[i] for i in wrt] + [structure for _, structure in kept]
        return Specialization(function, Node(tuple, tuple(parts)))

    def _failure(self, message: str) -> DiagnosticError:
        return failure(message)

    def _arguments(
        self, structures: tuple[Structure, ...], types: tuple[Type, ...]
    ) -> tuple[int, ...]:
        """The positions of the arguments to differentiate with respect to."""
        rest = iter(types)
        own = [[cast(TensorType, next(rest)) for _ in range(s.count)] for s in structures]
        if self.wrt is None:
            floats = [bool(ts) and all(t.element.is_float for t in ts) for ts in own]
            found = tuple(i for i, is_float in enumerate(floats) if is_float)
            if not found:
                raise failure(f"gradient of {self.of.name} without arguments of floats found, "
                              "expected at least one")  # fmt: skip
            return found
        names = list(self.of.signature.parameters)
        for position in self.wrt:
            paths = leaf_paths(structures[position], names[position])
            for path, type in zip(paths, own[position], strict=True):
                if not type.element.is_float:
                    raise failure(
                        f"gradient wrt {path} of type {type} found, expected floats; make what is "
                        "not differentiated an argument of its own"
                    )
            if not own[position]:
                raise failure(f"gradient wrt {names[position]} found, which is known while "
                              "staging, expected a tensor")  # fmt: skip
        return self.wrt

    def _result(self, structure: Structure, position: int) -> tuple[int, Structure]:
        results = _results(structure)
        if not 0 <= position < len(results) or not results[position].count:
            names = ", ".join(str(i) for i, r in enumerate(results) if r.count)
            raise failure(
                f"result {position} of {self.of.name} found, expected one of {names or 'none'}"
            )
        return sum(bool(r.count) for r in results[:position]), results[position]

    def _kept(self, structure: Structure) -> list[tuple[int, Structure]]:
        wanted = (
            range(len(_results(structure)))
            if isinstance(self.keeping, EllipsisType)
            else self.keeping
        )
        return [self._result(structure, position) for position in wanted]


def _results(structure: Structure) -> tuple[Structure, ...]:
    """The results of a function: the elements of a tuple, or the only one."""
    if isinstance(structure, Node) and not is_struct(structure.kind):
        return structure.children
    return (structure,)
