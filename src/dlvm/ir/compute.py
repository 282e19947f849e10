"""Compute definitions and schedules."""

from __future__ import annotations

from dlvm.ir.values import Value


class Definition(Value):
    """A compute definition."""

    body: object


class Schedule:
    """A schedule."""
