"""The state of ``tel repl``: a program, and the values of the names bound so far."""

from __future__ import annotations

import linecache
from itertools import count
from typing import Any

import numpy as np

from dlvm.diagnostics import Source, error
from dlvm.ir.types import element_type_of
from dlvm.tel import syntax
from dlvm.tel.checker import check
from dlvm.tel.expressions import Expressions, ExpressionScope, python_name
from dlvm.tel.loading import load_program
from dlvm.tel.parser import parse_line
from dlvm.tel.types import TelTensor, ValueType
from dlvm.tel.values import CheckedExpression

_numbers = count()


class Session:
    """Evaluates lines, each an expression or ``name = expression``."""

    def __init__(self, source: Source) -> None:
        self.loaded = load_program(check(source))
        self.values: dict[str, tuple[ValueType, Any]] = {}

    def evaluate(self, line: str) -> Any:
        """The value of an expression, or None for a binding. Raises :class:`DiagnosticError`."""
        statement = parse_line(Source("<repl>", line))
        if isinstance(statement, syntax.RecurrentExpression):
            raise error("write recurrent in a function of a file", statement.location)
        names = statement.names if isinstance(statement, syntax.Binding) else ()
        if len(names) > 1:
            raise error("a line binds one name", names[1].location)
        expression = statement.value if isinstance(statement, syntax.Binding) else statement
        known = {n: CheckedExpression(type, python_name(n)) for n, (type, _) in self.values.items()}
        scope = ExpressionScope(self.loaded.program.declared, known, {}, frozenset())
        value = Expressions(scope).value(expression)
        if not isinstance(value.type, TelTensor):
            raise error("expected a tensor as the value of a line", expression.location)
        element = {"int": "i64", "float": "f32"}.get(value.type.element, value.type.element)
        scope.write(f"return _as({value.code}, {element!r})")
        file = f"<dlvm_tel_line_{next(_numbers)}>"
        parameters = ", ".join(map(python_name, self.values))
        body = "\n".join(line for line, _ in scope.lines)
        text = f"@_k.staged\ndef _line({parameters}):\n{body}\n"
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
        namespace = dict(self.loaded.namespace)
        exec(compile(text, file, "exec"), namespace)
        found = np.asarray(namespace["_line"](*(array for _, array in self.values.values())))
        stored = element_type_of(found.dtype)
        assert stored is not None
        if not names:
            return found
        self.values[names[0].name] = (TelTensor(stored.value, found.shape), found)
        return None
