"""Decisions of officials on a result: rulings, walkovers, retirements and awards."""

from django.db import transaction

from matches import states
from matches.actors import Actor, username_of
from matches.models import Match
from matches.queries import matches
from matches.services import match_rows, settling
from matches.services.guards import (
    require_current_version,
    require_official,
    require_status,
)
from matches.states import BEFORE_THE_END, Decision, Ending, MatchResult, Status
from rules.errors import Refusal
from rules.laws import LAWS


@transaction.atomic
def rule_on_match(
    *,
    match: Match,
    white_score: int,
    black_score: int,
    law: str,
    by: Actor,
    reason: str = "",
    key: str = "",
    version: int | None = None,
) -> Match:
    """Settle a match by ruling, citing a rule of `rules.laws`; the reason is optional.

    A report with the same score is confirmed, all others are superseded. Repeating a key changes nothing.
    Raises `law_unknown`, and `already_settled` for a match that must be corrected instead.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    content = {"white_score": white_score, "black_score": black_score, "law": law, "reason": reason.strip()}
    if match_rows.is_repeated_decision(match, key, Decision.RULING, **content):
        return match
    require_current_version(match, version)
    require_status(match, *BEFORE_THE_END)
    if law not in LAWS:
        raise Refusal("law_unknown", named=law)
    result = states.make_played_result(match.length, white_score, black_score)
    decision = match_rows.record_decision(
        match, Decision.RULING, result=result, by=by, reason=reason, law=law, key=key
    )
    return settling.settle_by_decision(match=match, result=result, decision=decision, actor=username_of(by))


def walk_over(
    *,
    match: Match,
    winner: str | None,
    by: Actor,
    reason: str = "",
    key: str = "",
    version: int | None = None,
) -> Match:
    """Record a no-show (`winner` is the opponent) or a double no-show (`winner` None). Never rated."""
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
    """Disqualify one side, for instance by penalty points. Never rated."""
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
    """Record that one side retired during the match; the score stays as it is. Never rated."""
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
    """Give a match a result of any ending by decision of the desk, from every status but void.

    A settled match is settled again; awarding its current result changes nothing.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    require_current_version(match, version)
    result = states.make_result(match.length, (white_score, black_score), winner, ending)
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
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    if match_rows.is_repeated_decision(match, key, Decision.AWARD, winner=winner, reason=reason.strip()):
        return match
    require_current_version(match, version)
    score = matches.get_live_score(match)
    result = states.make_result(match.length, (score.white, score.black), winner, ending.value)
    return _award_result(match, result, by=by, reason=reason, key=key)


def _award_result(match: Match, result: MatchResult, *, by: Actor, reason: str, key: str) -> Match:
    require_status(match, *BEFORE_THE_END, Status.SETTLED)
    if match.status == Status.SETTLED.value and result == match_rows.get_result(match):
        return match
    decision = match_rows.record_decision(match, Decision.AWARD, result=result, by=by, reason=reason, key=key)
    return settling.settle_by_decision(match=match, result=result, decision=decision, actor=username_of(by))
