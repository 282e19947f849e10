"""What a directive may name."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class DirectiveRule:
    """The variables or tensors that a directive may name in loops of a structure, and the reason
    why it may name no others."""

    subjects: Collection[str]
    why: str = ""


NOTHING: Final = DirectiveRule(())
"""The rule of loops that do not support a directive."""
