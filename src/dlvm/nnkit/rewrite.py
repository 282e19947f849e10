"""The source of a staged function, rewritten so that Python's own control flow can be staged.

``if``, ``while``, ``for``, conditional expressions, ``and``, ``or``, ``not`` and chained
comparisons become calls of ``control``, around the user's code where it stands: it keeps its lines
and columns, its variables and its closure.
"""

from __future__ import annotations

import ast
import copy
import linecache
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from types import CellType, CodeType, FunctionType, SimpleNamespace
from typing import Any, TypeVar, cast

from dlvm.nnkit import control
from dlvm.nnkit.control import RESULT, Site
from dlvm.nnkit.liveness import Liveness, assignments, names_in, walk_scope
from dlvm.nnkit.locations import Span

_HELPERS = "__dlvm__"
_FACTORY = "__dlvm_factory__"
_FUTURE_FLAGS = 0x1FF0000
N = TypeVar("N", bound=ast.AST)


def rewritten(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its control flow stageable; as it is where it has none, or no source."""
    if not isinstance(function, FunctionType):
        return function
    code = function.__code__
    node = find_function(code)
    if node is None or not _has_control_flow(node):
        return function
    sites: list[Site] = []
    made = _Rewriter(code.co_filename, sites).function(copy.deepcopy(node))
    made.decorator_list, made.returns = [], None
    made.args.defaults, made.args.kw_defaults = [], [None] * len(made.args.kwonlyargs)
    for argument in ast.walk(made.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    # Free variables stay free: the code is compiled inside a function that has them as parameters.
    free = (_HELPERS, *(n for n in code.co_freevars if n != _HELPERS))
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
    module = compile(tree, code.co_filename, "exec", flags, dont_inherit=True)
    inner = _code_named(_code_named(module, _FACTORY), made.name)
    helpers = SimpleNamespace(sites=sites, **{n: getattr(control, n) for n in _CONTROL})
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    cells[_HELPERS] = CellType(helpers)
    result = FunctionType(
        inner.replace(co_qualname=code.co_qualname),
        function.__globals__,
        function.__name__,
        function.__defaults__,
        tuple(cells[n] for n in inner.co_freevars),
    )
    result.__kwdefaults__ = function.__kwdefaults__
    return result


_CONTROL = ("If", "While", "For", "iterable", "choose", "both", "either", "negation")


def _code_named(code: CodeType, name: str) -> CodeType:
    return next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)


@cache
def _functions(filename: str, text: str) -> dict[tuple[int, str], ast.FunctionDef]:
    del filename  # Two files with the same text share nothing but this table.
    try:
        tree = ast.parse(text)
    except SyntaxError:  # Not the text that the function was made from.
        return {}
    return {
        (min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.name): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def find_function(code: CodeType) -> ast.FunctionDef | None:
    """The definition that compiled code comes from, or None where its source is not at hand."""
    lines = linecache.getlines(code.co_filename)
    table = _functions(code.co_filename, "".join(lines))
    return table.get((code.co_firstlineno, code.co_name))


def span_of(node: ast.AST) -> Span:
    """The range of source that a node comes from."""
    known = cast(Any, node)
    return Span(known.lineno, known.col_offset, known.end_lineno, known.end_col_offset)


def _has_control_flow(node: ast.FunctionDef) -> bool:
    kinds = (ast.If, ast.While, ast.For, ast.IfExp, ast.BoolOp, ast.Compare, ast.Not)
    found = False
    for inner in ast.walk(node):
        if isinstance(inner, ast.Yield | ast.YieldFrom | ast.Await):
            return False
        found |= isinstance(inner, kinds)
    return found


def _at(node: N, place: ast.AST) -> N:
    """The new node and what is new below it, put at the place of one of the user's."""
    for inner in ast.walk(node):
        if "lineno" in inner._attributes and not hasattr(inner, "lineno"):
            ast.copy_location(inner, place)
    return node


def _name(name: str, context: ast.expr_context | None = None) -> ast.Name:
    return ast.Name(name, context or ast.Load())


def _call(function: ast.expr, *arguments: ast.expr) -> ast.Call:
    return ast.Call(function, list(arguments), [])


def _method(name: str, method: str, *arguments: ast.expr) -> ast.Call:
    return _call(ast.Attribute(_name(name), method, ast.Load()), *arguments)


def _locals() -> ast.expr:
    return _call(_name("locals"))


def _thunk(body: ast.expr) -> ast.Lambda:
    empty = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(empty, body)


class _Rewriter(ast.NodeTransformer):
    def __init__(self, filename: str, sites: list[Site]) -> None:
        self.filename = filename
        self.sites = sites
        self.liveness: Liveness
        self.fresh = 0

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """The function with its own control flow and that of nested ones rewritten."""
        outer = getattr(self, "liveness", None)
        node.body = _single_return(node.body)
        self.liveness = Liveness(node)
        node.body = self._statements(node.body)
        if outer is not None:
            self.liveness = outer
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list = [cast(ast.expr, self.visit(d)) for d in node.decorator_list]
        return self.function(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def _statements(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in statements:
            made = cast("ast.stmt | list[ast.stmt]", self.visit(statement))
            result.extend(made if isinstance(made, list) else [made])
        return result

    def _variable(self) -> str:
        self.fresh += 1
        return f"__dlvm_{self.fresh}"

    def _site(
        self, node: ast.stmt, body: Sequence[ast.stmt], live: set[str], targets: set[str]
    ) -> tuple[ast.expr, list[str]]:
        """The expression for what is known about a statement, and all the variables it assigns."""
        found = assignments(body)
        assigned = [n for n in found if n not in targets and not n.startswith(_HELPERS)]
        names = tuple(n for n in assigned if n in live)
        temporary = tuple(n for n in assigned if n not in live)
        head = node.test if isinstance(node, ast.If | ast.While) else node
        self.sites.append(
            Site(
                self.filename,
                span_of(head.iter if isinstance(head, ast.For) else head),
                names,
                temporary,
                {n: span_of(found[n]) for n in assigned if hasattr(found[n], "lineno")},
                _escape(body),
            )
        )
        sites = ast.Attribute(_name(_HELPERS), "sites", ast.Load())
        number = ast.Constant(len(self.sites) - 1)
        return ast.Subscript(sites, number, ast.Load()), [*names, *temporary]

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        branch = self._variable()
        site, variables = self._site(
            node, [*node.body, *node.orelse], self.liveness.after[node], set()
        )
        test = cast(ast.expr, self.visit(node.test))
        made: list[ast.stmt] = [
            _create(branch, "If", site, test, _locals()),
            ast.If(_method(branch, "then"), self._statements(node.body), []),
            _when_staged(branch, _rebind(branch, "switch", variables, _locals())),
            ast.If(_method(branch, "otherwise"), self._statements(node.orelse) or [ast.Pass()], []),
            _when_staged(branch, _rebind(branch, "join", variables, _locals())),
        ]
        return [_at(m, node.test) for m in made]

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        loop = self._variable()
        site, variables = self._site(node, node.body, self.liveness.at_head[node], set())
        test = cast(ast.expr, self.visit(node.test))
        again = _method(loop, "check", copy.deepcopy(test))
        made: list[ast.stmt] = [
            _create(loop, "While", site),
            ast.While(
                ast.BoolOp(
                    ast.And(),
                    [
                        ast.Attribute(_name(loop), "open", ast.Load()),
                        _method(loop, "test", _method(loop, "mark"), test, _locals()),
                    ],
                ),
                [
                    _when_staged(loop, _rebind(loop, "carried", variables), ast.Expr(again)),
                    *self._statements(node.body),
                    _when_staged(loop, ast.Expr(_method(loop, "next", _locals()))),
                ],
                # A staged loop always comes to its ``else``.
                [
                    _when_staged(loop, _rebind(loop, "carried", variables)),
                    *self._statements(node.orelse),
                ],
            ),
        ]
        return [_at(m, node.test) for m in made]

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        loop = self._variable()
        targets = names_in(node.target)
        site, variables = self._site(node, node.body, self.liveness.at_head[node], targets)
        over = cast(ast.expr, self.visit(node.iter))
        match over:
            case ast.Call(func=ast.Name(id="range"), keywords=[]):
                over = ast.copy_location(_method(_HELPERS, "iterable", over.func, *over.args), over)
            case _:
                pass
        made: list[ast.stmt] = [
            _create(loop, "For", site, over, _locals()),
            ast.For(
                node.target,
                _method(loop, "items"),
                [
                    _when_staged(loop, _rebind(loop, "carried", variables)),
                    *self._statements(node.body),
                    _when_staged(loop, ast.Expr(_method(loop, "next", _locals()))),
                ],
                [
                    _when_staged(
                        loop,
                        _rebind(loop, "carried", variables),
                        *(
                            _assign(t, _method(loop, "unassigned", ast.Constant(t)))
                            for t in sorted(targets)
                        ),
                    ),
                    *self._statements(node.orelse),
                ],
            ),
        ]
        return [_at(m, node.iter) for m in made]

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        binds = _binds(node)
        self.generic_visit(node)
        if binds:
            return node
        return _at(
            _method(_HELPERS, "choose", node.test, _thunk(node.body), _thunk(node.orelse)), node
        )

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        binds = _binds(node)
        self.generic_visit(node)
        if binds:
            return node
        helper = "both" if isinstance(node.op, ast.And) else "either"
        result = node.values[-1]
        for value in reversed(node.values[:-1]):
            result = _method(_HELPERS, helper, value, _thunk(result))
        return _at(result, node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Not):
            return node
        return _at(_method(_HELPERS, "negation", node.operand), node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        binds = _binds(node)
        self.generic_visit(node)
        if len(node.ops) == 1 or binds:
            return node
        # a < b < c is a < (t := b) and t < c
        left, links = node.left, list[ast.expr]()
        for position, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            following: ast.expr = right
            if position < len(node.ops) - 1:
                variable = self._variable()
                right = ast.NamedExpr(_name(variable, ast.Store()), right)
                following = _name(variable)
            links.append(ast.Compare(left, [operator], [right]))
            left = following
        result = links[-1]
        for link in reversed(links[:-1]):
            result = _method(_HELPERS, "both", link, _thunk(result))
        return _at(result, node)


def _create(variable: str, kind: str, *arguments: ast.expr) -> ast.stmt:
    return _assign(variable, _method(_HELPERS, kind, *arguments))


def _assign(variable: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([_name(variable, ast.Store())], value)


def _rebind(owner: str, method: str, variables: Sequence[str], *arguments: ast.expr) -> ast.stmt:
    value = _method(owner, method, *arguments)
    if not variables:
        return ast.Expr(value)
    targets: list[ast.expr] = [_name(v, ast.Store()) for v in variables]
    return ast.Assign([ast.Tuple(targets, ast.Store())], value)


def _when_staged(owner: str, *statements: ast.stmt) -> ast.stmt:
    return ast.If(ast.Attribute(_name(owner), "staged", ast.Load()), list(statements), [])


def _binds(node: ast.AST) -> bool:
    """Whether an expression assigns variables, which a nested function can not do for it."""
    return any(isinstance(n, ast.NamedExpr) for n in walk_scope(ast.iter_child_nodes(node)))


def _escape(body: Sequence[ast.stmt]) -> tuple[str, Span] | None:
    """The first statement by which control leaves the body elsewhere than at its end."""
    kinds: dict[type[ast.AST], str] = {
        ast.Return: "return",
        ast.Raise: "raise",
        ast.Break: "break",
        ast.Continue: "continue",
    }
    for node in walk_scope(body):
        kind = kinds.get(type(node))
        if kind is None or (kind in ("break", "continue") and _inside_loop(node, body)):
            continue
        return kind, span_of(node)
    return None


def _inside_loop(node: ast.AST, body: Sequence[ast.stmt]) -> bool:
    loops = (n for n in walk_scope(body) if isinstance(n, ast.For | ast.While))
    return any(node in ast.walk(inner) for loop in loops for inner in loop.body)


def _single_return(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body of a function with ``return`` in branches turned into an assignment, and one
    ``return`` at its end; as it is where a branch only returns sometimes."""
    if not any(isinstance(s, ast.If) and _returns(s) for s in body):
        return body
    made = _returning(copy.deepcopy(body))
    if made is None:
        return body
    return [*made, _at(ast.Return(_name(RESULT)), body[-1])]


def _returning(body: Sequence[ast.stmt]) -> list[ast.stmt] | None:
    """The statements at the end of a function, with the result assigned on every way."""
    for position, statement in enumerate(body):
        before, rest = body[:position], body[position + 1 :]
        if isinstance(statement, ast.Return):
            value = statement.value or ast.Constant(None)
            return [*before, _at(_assign(RESULT, value), statement)]
        if isinstance(statement, ast.If) and _returns(statement):
            if _always_returns(statement.body):
                then, otherwise = _returning(statement.body), _returning([*statement.orelse, *rest])
            elif _always_returns(statement.orelse):
                then, otherwise = _returning([*statement.body, *rest]), _returning(statement.orelse)
            else:
                return None
            if then is None or otherwise is None:
                return None
            statement.body, statement.orelse = then, otherwise
            return [*before, statement]
        if isinstance(statement, ast.Raise):
            return list(body)
    end = _assign(RESULT, ast.Constant(None))
    return [*body, _at(end, body[-1]) if body else end]


def _returns(statement: ast.If) -> bool:
    """Whether there is a ``return`` in a branch, or in a branch of a branch."""
    return any(
        isinstance(s, ast.Return) or (isinstance(s, ast.If) and _returns(s))
        for s in (*statement.body, *statement.orelse)
    )


def _always_returns(body: Sequence[ast.stmt]) -> bool:
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _always_returns(last.body) and _always_returns(last.orelse)
    return isinstance(last, ast.Return | ast.Raise)
