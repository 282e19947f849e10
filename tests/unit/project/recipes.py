"""Captions in the documentation: which file a code block creates or changes."""

from __future__ import annotations

import re
from dataclasses import dataclass

EDIT = re.compile(
    r"^(?:(Create|Append to) `([^`]+)`|In `([^`]+)`, (after|replace) `([^`]+)`(?: by)?):\n"
    r"```\w+\n(.*?)^```\n",
    re.MULTILINE | re.DOTALL,
)
"""A caption, and the code block that follows it."""


@dataclass(frozen=True)
class Edit:
    """One change: ``verb`` is Create, Append, after or replace; the last two name a line."""

    verb: str
    path: str
    line: str
    text: str

    @staticmethod
    def of(match: re.Match[str]) -> Edit:
        """The change that a caption describes."""
        first, file, other, verb, line, text = match.groups()
        return Edit((first or verb).split()[0], file or other, line or "", text)
