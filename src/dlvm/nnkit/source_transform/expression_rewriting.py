"""Rewrites expressions into calls of the staging runtime.

Parts of an expression that may not run become functions of their own.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from dlvm.nnkit.source_transform.syntax_nodes import (
    HELPERS,
    at,
    call_method,
    function_of,
    load,
    store,
    strings,
)
from dlvm.nnkit.source_transform.variable_liveness import VariableLiveness, walk_scope


def is_store(node: ast.AST) -> bool:
    """Whether an attribute or item is assigned or deleted."""
    return isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load)


class ExpressionRewriter(ast.NodeTransformer):
    """Rewrites the expressions of a function."""

    def __init__(self) -> None:
        self.liveness: VariableLiveness
        self.fresh = 0

    def variable(self) -> str:
        """The name of a new variable."""
        self.fresh += 1
        return f"__dlvm_{self.fresh}"

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._target(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return self._target(node)

    def _target(self, node: ast.Attribute | ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if is_store(node):
            attribute = [ast.Constant(node.attr)] if isinstance(node, ast.Attribute) else []
            node.value = at(call_method(HELPERS, "target", node.value, *attribute), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, kind], keywords=[]):
                return at(call_method(HELPERS, "is_instance", node.func, value, kind), node)
            case ast.Call(func=ast.Name(id="super" | "locals" | "range")):
                return node
            case _:
                node.func = at(call_method(HELPERS, "callee", node.func), node.func)
                return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        bound = self._bound(node.body, node.orelse)
        self.generic_visit(node)
        if bound is None:
            return node
        parts = [_part(node.body, bound), _part(node.orelse, bound)]
        return at(self._choice("choose", [node.test, *parts], bound), node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        bound = [self._bound(*node.values[place:]) for place in range(1, len(node.values))]
        self.generic_visit(node)
        helper = "both" if isinstance(node.op, ast.And) else "either"
        result = node.values[-1]
        for value, assigned in zip(node.values[-2::-1], bound[::-1], strict=True):
            if assigned is None:
                return node
            result = self._choice(helper, [value, _part(result, assigned)], assigned)
        return at(result, node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Not):
            return node
        return at(call_method(HELPERS, "negation", node.operand), node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        # In Python 3.11 its location is that of the whole string.
        value = node.value
        return ast.copy_location(self.generic_visit(node), value)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        bound = [self._bound(*node.comparators[n:]) for n in range(1, len(node.ops))]
        self.generic_visit(node)
        if len(node.ops) == 1 or None in bound:
            return node
        # a < b < c is both(a < b, b < c), where b is computed once.
        *variables, last = [self.variable() for _ in node.ops]
        left = load(variables[-1])
        result: ast.expr = ast.Compare(left, [node.ops[-1]], [node.comparators[-1]])
        for place, assigned in reversed([*enumerate(bound)]):
            first = node.left if place == 0 else load(variables[place - 1])
            operands = [load(last), load(variables[place])]
            link = ast.Compare(operands[0], [node.ops[place]], [operands[1]])
            test = function_of([last, variables[place]], link)
            rest = _part(result, assigned or (), variables[place])
            given = [first, node.comparators[place], test, rest]
            result = self._choice("linked", given, assigned or ())
        return at(result, node)

    def _bound(self, *parts: ast.expr) -> tuple[str, ...] | None:
        """The variables that ``:=`` assigns in parts that may not run; None if other functions use
        one, so that the parts cannot be functions of their own."""
        found = [n.target.id for n in walk_scope(parts) if isinstance(n, ast.NamedExpr)]
        return None if self.liveness.shared & set(found) else tuple(dict.fromkeys(found))

    def _choice(self, helper: str, given: Sequence[ast.expr], bound: Sequence[str]) -> ast.expr:
        """A call of a helper that may skip some of its arguments, which assign the variables
        ``bound``."""
        if not bound:
            return call_method(HELPERS, helper, *given)
        reads = [function_of([], load(n)) for n in bound]
        known = call_method(HELPERS, "ConditionalAssignments", strings(bound), *reads)
        result = self.variable()
        made = ast.NamedExpr(store(result), call_method(HELPERS, helper, *given, known))

        def item(place: int) -> ast.expr:
            return ast.Subscript(load(result), ast.Constant(place), ast.Load())

        assigned = [ast.NamedExpr(store(n), item(place)) for place, n in enumerate(bound, 1)]
        every = ast.Tuple([made, *assigned, item(0)], ast.Load())
        return ast.Subscript(every, ast.Constant(-1), ast.Load())


def _part(body: ast.expr, bound: Sequence[str], *parameters: str) -> ast.expr:
    """A function for a part that may not run: of the variables that the part may assign, it returns
    the value of the part and the new values of these variables."""
    result = ast.Tuple([body, *map(load, bound)], ast.Load()) if bound else body
    return function_of([*parameters, *bound], result)
