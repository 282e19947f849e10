"""Assignments and liveness of the variables of a Python function."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

Functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def walk_scope(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes and all their descendants, without the bodies of nested functions and classes."""
    pending = list(nodes)[::-1]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _NESTED):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))


def assignments(nodes: Iterable[ast.AST]) -> dict[str, ast.AST]:
    """The assigned variables, in order of appearance, with the location of the last assignment."""
    found: dict[str, ast.AST] = {}
    for node in walk_scope(nodes):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found[name] = node
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found[name] = node
            case (
                ast.ClassDef(name=name)
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                found[name] = node
            case ast.ExceptHandler(name=str(name)):
                found[name] = node
            case ast.alias():
                found[(node.asname or node.name).split(".")[0]] = node
            case _:
                pass
    # The variables of a comprehension are local to it.
    for node in walk_scope(nodes):
        if isinstance(node, ast.comprehension):
            for name in names_in(node.target):
                found.pop(name, None)
    return found


def names_in(target: ast.AST) -> set[str]:
    """The variables that an assignment to the target binds."""
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}


def _loads(*nodes: ast.AST | None) -> set[str]:
    found: set[str] = set()
    for node in walk_scope(n for n in nodes if n is not None):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, _NESTED):
            found |= {
                n.id for n in ast.walk(node) if isinstance(n, ast.Name)
            }  # A nested function may read them from its definition on.
    return found


class _Targets(NamedTuple):
    repeat: set[str]
    leave: set[str]


class VariableLiveness:
    """Live variables: variables that may be read before they are assigned again."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.after: dict[ast.stmt, set[str]] = {}
        """The live variables after each statement."""
        self.at_head: dict[ast.stmt, set[str]] = {}
        """The live variables before each iteration of a loop."""
        # A nested function may be called at any time after its definition.
        self._always: set[str] = set()
        self.globals: set[str] = set()
        """The variables that are declared global: they are not variables of the function."""
        nonlocals: set[str] = set()
        for node in walk_scope(function.body):
            if isinstance(node, _NESTED):
                self._always |= _loads(node)
            elif isinstance(node, ast.Global):
                self.globals.update(node.names)
            elif isinstance(node, ast.Nonlocal):
                nonlocals.update(node.names)
        self._always |= nonlocals
        self.declared = self.globals | nonlocals
        """The variables that are declared global or nonlocal."""
        self.shared = self._always | self.globals
        """The variables that other functions may use, too."""
        self._block(function.body, set(), None)

    def _block(
        self, statements: Sequence[ast.stmt], live: set[str], loop: _Targets | None
    ) -> set[str]:
        for statement in reversed(statements):
            known = self.after.setdefault(statement, set(self._always))
            known |= live
            live = self._before(statement, live, loop)
        return live

    def _before(self, node: ast.stmt, live: set[str], loop: _Targets | None) -> set[str]:
        match node:
            case ast.If():
                return (
                    _loads(node.test)
                    | self._block(node.body, live, loop)
                    | self._block(node.orelse, live, loop)
                )
            case ast.While():
                return self._loop(node, _loads(node.test), set(), live, loop)
            case ast.For() | ast.AsyncFor():
                head = self._loop(node, set(), names_in(node.target), live, loop)
                return head | _loads(node.iter)
            case ast.Return() | ast.Raise():
                return _loads(node)
            case ast.Break() if loop is not None:
                return set(loop.leave)
            case ast.Continue() if loop is not None:
                return set(loop.repeat)
            case ast.With() | ast.AsyncWith():
                bound = assignments(node.items).keys()
                return _loads(*node.items) | (self._block(node.body, live, loop) - bound)
            case ast.Try():
                # Control may reach a handler from anywhere in the body.
                inside = live | _loads(node)
                for body in (node.body, node.orelse, node.finalbody):
                    self._block(body, inside, loop)
                for handler in node.handlers:
                    self._block(handler.body, inside, loop)
                return inside
            case ast.Match():
                found = _loads(node.subject) | live
                for case in node.cases:
                    inside = self._block(case.body, live, loop) | _loads(case.guard)
                    found |= (inside - assignments([case.pattern]).keys()) | _loads(case.pattern)
                return found
            case _:
                return (live - assignments([node]).keys()) | _loads(node)

    def _loop(
        self,
        node: ast.While | ast.For | ast.AsyncFor,
        tested: set[str],
        bound: set[str],
        live: set[str],
        outer: _Targets | None,
    ) -> set[str]:
        behind = live | self._block(node.orelse, live, outer)
        head = behind | tested
        for _ in range(2):  # The second iteration starts with the live variables of the first.
            head |= self._block(node.body, head, _Targets(head, live)) - bound
        self.at_head[node] = self.at_head.get(node, set(self._always)) | head
        return head
