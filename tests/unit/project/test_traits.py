"""What analyses ask about an instruction is a trait of its declaration, not a list of classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import INSTRUCTIONS, instructions_with
from tests.support.paths import ROOT

SOURCES = ROOT / "src" / "dlvm"
ROOTS_OF_RULES = {"transforms/algebra/sinking.py: _CARRIERS"}
"""The instructions at which a rewrite rule is tried: the rule decides more."""


def is_class(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "op"
    )


def lists(tree: ast.Module) -> Iterator[str]:
    """The names of the module's lists, tuples and sets of instruction classes."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value):
                pass
            case _:
                continue
        if isinstance(value, ast.Call) and len(value.args) == 1:
            value = value.args[0]
        if isinstance(value, ast.Tuple | ast.List | ast.Set) and any(map(is_class, value.elts)):
            yield name


def test_no_module_lists_instruction_classes() -> None:
    found = {
        f"{file.relative_to(SOURCES).as_posix()}: {name}"
        for file in SOURCES.rglob("*.py")
        for name in lists(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert found == ROOTS_OF_RULES


@pytest.mark.parametrize("trait", Trait)
def test_each_trait_is_declared_and_asked_for(trait: Trait) -> None:
    assert instructions_with(trait)
    asked = f"Trait.{trait.name}"
    declarations = SOURCES / "ir" / "instructions"
    assert any(
        asked in file.read_text(encoding="utf-8")
        for file in SOURCES.rglob("*.py")
        if not file.is_relative_to(declarations)
    )


def test_traits_that_follow_from_others() -> None:
    for cls in INSTRUCTIONS.values():
        for narrow, wide in (
            (Trait.AFFINE_MOVEMENT, Trait.SINGLE_SOURCE),
            (Trait.RESHAPE, Trait.AFFINE_MOVEMENT),
            (Trait.SINGLE_SOURCE, Trait.MOVEMENT),
            (Trait.HEAP, Trait.MEMORY),
            (Trait.ALLOCATION, Trait.MEMORY),
            (Trait.TRANSCENDENTAL, Trait.ELEMENTWISE),
            (Trait.EXACT, Trait.ELEMENTWISE),
        ):
            assert narrow not in cls.traits or wide in cls.traits, cls.mnemonic
