"""Makes explicit what Python takes from the class around a method: the full names of private
variables and attributes, and the arguments of ``super()``.

A method can then be compiled outside of its class.
"""

from __future__ import annotations

import ast
from typing import TypeVar, cast

from dlvm.nnkit.source_transform.syntax_nodes import at, load

N = TypeVar("N", bound=ast.AST)
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_NAMES: dict[type[ast.AST], str] = {
    ast.Name: "id",
    ast.Attribute: "attr",
    ast.arg: "arg",
    ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name",
    ast.ClassDef: "name",
    ast.ExceptHandler: "name",
    ast.MatchAs: "name",
    ast.MatchStar: "name",
}
"""The fields of nodes that hold a name that may be private."""


def with_class_scope(tree: N) -> N:
    """Makes the private names and the arguments of ``super()`` in a tree explicit, in place;
    returns the tree."""
    return cast(N, _ClassScope().visit(tree))


class _ClassScope(ast.NodeTransformer):
    def __init__(self) -> None:
        self.owner: str | None = None
        """The name of the innermost class, without underscores in front."""
        self.first: str | None = None
        """The first parameter of the innermost function."""

    def visit(self, node: ast.AST) -> ast.AST:
        owner, first = self.owner, self.first
        field = _NAMES.get(type(node))
        if field is not None:
            setattr(node, field, self._full(getattr(node, field)))
        if isinstance(node, ast.ClassDef):
            for part in (*node.bases, *node.keywords, *node.decorator_list):
                self.visit(part)  # They are outside of the class.
            self.owner, self.first = node.name.lstrip("_"), None
        elif isinstance(node, _Function):
            parameters = [*node.args.posonlyargs, *node.args.args]
            self.first = parameters[0].arg if parameters else None
        elif isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [self._full(n) or n for n in node.names]
        self.generic_visit(node)
        self.owner, self.first = owner, first
        match node:
            case ast.Call(func=ast.Name(id="super"), args=[], keywords=[]) if owner and first:
                node.args = [at(load(n), node) for n in ("__class__", self._full(first) or first)]
            case _:
                pass
        return node

    def _full(self, name: str | None) -> str | None:
        is_private = name is not None and name.startswith("__") and not name.endswith("__")
        return f"_{self.owner}{name}" if self.owner and is_private else name
