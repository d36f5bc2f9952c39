"""What the records attached to a match say about a score; a record with a fault speaks against any."""

from typing import Any

from matches.models import Match, Transcript
from matches.results import Result
from matches.states import Ending
from rules.errors import Refusal

Score = tuple[int, int]


def refuse_contradiction(match: Match, result: Result) -> None:
    """Raise `record_contradicts` when a record of this match has a fault or ends in another score."""
    if result.ending != Ending.PLAYED:
        return
    score = (result.white_score, result.black_score)
    against = contradicting(match, score)
    if against is not None:
        raise _contradiction(against, score)


def contradicting(match: Match, score: Score) -> Transcript | None:
    """The first record of this match that speaks against the score, if any."""
    return next((record for record in _records(match) if says(record, score) is False), None)


def says(record: Transcript, score: Score) -> bool | None:
    """Whether a record bears a score out: no with a fault or another end, None when it does not prove one.

    It proves none when it does not end, when points in it were awarded, or when it begins at another score
    than the match. Names that do not tell who is who leave both ways of reading the columns open.
    """
    if record.fault:
        return False
    if record.white_score is None or record.black_score is None:
        return None
    told = (record.white_score, record.black_score)
    is_same = told == score or (not record.names_fit and told[::-1] == score)
    return None if is_same and not record.covers_match else is_same


def weigh(match: Match, score: Score | None) -> None:
    """Store with every record whether it bears this score out (None: there is none to bear out)."""
    for record in _records(match):
        changes = _weighed(record, score)
        if any(getattr(record, name) != value for name, value in changes.items()):
            match.transcripts.filter(pk=record.pk).update(**changes)


def _weighed(record: Transcript, score: Score | None) -> dict[str, Any]:
    agrees = says(record, score) if score else None
    changes: dict[str, Any] = {"agrees": agrees}
    if agrees and score and (record.white_score, record.black_score) != score:
        changes |= {"swapped": not record.swapped, "white_score": score[0], "black_score": score[1]}
    return changes


def _records(match: Match) -> list[Transcript]:
    return list(match.transcripts.defer("text", "verdict").order_by("id"))


def _contradiction(record: Transcript, score: Score) -> Refusal:
    fault: dict[str, Any] = record.fault
    return Refusal(
        "record_contradicts",
        fault.get("law") or "record.result",
        record=record.name,
        game=fault.get("game", 0),
        action=fault.get("action", 0),
        side=fault.get("side", ""),
        finding=fault.get("code", ""),
        played=fault.get("played", ""),
        legal=fault.get("legal", []),
        record_score=[record.white_score, record.black_score],
        white_score=score[0],
        black_score=score[1],
    )
