"""Rewrites Python control flow into calls of the staging runtime.

The user's code keeps its lines and columns, its variables and its closure.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, TypeVar, cast

from dlvm.diagnostics import error
from dlvm.nnkit.control_flow.branches import Site
from dlvm.nnkit.source_transform.variable_liveness import (
    VariableLiveness,
    assignments,
    names_in,
    walk_scope,
)
from dlvm.nnkit.tracing.source_locations import Span, span_location

HELPERS = "__dlvm__"
"""The variable that holds the staging runtime."""
N = TypeVar("N", bound=ast.AST)
Definition = ast.FunctionDef | ast.Lambda


def span_of(node: ast.AST) -> Span:
    """The source range of a node."""
    known = cast(Any, node)
    return Span(known.lineno, known.col_offset, known.end_lineno, known.end_col_offset)


def has_control_flow(node: Definition) -> bool:
    kinds = (
        ast.If, ast.While, ast.For, ast.IfExp, ast.BoolOp, ast.Compare, ast.Not, ast.Assert,
        ast.Match, ast.Call, ast.Try, ast.AugAssign, ast.Global, ast.Nonlocal,
    )  # fmt: skip
    return not _is_generator(node) and any(
        isinstance(n, kinds) or _is_store(n) or _is_expression(n) for n in ast.walk(node)
    )


def _is_expression(node: ast.AST) -> bool:
    """Whether a statement evaluates an expression for its effect."""
    return isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)


def _is_store(node: ast.AST) -> bool:
    """Whether an attribute or item is assigned or deleted."""
    return isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load)


def _is_generator(node: Definition) -> bool:
    kinds = (ast.Yield, ast.YieldFrom, ast.Await)
    body = node.body if isinstance(node.body, list) else [node.body]
    return any(isinstance(n, kinds) for n in walk_scope(body))


def _at(node: N, place: ast.AST) -> N:
    """Gives a new node, and the new nodes below it, the source location of a user's node."""
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


_LOCALS = _locals()


def _thunk(body: ast.expr) -> ast.Lambda:
    empty = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(empty, body)


class Rewriter(ast.NodeTransformer):
    def __init__(self, filename: str, sites: list[Site]) -> None:
        self.filename = filename
        self.sites = sites
        self.liveness: VariableLiveness
        self.fresh = 0
        self.body: str | None = None
        """The variable for the body of the function, if it has several ``return`` statements."""
        self.loop: str | None = None
        """The variable for the innermost loop."""

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Rewrites the control flow of a function and of its nested functions."""
        outer = getattr(self, "liveness", None), self.body, self.loop
        self.liveness = VariableLiveness(node)
        self.body = self._variable() if _leaves_early(node.body) else None
        body = self._statements(node.body)
        if self.body is not None:
            if not _always_leaves(node.body):
                body.append(_at(self._return(ast.Constant(None), node.body[-1]), node.body[-1]))
            handler = _handler(
                ast.Attribute(_name(HELPERS), "Unreachable", ast.Load()),
                ast.Return(_method(self.body, "result")),
            )
            made = [_create(self.body, "FunctionBody"), ast.Try(body, [handler], [], [])]
            body = [_at(m, node.body[0]) for m in made]
        node.body = body
        liveness, self.body, self.loop = outer
        if liveness is not None:
            self.liveness = liveness
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if _is_generator(node):
            return node
        node.decorator_list = [cast(ast.expr, self.visit(d)) for d in node.decorator_list]
        return self.function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def _statements(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in statements:
            made = cast("ast.stmt | list[ast.stmt]", self.visit(statement))
            result.extend(made if isinstance(made, list) else [made])
            if isinstance(statement, _LEAVING):
                break
        return result

    def _variable(self) -> str:
        self.fresh += 1
        return f"__dlvm_{self.fresh}"

    def _known(self, site: Site) -> ast.expr:
        """The expression for the static facts about a statement."""
        self.sites.append(site)
        sites = ast.Attribute(_name(HELPERS), "sites", ast.Load())
        return ast.Subscript(sites, ast.Constant(len(self.sites) - 1), ast.Load())

    def _site(
        self,
        head: ast.AST,
        body: Sequence[ast.stmt],
        live: set[str],
        targets: AbstractSet[str] = frozenset(),
        behind: tuple[Sequence[ast.stmt], AbstractSet[str]] = ((), frozenset()),
    ) -> tuple[ast.expr, Site]:
        """The static facts about a branch or loop with that body. Assigned variables count only if
        they are live later."""
        found = assignments(body)
        for name in self.liveness.globals:
            found.pop(name, None)
        assigned = [n for n in found if n not in targets]
        rest, live_behind = behind
        ending = [*found, *assignments(rest), *sorted(targets)]
        site = Site(
            self.filename,
            span_of(head),
            tuple(n for n in assigned if n in live),
            tuple(n for n in assigned if n not in live),
            tuple(dict.fromkeys(n for n in ending if n in live_behind)),
            {n: span_of(found[n]) for n in assigned if hasattr(found[n], "lineno")},
        )
        return self._known(site), site

    def _return(self, value: ast.expr, place: ast.AST) -> ast.Return:
        assert self.body is not None
        site = self._known(Site(self.filename, span_of(place)))
        return ast.Return(_method(self.body, "returned", site, value))

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if self.body is None:
            return node
        return _at(self._return(node.value or ast.Constant(None), node), node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        self.generic_visit(node)
        if self.body is not None and node.exc is not None:
            site = self._known(Site(self.filename, span_of(node)))
            node.exc = _at(_method(self.body, "raised", site, node.exc), node)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        text = ast.Constant(f"assert {ast.unparse(node.test)}")
        self.generic_visit(node)
        message = node.msg or text
        node.test = _at(_method(HELPERS, "asserted", node.test, _thunk(message)), node.test)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        is_expression = _is_expression(node)
        self.generic_visit(node)
        if is_expression:
            node.value = _at(_method(HELPERS, "discarded", node.value), node.value)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._target(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return self._target(node)

    def _target(self, node: ast.Attribute | ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if _is_store(node):
            names = [ast.Constant(node.attr)] if isinstance(node, ast.Attribute) else []
            node.value = _at(_method(HELPERS, "target", node.value, *names), node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        return self._rebinding(node, node.targets)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return self._rebinding(node, [node.target])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.target, ast.Name):
            current = ast.copy_location(_name(node.target.id), node.target)
            node.value = _at(_method(HELPERS, "augmented", current, node.value), node)
        return self._rebinding(node, [node.target])

    def _rebinding(
        self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, targets: Sequence[ast.expr]
    ) -> ast.AST:
        """Announces the assignment of variables that are declared global or nonlocal."""
        bound = {n for t in targets for n in names_in(t)} & self.liveness.declared
        if bound and node.value is not None:
            names = ast.Tuple([ast.Constant(n) for n in sorted(bound)], ast.Load())
            node.value = _at(_method(HELPERS, "rebinding", names, node.value), node)
        return node

    def visit_Break(self, node: ast.Break) -> list[ast.stmt]:
        assert self.loop is not None
        return [_at(ast.Expr(_method(self.loop, "break_", _locals())), node), node]

    def visit_Continue(self, node: ast.Continue) -> list[ast.stmt]:
        assert self.loop is not None
        return [_at(ast.Expr(_method(self.loop, "continue_", _locals())), node), node]

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        branch = self._variable()
        known, site = self._site(node.test, [*node.body, *node.orelse], self.liveness.after[node])
        variables = [*site.names, *site.temporary]
        test = cast(ast.expr, self.visit(node.test))
        made: list[ast.stmt] = [
            _create(branch, "IfStatement", known, test, _locals()),
            ast.If(_method(branch, "then"), [self._guarded(branch, node.body)], []),
            _when(branch, "staged", _rebind(branch, "switch", variables)),
        ]
        if node.orelse:
            otherwise = self._guarded(branch, node.orelse)
            made.append(ast.If(_method(branch, "otherwise"), [otherwise], []))
        made.append(_when(branch, "staged", _rebind(branch, "join", variables)))
        return [_at(m, node.test) for m in made]

    def _guarded(self, owner: str, body: Sequence[ast.stmt], *before: ast.stmt) -> ast.Try:
        """Wraps statements that control may leave, on behalf of ``owner``."""
        leaving = ast.Attribute(_name(owner), "leaving", ast.Load())
        handler = _handler(leaving, ast.Expr(_method(owner, "left")))
        return ast.Try([*before, *self._statements(body)], [handler], [], [])

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        loop, always = self._variable(), isinstance(node.test, ast.Constant) and node.test.value
        known, site = self._site(
            node.test,
            node.body,
            self.liveness.at_head[node],
            behind=(node.orelse, self.liveness.after[node]),
        )
        variables = [*site.names, *site.temporary]
        test = cast(ast.expr, self.visit(node.test))
        carried = [_rebind(loop, "carried", variables, None)]
        if always:
            more = _method(loop, "always", _method(loop, "mark"), _locals())
        else:
            more = _method(loop, "test", _method(loop, "mark"), test, _locals())
            carried.append(ast.Expr(_method(loop, "check", copy.deepcopy(test))))
        outer, self.loop = self.loop, loop
        guarded = self._guarded(loop, node.body, _when(loop, "staged", *carried))
        self.loop = outer
        if always:
            signal = self._variable()
            again = _handler(
                ast.Attribute(_name(HELPERS), "Restart", ast.Load()),
                ast.Expr(_method(loop, "restart", _name(signal))),
                *_take(loop, variables),
                ast.Continue(),
            )
            again.name = signal
            guarded.handlers.append(again)
        more = ast.BoolOp(ast.And(), [ast.Attribute(_name(loop), "open", ast.Load()), more])
        ending = [_rebind(loop, "carried", variables, None)]
        made: list[ast.stmt] = [
            _create(loop, "While", known),
            ast.While(
                more, self._iteration(loop, guarded, site), self._else(loop, node.orelse, ending)
            ),
            *self._leave(loop, site),
        ]
        return [_at(m, node.test) for m in made]

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        loop, targets = self._variable(), names_in(node.target)
        known, site = self._site(
            node.iter,
            node.body,
            self.liveness.at_head[node],
            targets,
            (node.orelse, self.liveness.after[node]),
        )
        variables = [*site.names, *site.temporary]
        over = cast(ast.expr, self.visit(node.iter))
        match over:
            case ast.Call(func=ast.Name(id="range"), keywords=[]):
                over = ast.copy_location(_method(HELPERS, "iterable", over.func, *over.args), over)
            case _:
                pass
        carried = _rebind(loop, "carried", variables, None)
        outer, self.loop = self.loop, loop
        guarded = self._guarded(loop, node.body, _when(loop, "staged", carried))
        self.loop = outer
        ending = [
            _rebind(loop, "carried", variables, None),
            *(_assign(t, _method(loop, "unassigned", ast.Constant(t))) for t in sorted(targets)),
        ]
        made: list[ast.stmt] = [
            _create(loop, "For", known, over, _locals()),
            ast.For(
                node.target,
                _method(loop, "items"),
                self._iteration(loop, guarded, site),
                self._else(loop, node.orelse, ending),
            ),
            *self._leave(loop, site),
        ]
        return [_at(m, node.iter) for m in made]

    def _iteration(self, loop: str, guarded: ast.stmt, site: Site) -> list[ast.stmt]:
        return [
            guarded,
            ast.If(_method(loop, "ended", _locals()), [ast.Break()], []),
            _when(loop, "rebound", *_take(loop, site.names)),
        ]

    def _else(
        self, loop: str, orelse: Sequence[ast.stmt], ending: Sequence[ast.stmt]
    ) -> list[ast.stmt]:
        return [self._guarded(loop, orelse, _when(loop, "staged", *ending))]

    def _leave(self, loop: str, site: Site) -> list[ast.stmt]:
        return [
            ast.Expr(_method(loop, "leave", _locals())),
            _when(loop, "rebound", *_take(loop, site.behind)),
        ]

    def visit_Try(self, node: ast.Try) -> ast.AST | list[ast.stmt]:
        kinds = [h.type or _name("BaseException") for h in node.handlers]
        self.generic_visit(node)
        if not kinds:
            return node
        statement = self._variable()
        caught = _thunk(ast.Tuple([copy.deepcopy(k) for k in kinds], ast.Load()))
        node.body = [ast.Try(node.body, [], [], [ast.Expr(_method(statement, "leave"))])]
        for handler in node.handlers:
            handler.body = [ast.Expr(_method(statement, "caught")), *handler.body]
        runtime = ast.Attribute(_name(HELPERS), "uncatchable", ast.Load())
        node.handlers = [_handler(runtime, ast.Raise()), *node.handlers]
        return [_at(m, node) for m in (_create(statement, "Try", caught), node)]

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        match = self._variable()
        known, site = self._site(node.subject, [node], self.liveness.after[node])
        variables = [*site.names, *site.temporary]
        subject = node.subject.id if isinstance(node.subject, ast.Name) else None
        narrowed = [subject] if subject is not None and subject not in variables else []
        # In a case, the subject is refined by its pattern.
        kept = self._variable()
        initial = [_assign(kept, _name(n)) for n in narrowed]
        value = cast(ast.expr, self.visit(node.subject))
        made: list[ast.stmt] = [_create(match, "MatchStatement", known, value, _locals()), *initial]
        for case in node.cases:
            names = sorted(assignments([case.pattern]))
            constants: list[ast.expr] = [ast.Constant(n) for n in names]
            pattern = self._pattern(case.pattern)
            body = list(case.body)
            before = [
                _assign(n, ast.Attribute(_name(match), "subject", ast.Load())) for n in narrowed
            ]
            if names:
                bound = ast.Attribute(_name(match), "bound", ast.Load())
                before.append(_bind(names, bound))
            guarded = self._guarded(match, body)
            if case.guard is not None:
                guard = _method(match, "guard", cast(ast.expr, self.visit(case.guard)))
                guarded.body = [ast.If(guard, guarded.body, [])]
            guarded.body = [*before, *guarded.body]
            after: list[ast.stmt] = [ast.Expr(_method(match, "finish", _locals()))]
            after += [_assign(n, _name(kept)) for n in narrowed]
            after.append(_when(match, "staged", _rebind(match, "restore", variables, None)))
            begin = _method(match, "begin", pattern, ast.Tuple(constants, ast.Load()))
            made.append(_at(ast.If(begin, [guarded, *after], []), case.pattern))
        made.append(ast.Expr(_method(match, "close")))
        made.append(_when(match, "staged", *_take(match, variables)))
        return [_at(m, node.subject) for m in made]

    def _pattern(self, node: ast.pattern) -> ast.expr:
        """The expression for a pattern."""
        return _at(self._pattern_value(node), node)

    def _pattern_value(self, node: ast.pattern) -> ast.expr:
        def helper(name: str, *arguments: ast.expr) -> ast.expr:
            return _method(HELPERS, name, *arguments)

        def several(patterns: Sequence[ast.pattern]) -> ast.expr:
            return ast.List([self._pattern(p) for p in patterns], ast.Load())

        match node:
            case ast.MatchValue():
                return helper("ValuePattern", node.value)
            case ast.MatchSingleton():
                return helper("ValuePattern", ast.Constant(node.value), ast.Constant(True))
            case ast.MatchAs():
                inner = [] if node.pattern is None else [self._pattern(node.pattern)]
                return helper("Capture", ast.Constant(node.name), *inner)
            case ast.MatchStar():
                return helper("Capture", ast.Constant(node.name))
            case ast.MatchOr():
                return helper("Either", several(node.patterns))
            case ast.MatchSequence():
                stars = [n for n, p in enumerate(node.patterns) if isinstance(p, ast.MatchStar)]
                place = ast.Constant(stars[0] if stars else None)
                return helper("Items", several(node.patterns), place)
            case ast.MatchClass():
                named: list[ast.expr] = [
                    ast.Tuple([ast.Constant(n), self._pattern(p)], ast.Load())
                    for n, p in zip(node.kwd_attrs, node.kwd_patterns, strict=True)
                ]
                return helper(
                    "ClassPattern", node.cls, several(node.patterns), ast.List(named, ast.Load())
                )
            case _:
                raise error(
                    "expected a class, sequence or value pattern, got a mapping pattern; test keys "
                    "with if",
                    span_location(self.filename, span_of(node)),
                )

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, kind], keywords=[]):
                return _at(_method(HELPERS, "is_instance", node.func, value, kind), node)
            case ast.Call(func=ast.Name(id="super" | "locals" | "range")):
                return node
            case _:
                node.func = _at(_method(HELPERS, "callee", node.func), node.func)
                return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        binds = _binds(node)
        self.generic_visit(node)
        if binds:
            return node
        return _at(
            _method(HELPERS, "choose", node.test, _thunk(node.body), _thunk(node.orelse)), node
        )

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        binds = _binds(node)
        self.generic_visit(node)
        if binds:
            return node
        helper = "both" if isinstance(node.op, ast.And) else "either"
        result = node.values[-1]
        for value in reversed(node.values[:-1]):
            result = _method(HELPERS, helper, value, _thunk(result))
        return _at(result, node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Not):
            return node
        return _at(_method(HELPERS, "negation", node.operand), node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        # In Python 3.11 its location is that of the whole string.
        value = node.value
        return ast.copy_location(self.generic_visit(node), value)

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
            result = _method(HELPERS, "both", link, _thunk(result))
        return _at(result, node)


def _create(variable: str, kind: str, *arguments: ast.expr) -> ast.stmt:
    return _assign(variable, _method(HELPERS, kind, *arguments))


def _assign(variable: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([_name(variable, ast.Store())], value)


def _rebind(
    owner: str, method: str, variables: Sequence[str], argument: ast.expr | None = _LOCALS
) -> ast.stmt:
    value = _method(owner, method, *([] if argument is None else [copy.deepcopy(argument)]))
    return _bind(variables, value) if variables else ast.Expr(value)


def _take(owner: str, variables: Sequence[str]) -> list[ast.stmt]:
    values = ast.Attribute(_name(owner), "values", ast.Load())
    return [_bind(variables, values)] if variables else []


def _bind(variables: Sequence[str], value: ast.expr) -> ast.stmt:
    targets: list[ast.expr] = [_name(v, ast.Store()) for v in variables]
    return ast.Assign([ast.Tuple(targets, ast.Store())], value)


def _when(owner: str, flag: str, *statements: ast.stmt) -> ast.stmt:
    body = list(statements) or [ast.Pass()]
    return ast.If(ast.Attribute(_name(owner), flag, ast.Load()), body, [])


def _handler(kind: ast.expr, *body: ast.stmt) -> ast.ExceptHandler:
    return ast.ExceptHandler(kind, None, list(body))


def _binds(node: ast.AST) -> bool:
    """Whether an expression assigns variables, so that it cannot move into a nested function."""
    return any(isinstance(n, ast.NamedExpr) for n in walk_scope(ast.iter_child_nodes(node)))


_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def _leaves_early(body: Sequence[ast.stmt]) -> bool:
    """Whether a function may return, or raise, before its end."""
    return any(
        isinstance(node, ast.Return | ast.Raise) and node not in body for node in walk_scope(body)
    )


def _always_leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether control never reaches the end of the statements."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _always_leaves(last.body) and _always_leaves(last.orelse)
    return isinstance(last, _LEAVING)
