"""Rewrites the source of staged functions and of the functions that they call.

Functions of libraries are not rewritten.
"""

from __future__ import annotations

import ast
import copy
import dis
import inspect
import linecache
from collections.abc import Callable
from functools import cache
from types import CellType, CodeType, FunctionType, MethodType, SimpleNamespace
from typing import Any, cast

from dlvm.diagnostics import Location
from dlvm.nnkit.control_flow import (
    branches,
    cfg_merge,
    exceptions,
    host_calls,
    loops,
    matching,
    ranges,
    side_effects,
    unused_values,
)
from dlvm.nnkit.control_flow.branches import Site
from dlvm.nnkit.control_flow.side_effects import guarded_call
from dlvm.nnkit.source_transform.ast_rewriting import Definition, Rewriter, has_control_flow
from dlvm.nnkit.source_transform.class_scope import with_class_scope
from dlvm.nnkit.source_transform.syntax_nodes import HELPERS, span_of
from dlvm.nnkit.tracing import trace
from dlvm.nnkit.tracing.source_locations import has_source, is_users, span_location
from dlvm.nnkit.tracing.trace import failure

_FACTORY = "__dlvm_factory__"
_MADE = "__dlvm_function__"
_FUTURE_FLAGS = 0x1FF0000


def rewritten(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with stageable control flow; unchanged if it has no control flow, or no
    source.
    """
    if not isinstance(function, FunctionType):
        return function
    code = function.__code__
    if HELPERS in code.co_freevars:
        return function
    made = _rewritten_code(code, code.co_filename, has_source(code))
    if made is None:
        return function
    inner, helpers = made
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    cells[HELPERS] = CellType(helpers)
    result = FunctionType(
        inner,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        tuple(cells[n] for n in inner.co_freevars),
    )
    result.__kwdefaults__ = function.__kwdefaults__
    return result


@cache
def _rewritten_code(
    code: CodeType, filename: str, is_readable: bool
) -> tuple[CodeType, SimpleNamespace] | None:
    """Rewrites the code of a function; also returns the functions it calls. Code objects of
    different files may be equal.
    """
    node = find_definition(code) if is_readable else None
    if node is None and any(i.opname == "MATCH_CLASS" for i in dis.get_instructions(code)):
        raise failure(
            f"the source of {code.co_name} cannot be read, but staging match needs it; define "
            f"{code.co_name} in a file or a notebook"
        )
    if node is None or not has_control_flow(node):
        return None
    sites: list[Site] = []
    copied = copy.deepcopy(node)
    if isinstance(copied, ast.Lambda):
        result = ast.copy_location(ast.Return(copied.body), copied.body)
        definition = ast.FunctionDef(_MADE, copied.args, [result], [])
        copied = ast.copy_location(definition, copied)
    made = Rewriter(filename, sites).function(copied)
    # In the code, the function's own name refers to the user's function.
    made.name, made.decorator_list, made.returns = _MADE, [], None
    made.args.defaults, made.args.kw_defaults = [], [None] * len(made.args.kwonlyargs)
    for argument in ast.walk(made.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    # To keep free variables free, the code is compiled inside a function that has them as
    # parameters.
    free = (HELPERS, *code.co_freevars)
    factory = ast.FunctionDef(
        name=_FACTORY,
        args=ast.arguments(
            posonlyargs=[], args=[ast.arg(n) for n in free], kwonlyargs=[], kw_defaults=[],
            defaults=[],
        ),
        body=[made],
        decorator_list=[],
    )  # fmt: skip
    tree = ast.fix_missing_locations(ast.Module([ast.copy_location(factory, node)], []))
    flags = code.co_flags & _FUTURE_FLAGS
    module = compile(tree, filename, "exec", flags, dont_inherit=True)
    inner = _code_named(_code_named(module, _FACTORY), _MADE)
    inner = inner.replace(co_name=code.co_name, co_qualname=code.co_qualname)
    return inner, SimpleNamespace(
        sites=sites, callee=callee, uncatchable=exceptions.UNCATCHABLE, **_CALLED
    )


_CALLED = {
    function.__name__: function
    for function in (
        branches.FunctionBody, branches.IfStatement, branches.choose, branches.both,
        branches.either, branches.linked, branches.ConditionalAssignments, branches.negation,
        branches.asserted, loops.While, loops.For,
        ranges.iterable, cfg_merge.Unreachable, trace.Restart, matching.MatchStatement,
        matching.Capture, matching.ValuePattern, matching.ClassPattern, matching.Either,
        matching.Items, matching.is_instance, side_effects.target, side_effects.augmented,
        side_effects.rebinding, exceptions.Try, unused_values.discarded,
    )
}  # fmt: skip


def callee(function: Any) -> Any:
    """The function that staged code calls: rewritten if it is the user's, otherwise guarded.
    ``len`` returns sizes of dynamic axes, too."""
    if function is len:
        return loops.staged_length
    known = host_calls.host_call(function)
    if known is not None:
        return known
    made = _rewritten_callee(function)
    return guarded_call(function) if made is function else made


BODY = "dlvm_body"
"""The attribute in which a function that runs at once outside of staged functions has the function
that staged code calls in its place."""


def _rewritten_callee(function: Any) -> Any:
    if isinstance(function, MethodType):
        function = MethodType(_body_of(function.__func__), function.__self__)
    function = _body_of(function)
    if isinstance(function, FunctionType):
        return rewritten(function) if is_users(function.__code__.co_filename) else function
    if isinstance(function, MethodType):
        inner = function.__func__
        if isinstance(inner, FunctionType) and is_users(inner.__code__.co_filename):
            return MethodType(rewritten(inner), function.__self__)
        return function
    call = _body_of(getattr(cast("type[Any]", type(function)), _CALL, None))
    if isinstance(call, FunctionType) and is_users(call.__code__.co_filename):
        return MethodType(rewritten(call), function)
    return function


def _body_of(function: Any) -> Any:
    return vars(function).get(BODY, function) if isinstance(function, FunctionType) else function


_CALL = "__call__"


def _code_named(code: CodeType, name: str) -> CodeType:
    return next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)


@cache
def _definitions(filename: str, text: str) -> dict[tuple[int, str], list[Definition]]:
    del filename  # Two files with the same text share only this table.
    try:
        tree = ast.parse(text)
    except SyntaxError:  # The source changed after the function was compiled.
        return {}
    found: dict[tuple[int, str], list[Definition]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            line = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            found.setdefault((line, node.name), []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault((node.lineno, "<lambda>"), []).append(node)
    with_class_scope(tree)
    return found


def find_definition(code: CodeType) -> Definition | None:
    """The definition of a code object, or None if its source is not available."""
    if not has_source(code):
        return None
    lines = linecache.getlines(code.co_filename)
    table = _definitions(code.co_filename, "".join(lines))
    found = table.get((code.co_firstlineno, code.co_name), [])
    if code.co_name != "<lambda>":
        return found[0] if found else None
    # Of the lambdas that begin on a line, choose the smallest that contains all of the code.
    places = [
        (line, column)
        for line, _, column, end in code.co_positions()
        if line is not None and column is not None and end != column
    ]
    spans = [(span_of(node.body), node) for node in found if isinstance(node, ast.Lambda)]
    fitting = [
        (s.end_line - s.line, s.end_column - s.column, node)
        for s, node in spans
        if all((s.line, s.column) <= p < (s.end_line, s.end_column) for p in places)
    ]
    return min(fitting, key=lambda f: f[:2])[2] if fitting else None


def find_function(code: CodeType) -> ast.FunctionDef | None:
    """The ``def`` of a code object, or None if its source is not available."""
    found = find_definition(code)
    return found if isinstance(found, ast.FunctionDef) else None


def definition_location(body: Callable[..., Any]) -> Location | None:
    """The line that defines a function; None if its source is not known."""
    code = getattr(inspect.unwrap(body), "__code__", None)
    node = None if code is None else find_function(code)
    if code is None or node is None:
        return None
    location = span_location(code.co_filename, span_of(node))
    return location and location.source.line_location(node.lineno)


def return_location(body: Callable[..., Any]) -> Location | None:
    """The expression that a function returns; None unless exactly one ``return`` has a value."""
    code = getattr(inspect.unwrap(body), "__code__", None)
    node = None if code is None else find_function(code)
    if code is None or node is None:
        return None
    returns = [n for n in ast.walk(node) if isinstance(n, ast.Return) and n.value is not None]
    if len(returns) != 1:
        return None
    return span_location(code.co_filename, span_of(cast(ast.expr, returns[0].value)))
