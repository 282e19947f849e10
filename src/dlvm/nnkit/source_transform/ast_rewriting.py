"""Rewrites Python control flow into calls of the staging runtime.

The user's code keeps its lines and columns, its variables and its closure.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import cast

from dlvm.diagnostics import error
from dlvm.nnkit.control_flow.branches import Site
from dlvm.nnkit.source_transform.expression_rewriting import ExpressionRewriter, is_store
from dlvm.nnkit.source_transform.syntax_nodes import (
    HELPERS,
    assign,
    at,
    bind,
    call_method,
    except_clause,
    function_of,
    load,
    local_variables,
    span_of,
    strings,
)
from dlvm.nnkit.source_transform.variable_liveness import (
    VariableLiveness,
    assignments,
    names_in,
    walk_scope,
)
from dlvm.nnkit.tracing.source_locations import span_location

Definition = ast.FunctionDef | ast.Lambda
_LOCALS = local_variables()


def has_control_flow(node: Definition) -> bool:
    kinds = (
        ast.If, ast.While, ast.For, ast.IfExp, ast.BoolOp, ast.Compare, ast.Not, ast.Assert,
        ast.Match, ast.Call, ast.Try, ast.AugAssign, ast.Global, ast.Nonlocal,
    )  # fmt: skip
    return not _is_generator(node) and any(
        isinstance(n, kinds) or is_store(n) or _is_expression(n) for n in ast.walk(node)
    )


def _is_expression(node: ast.AST) -> bool:
    """Whether a statement evaluates an expression for its effect."""
    return isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)


def _is_generator(node: Definition) -> bool:
    kinds = (ast.Yield, ast.YieldFrom, ast.Await)
    body = node.body if isinstance(node.body, list) else [node.body]
    return any(isinstance(n, kinds) for n in walk_scope(body))


class Rewriter(ExpressionRewriter):
    """Rewrites the statements and expressions of a function."""

    def __init__(self, filename: str, sites: list[Site]) -> None:
        super().__init__()
        self.filename = filename
        self.sites = sites
        self.body: str | None = None
        """The variable for the body of the function, if it has several ``return`` statements."""
        self.loop: str | None = None
        """The variable for the innermost loop."""

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Rewrites the control flow of a function and of its nested functions."""
        outer = getattr(self, "liveness", None), self.body, self.loop
        self.liveness = VariableLiveness(node)
        self.body = self.variable() if _leaves_early(node.body) else None
        body = self._statements(node.body)
        if self.body is not None:
            if not _always_leaves(node.body):
                body.append(at(self._return(ast.Constant(None), node.body[-1]), node.body[-1]))
            handler = except_clause(
                ast.Attribute(load(HELPERS), "Unreachable", ast.Load()),
                ast.Return(call_method(self.body, "result")),
            )
            made = [_create(self.body, "FunctionBody"), ast.Try(body, [handler], [], [])]
            body = [at(m, node.body[0]) for m in made]
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

    def _known(self, site: Site) -> ast.expr:
        """The expression for the static facts about a statement."""
        self.sites.append(site)
        sites = ast.Attribute(load(HELPERS), "sites", ast.Load())
        return ast.Subscript(sites, ast.Constant(len(self.sites) - 1), ast.Load())

    def _site(
        self,
        head: ast.AST,
        body: Sequence[ast.AST],
        live: set[str],
        targets: AbstractSet[str] = frozenset(),
        behind: tuple[Sequence[ast.stmt], AbstractSet[str]] = ((), frozenset()),
        tested: Iterable[str] = (),
    ) -> tuple[ast.expr, Site]:
        """The static facts about a branch or loop with a given body. Assigned variables count only
        if they are live later."""
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
            tuple(tested),
        )
        return self._known(site), site

    def _return(self, value: ast.expr, place: ast.AST) -> ast.Return:
        assert self.body is not None
        site = self._known(Site(self.filename, span_of(place)))
        return ast.Return(call_method(self.body, "returned", site, value))

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if self.body is None:
            return node
        return at(self._return(node.value or ast.Constant(None), node), node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        self.generic_visit(node)
        if self.body is not None and node.exc is not None:
            site = self._known(Site(self.filename, span_of(node)))
            node.exc = at(call_method(self.body, "raised", site, node.exc), node)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        text = ast.Constant(f"assert {ast.unparse(node.test)}")
        self.generic_visit(node)
        message = node.msg or text
        node.test = at(
            call_method(HELPERS, "asserted", node.test, function_of([], message)), node.test
        )
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        is_expression = _is_expression(node)
        self.generic_visit(node)
        if is_expression:
            node.value = at(call_method(HELPERS, "discarded", node.value), node.value)
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
            current = ast.copy_location(load(node.target.id), node.target)
            node.value = at(call_method(HELPERS, "augmented", current, node.value), node)
        return self._rebinding(node, [node.target])

    def _rebinding(
        self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, targets: Sequence[ast.expr]
    ) -> ast.AST:
        """Announces the assignment of variables that are declared global or nonlocal."""
        bound = {n for t in targets for n in names_in(t)} & self.liveness.declared
        if bound and node.value is not None:
            announced = call_method(HELPERS, "rebinding", strings(sorted(bound)), node.value)
            node.value = at(announced, node)
        return node

    def visit_Break(self, node: ast.Break) -> list[ast.stmt]:
        assert self.loop is not None
        return [at(ast.Expr(call_method(self.loop, "break_", local_variables())), node), node]

    def visit_Continue(self, node: ast.Continue) -> list[ast.stmt]:
        assert self.loop is not None
        return [at(ast.Expr(call_method(self.loop, "continue_", local_variables())), node), node]

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        branch = self.variable()
        known, site = self._site(node.test, [*node.body, *node.orelse], self.liveness.after[node])
        variables = [*site.names, *site.temporary]
        test = cast(ast.expr, self.visit(node.test))
        made: list[ast.stmt] = [
            _create(branch, "IfStatement", known, test, local_variables()),
            ast.If(call_method(branch, "then"), [self._guarded(branch, node.body)], []),
            _when(branch, "staged", _rebind(branch, "switch", variables)),
        ]
        if node.orelse:
            otherwise = self._guarded(branch, node.orelse)
            made.append(ast.If(call_method(branch, "otherwise"), [otherwise], []))
        made.append(_when(branch, "staged", _rebind(branch, "join", variables)))
        return [at(m, node.test) for m in made]

    def _guarded(self, owner: str, body: Sequence[ast.stmt], *before: ast.stmt) -> ast.Try:
        """Wraps statements that control may leave, on behalf of ``owner``."""
        leaving = ast.Attribute(load(owner), "leaving", ast.Load())
        handler = except_clause(leaving, ast.Expr(call_method(owner, "left")))
        return ast.Try([*before, *self._statements(body)], [handler], [], [])

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        loop, always = self.variable(), isinstance(node.test, ast.Constant) and node.test.value
        known, site = self._site(
            node.test,
            [node.test, *node.body],
            self.liveness.at_head[node],
            behind=(node.orelse, self.liveness.after[node]),
            tested=assignments([node.test]),
        )
        variables = [*site.names, *site.temporary]
        test = cast(ast.expr, self.visit(node.test))
        carried = [_rebind(loop, "carried", variables, None)]
        mark = call_method(loop, "mark", local_variables())
        if always:
            more = call_method(loop, "always", mark)
        else:
            more = call_method(loop, "test", mark, test)
            check = call_method(loop, "check", copy.deepcopy(test), local_variables())
            carried.append(ast.Expr(check))
        outer, self.loop = self.loop, loop
        guarded = self._guarded(loop, node.body, _when(loop, "staged", *carried))
        self.loop = outer
        if always:
            signal = self.variable()
            again = except_clause(
                ast.Attribute(load(HELPERS), "Restart", ast.Load()),
                ast.Expr(call_method(loop, "restart", load(signal))),
                *_take(loop, variables),
                ast.Continue(),
            )
            again.name = signal
            guarded.handlers.append(again)
        more = ast.BoolOp(ast.And(), [ast.Attribute(load(loop), "open", ast.Load()), more])
        ending = [_rebind(loop, "carried", variables, None)]
        made: list[ast.stmt] = [
            _create(loop, "While", known),
            ast.While(
                more, self._iteration(loop, guarded, site), self._else(loop, node.orelse, ending)
            ),
            *self._leave(loop, site),
        ]
        return [at(m, node.test) for m in made]

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        loop, targets = self.variable(), names_in(node.target)
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
                over = ast.copy_location(
                    call_method(HELPERS, "iterable", over.func, *over.args), over
                )
            case _:
                pass
        carried = _rebind(loop, "carried", variables, None)
        outer, self.loop = self.loop, loop
        guarded = self._guarded(loop, node.body, _when(loop, "staged", carried))
        self.loop = outer
        ending = [
            _rebind(loop, "carried", variables, None),
            *(assign(t, call_method(loop, "unassigned", ast.Constant(t))) for t in sorted(targets)),
        ]
        made: list[ast.stmt] = [
            _create(loop, "For", known, over, local_variables()),
            ast.For(
                node.target,
                call_method(loop, "items"),
                self._iteration(loop, guarded, site),
                self._else(loop, node.orelse, ending),
            ),
            *self._leave(loop, site),
        ]
        return [at(m, node.iter) for m in made]

    def _iteration(self, loop: str, guarded: ast.stmt, site: Site) -> list[ast.stmt]:
        return [
            guarded,
            ast.If(call_method(loop, "ended", local_variables()), [ast.Break()], []),
            _when(loop, "rebound", *_take(loop, site.names)),
        ]

    def _else(
        self, loop: str, orelse: Sequence[ast.stmt], ending: Sequence[ast.stmt]
    ) -> list[ast.stmt]:
        return [self._guarded(loop, orelse, _when(loop, "staged", *ending))]

    def _leave(self, loop: str, site: Site) -> list[ast.stmt]:
        return [
            ast.Expr(call_method(loop, "leave", local_variables())),
            _when(loop, "rebound", *_take(loop, site.behind)),
        ]

    def visit_Try(self, node: ast.Try) -> ast.AST | list[ast.stmt]:
        kinds = [h.type or load("BaseException") for h in node.handlers]
        self.generic_visit(node)
        if not kinds:
            return node
        statement = self.variable()
        caught = function_of([], ast.Tuple([copy.deepcopy(k) for k in kinds], ast.Load()))
        node.body = [ast.Try(node.body, [], [], [ast.Expr(call_method(statement, "leave"))])]
        for handler in node.handlers:
            handler.body = [ast.Expr(call_method(statement, "caught")), *handler.body]
        runtime = ast.Attribute(load(HELPERS), "uncatchable", ast.Load())
        node.handlers = [except_clause(runtime, ast.Raise()), *node.handlers]
        return [at(m, node) for m in (_create(statement, "Try", caught), node)]

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        match = self.variable()
        known, site = self._site(node.subject, [node], self.liveness.after[node])
        variables = [*site.names, *site.temporary]
        subject = node.subject.id if isinstance(node.subject, ast.Name) else None
        narrowed = [subject] if subject is not None and subject not in variables else []
        # In a case, the subject is refined by its pattern.
        kept = self.variable()
        initial = [assign(kept, load(n)) for n in narrowed]
        value = cast(ast.expr, self.visit(node.subject))
        made: list[ast.stmt] = [
            _create(match, "MatchStatement", known, value, local_variables()),
            *initial,
        ]
        for case in node.cases:
            names = sorted(assignments([case.pattern]))
            pattern = self._pattern(case.pattern)
            body = list(case.body)
            before = [
                assign(n, ast.Attribute(load(match), "subject", ast.Load())) for n in narrowed
            ]
            if names:
                bound = ast.Attribute(load(match), "bound", ast.Load())
                before.append(bind(names, bound))
            guarded = self._guarded(match, body)
            if case.guard is not None:
                guard = call_method(match, "guard", cast(ast.expr, self.visit(case.guard)))
                guarded.body = [ast.If(guard, guarded.body, [])]
            guarded.body = [*before, *guarded.body]
            after: list[ast.stmt] = [ast.Expr(call_method(match, "finish", local_variables()))]
            after += [assign(n, load(kept)) for n in narrowed]
            after.append(_when(match, "staged", _rebind(match, "restore", variables, None)))
            begin = call_method(match, "begin", pattern, strings(names))
            made.append(at(ast.If(begin, [guarded, *after], []), case.pattern))
        made.append(ast.Expr(call_method(match, "close")))
        made.append(_when(match, "staged", *_take(match, variables)))
        return [at(m, node.subject) for m in made]

    def _pattern(self, node: ast.pattern) -> ast.expr:
        """The expression for a pattern."""
        return at(self._pattern_value(node), node)

    def _pattern_value(self, node: ast.pattern) -> ast.expr:
        def helper(name: str, *arguments: ast.expr) -> ast.expr:
            return call_method(HELPERS, name, *arguments)

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


def _create(variable: str, kind: str, *arguments: ast.expr) -> ast.stmt:
    return assign(variable, call_method(HELPERS, kind, *arguments))


def _rebind(
    owner: str, method: str, variables: Sequence[str], argument: ast.expr | None = _LOCALS
) -> ast.stmt:
    value = call_method(owner, method, *([] if argument is None else [copy.deepcopy(argument)]))
    return bind(variables, value) if variables else ast.Expr(value)


def _take(owner: str, variables: Sequence[str]) -> list[ast.stmt]:
    values = ast.Attribute(load(owner), "values", ast.Load())
    return [bind(variables, values)] if variables else []


def _when(owner: str, flag: str, *statements: ast.stmt) -> ast.stmt:
    body = list(statements) or [ast.Pass()]
    return ast.If(ast.Attribute(load(owner), flag, ast.Load()), body, [])


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
