"""Decisions of the desk, written down one after the other."""

from matches.models import Match, Ruling, User
from matches.results import Result
from matches.states import Decision


def add(
    match: Match, kind: Decision, *, result: Result, by: User | None, reason: str = "", law: str = ""
) -> Ruling:
    """Add one decision of the desk to a locked match."""
    return Ruling.objects.create(
        match=match,
        number=match.rulings.count() + 1,
        kind=kind.value,
        by=by,
        law=law,
        reason=reason.strip(),
        white_score=result.white_score,
        black_score=result.black_score,
        winner=result.winner,
    )


def actor(by: User | None) -> str:
    """The name under which an official's act appears; the house itself has none."""
    return by.get_username() if by is not None else ""
