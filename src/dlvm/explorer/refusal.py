"""Requests that the server refuses."""

from __future__ import annotations


class Refusal(Exception):
    """A request that is not answered: the status and the reason."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
