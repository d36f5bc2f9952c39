"""Faults: what is wrong, or worth a note, about an action of a recorded game."""

from __future__ import annotations

from typing import NamedTuple

from .plays import CheckerMoves


class Fault(NamedTuple):
    """What is wrong, or worth a note, about one action.

    `code` says what, with `facts` as its context; `law` is the key of the rule. `severity` is "error", "note"
    or "inferred". `legal` are the legal plays of the roll if the play is at fault.
    """

    code: str
    law: str
    facts: dict[str, object]
    severity: str = "error"
    legal: tuple[CheckerMoves, ...] = ()
