"""Applies schedules that the user gives for the kernels of a module."""

from __future__ import annotations

from dlvm.analysis.verification.compute_checks import check_schedules
from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, Note, in_source_order
from dlvm.ir.module import Module


def apply_user_schedules(module: Module, given: Module) -> None:
    """Replaces the schedules of a module's kernels with the schedules in ``given`` for kernels of
    the same names.

    ``given`` may be a whole printed module: its functions are ignored, and its computations must
    equal the module's. Raises :class:`DiagnosticError` with every incorrect schedule.
    """
    problems: list[Diagnostic] = []

    def report(message: str, location: Location | None, name: str) -> None:
        notes = () if location is not None else (Note(f"in the schedule of @{name}"),)
        problems.append(Diagnostic(message, location, notes=notes))

    check_schedules(module.definitions, given.schedules, frozenset(), report)
    named = {s.definition for s in given.schedules}
    own = {d.name: d for d in module.definitions}
    for definition in given.definitions:
        name = definition.name or ""
        other = own.get(name)
        if name not in named or other is None:
            continue
        if (definition.type, definition.body) != (other.type, other.body):
            message = (
                f"@{name} computes something other than in the program, expected the program's "
                "computation, or only its schedule"
            )
            report(message, definition.location, name)
    if problems:
        raise DiagnosticError(in_source_order(problems))
    kept = [s for s in module.schedules if s.definition not in named]
    module.schedules[:] = [*kept, *given.schedules]
