"""What the records attached to a match say about a score; a record with a fault speaks against any."""

from typing import Any

from matches.models import Match, Transcript
from matches.results import Result
from matches.states import Ending
from rules.errors import Refusal


def refuse_contradiction(match: Match, result: Result) -> None:
    """Raise `record_contradicts` when a record of this match has a fault or ends in another score."""
    if result.ending != Ending.PLAYED:
        return
    against = contradicting(match, result.white_score, result.black_score)
    if against is not None:
        raise contradiction(against, result.white_score, result.black_score)


def contradicting(match: Match, white_score: int, black_score: int) -> Transcript | None:
    """The first record of this match that speaks against the score, if any."""
    records = match.transcripts.defer("text", "verdict")
    return next((record for record in records if says(record, white_score, black_score) is False), None)


def says(record: Transcript, white_score: int, black_score: int) -> bool | None:
    """Whether a record bears a score out: no with a fault or another end, None when it does not end."""
    if record.fault:
        return False
    if record.white_score is None:
        return None
    return (record.white_score, record.black_score) == (white_score, black_score)


def contradiction(record: Transcript, white_score: int, black_score: int) -> Refusal:
    """The refusal a contradicting record causes, with the law and the place of its first fault."""
    fault: dict[str, Any] = record.fault
    return Refusal(
        "record_contradicts",
        fault.get("law") or "match.score",
        record=record.name,
        game=fault.get("game", 0),
        action=fault.get("action", 0),
        side=fault.get("side", ""),
        finding=fault.get("code", ""),
        played=fault.get("played", ""),
        legal=fault.get("legal", []),
        record_score=[record.white_score, record.black_score],
        white_score=white_score,
        black_score=black_score,
    )


def weigh(match: Match, result: Result) -> None:
    """Store with every record whether it bears this result out."""
    for record in match.transcripts.defer("text", "verdict"):
        agrees = (
            says(record, result.white_score, result.black_score) if result.ending == Ending.PLAYED else None
        )
        if agrees is not record.agrees:
            match.transcripts.filter(pk=record.pk).update(agrees=agrees)
