"""Matches that end otherwise than at the board: walk-overs, forfeits, retirements, and awards of the desk."""

from django.db import transaction

from matches import results
from matches.actors import Actor, username_of
from matches.models import Match
from matches.queries import sheets
from matches.results import Result
from matches.services import decisions, rows, settling
from matches.services.guards import must_be_seen, must_rule, must_stand
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
    return _as_it_stands(match, winner or "", ending, by=by, reason=reason, key=key, version=version)


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
    return _as_it_stands(match, winner, Ending.FORFEIT, by=by, reason=reason, key=key, version=version)


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
    return _as_it_stands(match, winner, Ending.RETIRED, by=by, reason=reason, key=key, version=version)


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
    match = rows.locked(match)
    must_rule(by, match.desk)
    must_be_seen(match, version)
    result = results.make(match.length, (white_score, black_score), winner, ending)
    return _give(match, result, by=by, reason=reason, key="")


@transaction.atomic
def _as_it_stands(
    match: Match,
    winner: str,
    ending: Ending,
    *,
    by: Actor,
    reason: str,
    key: str,
    version: int | None,
) -> Match:
    match = rows.locked(match)
    must_rule(by, match.desk)
    if decisions.is_told(match, key, Decision.AWARD, winner=winner, reason=reason.strip()):
        return match
    must_be_seen(match, version)
    score = sheets.live_score(match)
    result = results.make(match.length, (score.white, score.black), winner, ending.value)
    return _give(match, result, by=by, reason=reason, key=key)


def _give(match: Match, result: Result, *, by: Actor, reason: str, key: str) -> Match:
    must_stand(match, *BEFORE_THE_END, Status.SETTLED)
    if match.status == Status.SETTLED.value and result == decisions.result_of(match):
        return match
    decision = decisions.add(match, Decision.AWARD, result=result, by=by, reason=reason, key=key)
    return settling.settle_by_decision(match=match, result=result, decision=decision, actor=username_of(by))
