"""Matches that end otherwise than at the board: walk-overs, forfeits, retirements, and awards of the desk."""

from django.db import transaction

from matches import results
from matches.actors import Actor, username_of
from matches.models import Match
from matches.queries import sheets
from matches.results import Result
from matches.services import decisions, rows, settling
from matches.services.guards import require_current_version, require_official, require_status
from matches.states import BEFORE_THE_END, Decision, Ending, Status


def walk_over(
    *,
    match: Match,
    winner: str | None,
    by: Actor,
    reason: str = "",
    key: str = "",
    version: int | None = None,
) -> Match:
    """One side did not come (`winner` is the other), or neither (`winner` None). Never rated."""
    ending = Ending.WALKOVER if winner else Ending.DOUBLE_WALKOVER
    return _award_at_score(match, winner or "", ending, by=by, reason=reason, key=key, version=version)


def forfeit(
    *,
    match: Match,
    winner: str,
    by: Actor,
    reason: str = "",
    key: str = "",
    version: int | None = None,
) -> Match:
    """One side lost its right to play on, for instance by penalty points. Never rated."""
    return _award_at_score(match, winner, Ending.FORFEIT, by=by, reason=reason, key=key, version=version)


def retire(
    *,
    match: Match,
    winner: str,
    by: Actor,
    reason: str = "",
    key: str = "",
    version: int | None = None,
) -> Match:
    """One side gave the match up after it had begun; the score stays where it stood. Never rated."""
    return _award_at_score(match, winner, Ending.RETIRED, by=by, reason=reason, key=key, version=version)


@transaction.atomic
def award(
    *,
    match: Match,
    white_score: int,
    black_score: int,
    winner: str,
    ending: str,
    by: Actor,
    reason: str = "",
    version: int | None = None,
) -> Match:
    """Give a match the result the desk says, of any ending, from every state but void.

    A settled match is settled again; giving the result that stands already changes nothing.
    """
    match = rows.lock_match(match)
    require_official(by, match.desk)
    require_current_version(match, version)
    result = results.make_result(match.length, (white_score, black_score), winner, ending)
    return _award_result(match, result, by=by, reason=reason, key="")


@transaction.atomic
def _award_at_score(
    match: Match,
    winner: str,
    ending: Ending,
    *,
    by: Actor,
    reason: str,
    key: str,
    version: int | None,
) -> Match:
    match = rows.lock_match(match)
    require_official(by, match.desk)
    if decisions.is_repeated_decision(match, key, Decision.AWARD, winner=winner, reason=reason.strip()):
        return match
    require_current_version(match, version)
    score = sheets.get_live_score(match)
    result = results.make_result(match.length, (score.white, score.black), winner, ending.value)
    return _award_result(match, result, by=by, reason=reason, key=key)


def _award_result(match: Match, result: Result, *, by: Actor, reason: str, key: str) -> Match:
    require_status(match, *BEFORE_THE_END, Status.SETTLED)
    if match.status == Status.SETTLED.value and result == decisions.get_result(match):
        return match
    decision = decisions.record_decision(match, Decision.AWARD, result=result, by=by, reason=reason, key=key)
    return settling.settle_by_decision(match=match, result=result, decision=decision, actor=username_of(by))
