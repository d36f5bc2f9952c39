"""Penalty points: the desk gives them to the opponent of who is late, and lifts them again."""

from django.db import transaction
from django.utils import timezone

from matches.actors import Actor, username_of
from matches.models import Match, Penalty
from matches.queries import sheets
from matches.results import Result
from matches.services import decisions, rows, settling
from matches.services.guards import must_be_seen, must_rule, must_say_why, must_stand, standing
from matches.states import Decision, Ending, Status
from rules.errors import Refusal
from rules.match import LONGEST
from rules.sides import Side

LAW = "match.late-start"


@transaction.atomic
def penalise(
    *,
    match: Match,
    side: str,
    points: int,
    by: Actor,
    reason: str = "",
    key: str = "",
    version: int | None = None,
) -> Match:
    """Give the opponent of `side` points without a game, as a decision that cites the law.

    Points that bring him to the length win him the match as forfeited. Raises `penalty_impossible`.
    """
    match = rows.locked(match)
    must_rule(by, match.desk)
    if decisions.is_told(match, key, Decision.PENALTY, reason=reason.strip()):
        return _alike(match, key, side, points)
    must_be_seen(match, version)
    must_stand(match, Status.CALLED, Status.RUNNING)
    if side not in {"white", "black"} or not 1 <= points <= LONGEST:
        raise Refusal("penalty_impossible", side=side, points=points)
    after = sheets.live_score(match).award(Side(side).other, points)
    winner = after.winner.value if after.winner else ""
    ending = Ending.FORFEIT if winner else Ending.PLAYED
    result = Result(after.white, after.black, winner, ending)
    ruling = decisions.add(match, Decision.PENALTY, result=result, by=by, reason=reason, law=LAW, key=key)
    given_after = match.games.filter(struck_at=None).count()
    Penalty.objects.create(match=match, ruling=ruling, side=side, points=points, after_game=given_after)
    actor = username_of(by)
    if winner:
        return settling.settle_by_decision(match=match, result=result, decision=ruling, actor=actor)
    rows.write(match, actor=actor, white_score=after.white, black_score=after.black)
    return match


@transaction.atomic
def lift(*, match: Match, by: Actor, reason: str, key: str = "", version: int | None = None) -> Match:
    """Take the last penalty back while no game was written after it and no result stands.

    Raises `penalty_absent`, and `penalty_built_upon` when games must be undone first.
    """
    match = rows.locked(match)
    must_rule(by, match.desk)
    if decisions.is_told(match, key, Decision.PARDON, reason=reason.strip()):
        return match
    must_be_seen(match, version)
    must_stand(match, Status.SCHEDULED, Status.CALLED, Status.RUNNING, Status.POSTPONED)
    must_say_why(reason)
    last = match.penalties.filter(struck_at=None).order_by("id").last()
    if last is None:
        raise Refusal("penalty_absent", match=match.code)
    if match.games.filter(struck_at=None).count() > last.after_game:
        raise Refusal("penalty_built_upon", "", **standing(match))
    match.penalties.filter(pk=last.pk).update(struck_at=timezone.now())
    live = sheets.live_score(match)
    result = Result(live.white, live.black, "", Ending.PLAYED)
    decisions.add(match, Decision.PARDON, result=result, by=by, reason=reason, key=key)
    rows.write(match, actor=username_of(by), white_score=live.white, black_score=live.black)
    return match


def _alike(match: Match, key: str, side: str, points: int) -> Match:
    """The match as it stands, when the penalty given under this key was the same."""
    if not match.penalties.filter(ruling__key=key, side=side, points=points).exists():
        raise Refusal("key_used_twice", "", **standing(match))
    return match
