"""Parses and prints schedules."""

from __future__ import annotations

from collections.abc import Iterator

from dlvm.ir.schedules import DIRECTIVES, Directive, Schedule
from dlvm.text.parser_base import suggestion
from dlvm.text.scope import Scope


def read_schedule(p: Scope, limit: int) -> Schedule:
    """Reads a schedule from the name of its definition to its closing brace, which is before
    ``limit`` or missing."""
    first = p.at
    name = p.name("global", "the name of a compute definition, @name")
    location = p.span(first)
    p.expect("for", "'for' and a device")
    device = p.take("word", "a device")
    opening = p.at
    p.expect("{")
    directives: list[Directive] = []
    p.read_lines(lambda: directives.append(_read_directive(p)), opening, limit, "schedule")
    return Schedule(name, device, tuple(directives), location=location)


def _read_directive(p: Scope) -> Directive:
    first = p.at
    keyword = p.take("word", "a directive")
    form = DIRECTIVES.get(keyword)
    if form is None:
        known = f", expected one of {', '.join(DIRECTIVES)}"
        near = suggestion(keyword, DIRECTIVES) or known
        raise p.error(f"there is no directive '{keyword}'{near}", first)
    if form.subject == "tensor":
        subject = p.name("local", "a tensor, %name")
    else:
        subject = p.take("word", "a variable")
    subjects = [subject]
    if form.joint is not None:
        p.expect(form.joint, f"'{form.joint}' and {'a variable' if form.count else 'variables'}")
        subjects.append(p.take("word", "a variable"))
        while form.count is None and p.accept(","):
            subjects.append(p.take("word", "a variable"))
    elif p.kind == ",":
        raise p.error(f"expected one variable, got ',': {keyword} applies to one loop", None)
    number: int | None = None
    if form.limit is not None:
        p.expect("by", "'by' and a number")
        number = p.natural("a number of at least 1")
    return Directive(keyword, tuple(subjects), number, location=p.span(first))


def schedule_lines(schedule: Schedule) -> Iterator[str]:
    """The lines of a schedule, one for each directive."""
    yield from map(directive_text, schedule.directives)


def directive_text(directive: Directive) -> str:
    """The text of a directive."""
    form = DIRECTIVES.get(directive.keyword)
    first, *variables = directive.subjects or ("",)
    sigil = "%" if form is not None and form.subject == "tensor" else ""
    text = f"{directive.keyword} {sigil}{first}"
    if variables:
        joint = form.joint if form is not None else None
        text += f" {joint} " if joint not in (None, ",") else ", "
        text += ", ".join(variables)
    return text + (f" by {directive.number}" if directive.number is not None else "")
