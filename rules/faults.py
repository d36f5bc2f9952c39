"""Faults: what is wrong, or worth a note, about an action of a recorded game."""

from __future__ import annotations

from typing import NamedTuple

from .plays import CheckerMoves


class Fault(NamedTuple):
    """What is wrong, or worth a note, about one action: `severity` is "error", "note" or "inferred"."""

    code: str
    law: str
    facts: dict[str, object]
    severity: str = "error"
    legal: tuple[CheckerMoves, ...] = ()
