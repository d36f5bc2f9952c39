"""Penalty points that the desk gives to the opponent of a late player, and their removal."""

from django.db import transaction
from django.utils import timezone

from matches.actors import Actor, username_of
from matches.models import Match, Penalty
from matches.queries import matches
from matches.services import match_rows, settling
from matches.services.guards import (
    get_match_context,
    require_current_version,
    require_official,
    require_reason,
    require_status,
)
from matches.states import Decision, Ending, MatchResult, Status
from rules.errors import Refusal
from rules.match import LONGEST_MATCH
from rules.sides import Side

PENALTY_LAW = "match.late-start"


@transaction.atomic
def penalise_player(
    *,
    match: Match,
    side: str,
    points: int,
    by: Actor,
    reason: str = "",
    key: str = "",
    version: int | None = None,
) -> Match:
    """Give the opponent of `side` points without a game, as a decision that cites the rule.

    If the points reach the match length, the opponent wins by forfeit. Raises `penalty_impossible`
    and, for more points than the match is long, `penalty_beyond_length`.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    if match_rows.is_repeated_decision(match, key, Decision.PENALTY, reason=reason.strip()):
        return _require_same_penalty(match, key, side, points)
    require_current_version(match, version)
    require_status(match, Status.CALLED, Status.RUNNING)
    if side not in {"white", "black"} or not 1 <= points <= LONGEST_MATCH:
        raise Refusal("penalty_impossible", side=side, points=points)
    if points > match.length:
        raise Refusal("penalty_beyond_length", points=points, length=match.length)
    after = matches.get_live_score(match).award(Side(side).other, points)
    winner = after.winner.value if after.winner else ""
    ending = Ending.FORFEIT if winner else Ending.PLAYED
    result = MatchResult(after.white, after.black, winner, ending)
    ruling = match_rows.record_decision(
        match, Decision.PENALTY, result=result, by=by, reason=reason, law=PENALTY_LAW, key=key
    )
    after_game = match.games.filter(struck_at=None).count()
    Penalty.objects.create(match=match, ruling=ruling, side=side, points=points, after_game=after_game)
    actor = username_of(by)
    if winner:
        return settling.settle_by_decision(match=match, result=result, decision=ruling, actor=actor)
    match_rows.write_match(match, actor=actor, white_score=after.white, black_score=after.black)
    return match


@transaction.atomic
def lift_penalty(*, match: Match, by: Actor, reason: str, key: str = "", version: int | None = None) -> Match:
    """Lift the last penalty while there is no later game and no result.

    Raises `penalty_absent`, and `penalty_built_upon` when games must be undone first.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    if match_rows.is_repeated_decision(match, key, Decision.PARDON, reason=reason.strip()):
        return match
    require_current_version(match, version)
    require_status(match, Status.SCHEDULED, Status.CALLED, Status.RUNNING, Status.POSTPONED)
    require_reason(reason)
    last = match.penalties.filter(struck_at=None).order_by("id").last()
    if last is None:
        raise Refusal("penalty_absent", match=match.code)
    if match.games.filter(struck_at=None).count() > last.after_game:
        raise Refusal("penalty_built_upon", "", **get_match_context(match))
    match.penalties.filter(pk=last.pk).update(struck_at=timezone.now())
    live = matches.get_live_score(match)
    result = MatchResult(live.white, live.black, "", Ending.PLAYED)
    match_rows.record_decision(match, Decision.PARDON, result=result, by=by, reason=reason, key=key)
    match_rows.write_match(match, actor=username_of(by), white_score=live.white, black_score=live.black)
    return match


def _require_same_penalty(match: Match, key: str, side: str, points: int) -> Match:
    """Return the match if the penalty given under this key was the same."""
    if not match.penalties.filter(ruling__key=key, side=side, points=points).exists():
        raise Refusal("key_used_twice", "", **get_match_context(match))
    return match
