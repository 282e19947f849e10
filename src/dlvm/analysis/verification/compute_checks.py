"""Checks compute definitions and schedules."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Final

from dlvm.diagnostics import Location, quantity
from dlvm.ir.compute import (
    Affine,
    Body,
    Call,
    Check,
    Constant,
    Definition,
    Draw,
    Expression,
    Guard,
    Index,
    IndexValue,
    Range,
    Read,
    Reduction,
    Statement,
    is_size,
)
from dlvm.ir.compute_rules import call_element, select_element
from dlvm.ir.declaration import TypeRuleError
from dlvm.ir.instructions.shape import check_operator
from dlvm.ir.polynomial import Polynomial, Size, size_of
from dlvm.ir.schedules import DIRECTIVES, Directive, DirectiveForm, Schedule
from dlvm.ir.types import (
    BOOL,
    I64,
    INDEX,
    U32,
    Dim,
    ElementType,
    Symbol,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.wellformed import NAME, literal_problem, tensor_problem
from dlvm.text.expression_syntax import affine_text
from dlvm.text.parser_base import suggestion

Report = Callable[[str, Location | None], None]
"""Reports an error at a location, or for the definition or schedule as a whole."""

DEVICES: Final = ("cpu",)
_MAX_COPIES: Final = 1024
"""The maximum number of copies of a body that a schedule may request."""
_LARGEST: Final = 2**63 - 1


def check_definition(definition: Definition, report: Report) -> None:
    """Reports all errors of a definition."""
    body, result = definition.body, definition.type.result.canonical
    parameters = [p.canonical for p in definition.type.parameters]
    results = result.elements if isinstance(result, TupleType) else (result,)
    names = body.parameters
    named = [
        (f"parameter {n}", t)
        for n, t in enumerate(parameters)
        if n >= len(names) or not is_size(names[n])
    ]
    named += [(f"result {n}", t) for n, t in enumerate(results)]
    problems = [m for what, type in named if (m := _tensor_problem(type, what)) is not None]
    for message in problems:
        report(message, None)
    if len(body.parameters) != len(parameters):
        message = f"expected {quantity(len(parameters), 'parameter')}, got {len(body.parameters)}"
        report(message, body.location)
        return
    if problems:
        return
    tensors = {
        name: parameter
        for name, parameter in zip(body.parameters, parameters, strict=True)
        if isinstance(parameter, TensorType) and not is_size(name)
    }
    for name, parameter in zip(body.parameters, parameters, strict=True):
        if is_size(name) and parameter != INDEX:
            report(f"the size {name} has type {parameter}, expected {INDEX}", body.location)
    for what, type in named:
        assert isinstance(type, TensorType)
        for dim in type.shape:
            if isinstance(dim, Symbol) and dim.name not in body.sizes:
                message = f"{what} has type {type}, but {dim} is not among the parameters"
                report(message, body.location)
    for name in _repeated(body.parameters):
        report(f"parameters must have distinct names, got %{name} twice", body.location)
    checker = _BodyChecker(definition, tensors, report)
    checker.check()
    _check_results(definition, results, checker.tensors, report)


def check_schedules(
    definitions: Sequence[Definition],
    schedules: Sequence[Schedule],
    wrong: Set[Definition],
    report: Callable[[str, Location | None, str], None],
) -> None:
    """Reports the errors of schedules. ``report`` also receives the name of the definition. The
    directives of ``wrong`` definitions are not checked."""
    known = {d.name or "": d for d in definitions}
    seen: set[str] = set()
    for schedule in schedules:
        name = schedule.definition
        definition = known.get(name)

        def fail(message: str, location: Location | None, schedule: Schedule = schedule) -> None:
            report(message, location or schedule.location, schedule.definition)

        if definition is None:
            near = suggestion(name, known, "@")
            fail(f"there is no compute definition @{name}{near}", None)
            continue
        if name in seen:
            fail(f"@{name} already has a schedule, expected one", None)
        seen.add(name)
        if schedule.device not in DEVICES:
            devices = " or ".join(DEVICES)
            fail(f"expected {devices}, got the device {schedule.device}", None)
        if definition not in wrong:
            _check_directives(definition, schedule, fail)


def check_scheduled(
    definitions: Sequence[Definition],
    schedules: Sequence[Schedule],
    report: Callable[[str, Location | None, str], None],
) -> None:
    """Reports definitions that have no schedule. ``report`` also receives the name of the
    definition."""
    named = {s.definition for s in schedules}
    for definition in definitions:
        if definition.name not in named:
            message = f"@{definition.name} has no schedule, expected one at stage schedule"
            report(message, definition.location, definition.name or "")


def _repeated(names: Iterable[str]) -> list[str]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return [name for name, count in counts.items() if count > 1]


def _tensor_problem(type: Type, what: str) -> str | None:
    if not isinstance(type, TensorType):
        return f"{what} has type {type}, expected a tensor"
    return None


def _check_results(
    definition: Definition,
    expected: Sequence[Type],
    tensors: Mapping[str, TensorType | None],
    report: Report,
) -> None:
    body = definition.body
    if len(body.results) != len(expected):
        message = f"expected {quantity(len(expected), 'result')}, got {len(body.results)}"
        report(message, body.location)
        return
    for name in _repeated(body.results):
        report(f"results must be distinct tensors, got %{name} twice", body.location)
    for name, type in zip(body.results, expected, strict=True):
        if name not in tensors or name in body.parameters:
            computed = [t for t in tensors if t not in body.parameters]
            near = suggestion(name, computed, "%")
            report(f"result %{name} is computed by no statement{near}", body.location)
        elif tensors[name] is not None and tensors[name] != type:
            report(f"result %{name} has type {tensors[name]}, expected {type}", body.location)


class _BodyChecker:
    """Checks a definition's statements. ``tensors`` has the types of the tensors that may be read
    so far, or None for unknown types."""

    def __init__(
        self, definition: Definition, parameters: Mapping[str, TensorType], report: Report
    ) -> None:
        self.body = definition.body
        self.parameters = parameters
        self.tensors: dict[str, TensorType | None] = dict(parameters)
        self.report = report

    def check(self) -> None:
        body = self.body
        for name in body.parameters:
            self._check_name(name, "" if is_size(name) else "%", body.location)
        for check in body.checks:
            self._check_check(check)
        for check in body.size_checks:
            self._check_size(check.left, check.location)
            self._check_size(check.right, check.location)
        self._check_size(body.draws, body.location)
        if isinstance(body.draws, int) and body.draws < 0:
            self.report(f"draws must be at least 0, got {body.draws}", body.location)
        if not body.statements:
            self.report("expected at least one statement, got none", body.location)
        for statement in body.statements:
            self._check_statement(statement)

    def _check_name(self, name: str, sigil: str, location: Location | None) -> None:
        if not re.fullmatch(NAME, name):
            message = f"{sigil}{name} is not a valid name, expected letters, digits, '_' and '.'"
            self.report(message, location)

    def _check_check(self, check: Check) -> None:
        type = self.parameters.get(check.parameter)
        if type is None:
            near = suggestion(check.parameter, self.parameters, "%")
            self.report(f"there is no parameter %{check.parameter}{near}", check.location)
        elif not type.element.is_integer:
            message = f"%{check.parameter} has type {type}, expected integers"
            self.report(message, check.location)
        self._check_extent(check.bound, check.location)

    def _check_extent(self, extent: Dim | Polynomial, location: Location | None) -> None:
        if isinstance(extent, Polynomial):
            self.report("expected a number or a symbol, got a product of sizes", location)
        elif isinstance(extent, Symbol):
            self._check_size(size_of(extent), location)
        elif extent < 0:
            self.report(f"expected at least 0, got {extent}", location)

    def _check_size(self, size: Size, location: Location | None) -> None:
        """Checks that a size is written with symbols of the definition."""
        known = self.body.sizes
        for name in sorted(size.symbols if isinstance(size, Polynomial) else ()):
            if name not in known:
                near = suggestion(name, known, "_")
                self.report(f"there is no size _{name} among the parameters{near}", location)

    def _check_statement(self, statement: Statement) -> None:
        target, location = statement.target, statement.location
        self._check_name(target, "%", location)
        if target in self.tensors:
            self.report(f"%{target} is already defined, expected a new name", location)
        variables = self._bind(statement.ranges, {})
        if statement.base is not None:
            # Tensors written by earlier statements may be read.
            self.tensors.setdefault(target, self.tensors.get(statement.base))
        self._check_expression(statement.value, variables, False)
        if any(isinstance(n, Reduction) for n in _inside_reductions(statement.value)):
            self.report(
                "a reduction inside a reduction or an 'if' is not supported yet, expected a "
                "separate statement for it",
                location,
            )
        type: TensorType | None = statement.type()
        if statement.indices is not None or statement.base is not None:
            type = self._check_scatter(statement, variables)
        elif (problem := tensor_problem(type)) is not None:
            self.report(problem, location)
        self.tensors.setdefault(target, type)

    def _check_scatter(
        self, statement: Statement, variables: Mapping[str, Range]
    ) -> TensorType | None:
        location = statement.location
        if statement.indices is None or statement.base is None:
            self.report("expected both 'at' and 'from', got one of them", location)
            return None
        if len(self.body.statements) > 1:
            message = (
                "a statement with 'at' must be the only one: others beside it are not supported yet"
            )
            self.report(message, location)
        if statement.value.reductions:
            self.report("a reduction is not supported yet in a statement with 'at'", location)
        base = self._find(statement.base, location)
        if base is None:
            return None
        element = statement.value.element
        if not base.rank:
            self.report(f"%{statement.base} has type {base}, expected a tensor", location)
        if element is not base.element:
            message = f"expected values of type {base.element} for {base}, got {element}"
            self.report(message, statement.value.location or location)
        if statement.by is not None:
            self._check_rule(lambda: check_operator(statement.by or "", base), location)
        name = statement.base
        self._check_indices(name, base, statement.indices, variables, False, location)
        return base

    def _bind(self, ranges: Sequence[Range], outer: Mapping[str, Range]) -> dict[str, Range]:
        """Returns the variables of ``outer`` and of new ranges, and reports duplicates."""
        variables = dict(outer)
        for loop_range in ranges:
            self._check_name(loop_range.variable, "", loop_range.location)
            self._check_extent(loop_range.extent, loop_range.location)
            if loop_range.variable in variables:
                message = f"variable {loop_range.variable} is already bound, expected a new name"
                self.report(message, loop_range.location)
            variables[loop_range.variable] = loop_range
        return variables

    def _find(self, name: str, location: Location | None) -> TensorType | None:
        if name not in self.tensors:
            near = suggestion(name, self.tensors, "%")
            self.report(f"there is no tensor %{name}{near}", location)
        return self.tensors.get(name)

    def _check_rule(self, rule: Callable[[], object], location: Location | None) -> bool:
        try:
            rule()
        except TypeRuleError as problem:
            self.report(str(problem), location)
            return False
        return True

    def _check_expression(
        self, expression: Expression, variables: Mapping[str, Range], guarded: bool
    ) -> None:
        """Checks an expression. Under a guard, the bounds of the indices are unknown."""
        location = expression.location
        match expression:
            case Constant(value, element):
                problem = literal_problem(TensorType((), element), value)
                if problem is not None:
                    self.report(problem, location)
            case IndexValue(index):
                self._check_affine(index, variables, location)
            case Read(tensor, indices, element):
                type = self._find(tensor, location)
                if type is not None:
                    self._check_element(element, type.element, location)
                    self._check_indices(tensor, type, indices, variables, guarded, location)
            case Call(operation, arguments, element):
                for argument in arguments:
                    self._check_expression(argument, variables, guarded)
                self._check_call(operation, [a.element for a in arguments], element, location)
            case Guard(condition, inner, otherwise):
                self._check_expression(condition, variables, guarded)
                self._check_expression(inner, variables, True)
                self._check_expression(otherwise, variables, guarded)
                elements = [c.element for c in expression.children]
                self._check_rule(lambda: select_element(elements), location)
            case Draw():
                self._check_draw(expression, variables, guarded)
            case Reduction(by, ranges, inner):
                if not ranges:
                    self.report("expected the variables of the reduction, got none", location)
                type = TensorType((), inner.element)
                self._check_rule(lambda: check_operator(by, type), location)
                self._check_expression(inner, self._bind(ranges, variables), guarded)
            case _:
                self.report(f"{expression!r} is not an expression of stage compute", location)

    def _check_element(
        self, found: ElementType, expected: ElementType, location: Location | None
    ) -> None:
        if found is not expected:
            self.report(f"expected element type {expected}, got {found}", location)

    def _check_call(
        self,
        operation: str,
        elements: Sequence[ElementType],
        result: ElementType,
        location: Location | None,
    ) -> None:
        if operation == "cast":
            if len(elements) != 1:
                message = f"{result}: expected 1 argument, got {len(elements)}"
                self.report(message, location)
            return
        try:
            self._check_element(result, call_element(operation, elements), location)
        except TypeRuleError as problem:
            self.report(f"{operation}: {problem}", location)

    def _check_draw(self, draw: Draw, variables: Mapping[str, Range], guarded: bool) -> None:
        if not draw.element.is_float:
            self.report(f"expected floats, got element type {draw.element}", draw.location)
        bounds = self._check_affine(draw.counter, variables, draw.location)
        if draw.key is not None:
            for part in draw.key:
                self._check_expression(part, variables, guarded)
                self._check_element(part.element, U32, part.location or draw.location)
        elif bounds is not None and not guarded and isinstance(self.body.draws, int):
            size = self.body.draws
            self._check_bounds("counter", draw.counter, bounds, size, draw.location)

    def _check_indices(
        self,
        name: str,
        type: TensorType,
        indices: Sequence[Index],
        variables: Mapping[str, Range],
        guarded: bool,
        location: Location | None,
    ) -> None:
        if len(indices) != type.rank:
            self.report(f"%{name} has rank {type.rank}, got {len(indices)} indices", location)
            return
        for index, size in zip(indices, type.shape, strict=True):
            if isinstance(index, Expression):
                self._check_expression(index, variables, guarded)
                self._check_element(index.element, I64, index.location or location)
                continue
            bounds = self._check_affine(index, variables, location)
            if bounds is not None and not guarded and isinstance(size, int):
                self._check_bounds("index", index, bounds, size, location)

    def _check_affine(
        self, affine: Affine, variables: Mapping[str, Range], location: Location | None
    ) -> tuple[int, int] | None:
        """Checks an affine index, and returns its bounds, if it has any."""
        location = affine.location or location
        for size in affine.sizes:
            self._check_size(size, location)
        low = high = affine.constant
        # Bounds of indices over sizes that are known only at run time are unknown here.
        is_known = isinstance(low, int)
        empty = any(r.extent == 0 for r in variables.values())
        for variable, coefficient in affine.terms:
            loop_range = variables.get(variable)
            if loop_range is None:
                near = suggestion(variable, variables)
                self.report(f"there is no variable {variable}{near}", location)
                return None
            if not isinstance(loop_range.extent, int) or not isinstance(coefficient, int):
                is_known = False
            elif isinstance(low, int) and isinstance(high, int):
                low += min(0, coefficient * (loop_range.extent - 1))
                high += max(0, coefficient * (loop_range.extent - 1))
        if empty or not is_known or not (isinstance(low, int) and isinstance(high, int)):
            return None
        if max(abs(low), abs(high)) > _LARGEST:
            self.report(f"{affine_text(affine)} is out of range for i64", location)
            return None
        return low, high

    def _check_bounds(
        self,
        what: str,
        affine: Affine,
        bounds: tuple[int, int],
        size: int,
        location: Location | None,
    ) -> None:
        low, high = bounds
        if low >= 0 and high < size:
            return
        found = f"goes from {low} to {high}" if low != high else f"is {low}"
        expected = f"0 to {size - 1}" if size else "none, as there are no elements"
        text = f" {affine_text(affine)}" if affine.terms else ""
        self.report(f"{what}{text} {found}, expected {expected}", affine.location or location)


def _inside_reductions(expression: Expression) -> Iterable[Expression]:
    """The subexpressions at positions for which a reduction cannot be computed beforehand."""
    for part in expression.walk():
        if isinstance(part, Reduction | Guard):
            yield from part.body.walk()


def _check_directives(definition: Definition, schedule: Schedule, report: Report) -> None:
    body = definition.body
    ranges = [r for s in body.statements for r in s.ranges]
    for statement in body.statements:
        ranges += [r for n in statement.value.reductions for r in n.ranges]
    variables = dict.fromkeys(r.variable for r in ranges)
    tensors = dict.fromkeys((*body.parameters, *(s.target for s in body.statements)))
    seen: set[tuple[str, ...]] = set()
    parallel: Directive | None = None
    for directive in schedule.directives:
        keyword, location = directive.keyword, directive.location
        form = DIRECTIVES.get(keyword)
        if form is None or not _has_form(directive, form):
            what = f"{keyword} {', '.join(directive.subjects)}"
            report(f"expected one of {', '.join(DIRECTIVES)}, got {what}", location)
            continue
        subject, *others = directive.subjects
        known, sigil = (variables, "") if form.subject == "variable" else (tensors, "%")
        if subject not in known:
            near = _level_of(subject, known) or suggestion(subject, known, sigil)
            report(f"@{definition.name} has no {form.subject} {sigil}{subject}{near}", location)
        for variable in others:
            if variable not in variables:
                near = _level_of(variable, variables) or suggestion(variable, variables)
                report(f"@{definition.name} has no variable {variable}{near}", location)
        for name in _repeated(directive.subjects[form.subject == "tensor" :]):
            report(f"{keyword} must name {name} only once", location)
        key = (keyword, *directive.subjects) if keyword == "fuse" else (keyword, subject)
        if key in seen:
            report(f"{keyword} {sigil}{subject} must appear only once", location)
        seen.add(key)
        if keyword == "parallel":
            if parallel is not None and subject != parallel.subjects[0]:
                message = (
                    f"expected one parallel variable, got {subject} after "
                    f"{parallel.subjects[0]}: threads share the iterations of one loop"
                )
                report(message, location)
            parallel = parallel or directive
        if keyword == "split" and subject not in _split_variables(body):
            message = (
                "expected a variable of the reduction that computes the only element of the "
                f"definition, got split {subject}"
            )
            report(message, location)
        _check_number(directive, form.limit, report)
    copies = math.prod(d.number or 1 for d in schedule.directives if d.keyword == "unroll")
    if copies > _MAX_COPIES:
        message = f"expected at most {_MAX_COPIES} copies of the body by unrolling, got {copies}"
        report(message, schedule.location)


def _level_of(name: str, variables: Iterable[str]) -> str:
    """The explanation for a name such as ``i.0``, if directives divide the loop over ``i``; else
    empty."""
    variable = name.partition(".")[0]
    if "." not in name or variable not in variables:
        return ""
    return f": the loops into which {variable} is divided have no names, expected {variable}"


def _has_form(directive: Directive, form: DirectiveForm) -> bool:
    """Whether a directive has the required number of subjects."""
    count = len(directive.subjects) - 1
    if form.joint is None or form.count is not None:
        return count == (form.count or 0)
    return count >= 1


def _split_variables(body: Body) -> set[str]:
    """The variables of the reduction that may be split into partial results."""
    first = body.statements[0]
    found = first.value.reductions
    is_number = all(r.extent == 1 for r in first.ranges) and first.base is None
    if len(body.statements) > 1 or len(found) != 1 or not is_number or body.draws:
        return set()
    return {r.variable for r in found[0].ranges} if found[0].element is not BOOL else set()


def _check_number(directive: Directive, limit: int | None, report: Report) -> None:
    keyword, number = directive.keyword, directive.number
    if (number is None) != (limit is None):
        report(f"{keyword} {'has no' if number is None else 'has a'} number", directive.location)
    elif number is not None and limit is not None:
        if not 1 <= number <= limit:
            report(f"{keyword} must be by 1 to {limit}, got {number}", directive.location)
        elif keyword == "vectorize" and number & (number - 1):
            message = f"vectorize must be by a power of 2, got {number}"
            report(message, directive.location)
