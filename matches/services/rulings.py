"""Decisions of officials: rulings, awards, penalty points, postponing and resuming matches."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches import states
from matches.actors import Actor, username_of
from matches.models import Adjournment, Match, Penalty
from matches.queries import matches
from matches.services import match_rows, settling
from matches.services.guards import (
    get_match_context,
    require_current_version,
    require_official,
    require_reason,
    require_status,
)
from matches.signals import tables_changed
from matches.states import BEFORE_THE_END, Decision, Ending, MatchResult, Status
from rules.errors import Refusal
from rules.laws import LAWS
from rules.match import LONGEST
from rules.sides import Side


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

    If the points reach the match length, the opponent wins by forfeit. Raises `penalty_impossible`.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    if match_rows.is_repeated_decision(match, key, Decision.PENALTY, reason=reason.strip()):
        return _require_same_penalty(match, key, side, points)
    require_current_version(match, version)
    require_status(match, Status.CALLED, Status.RUNNING)
    if side not in {"white", "black"} or not 1 <= points <= LONGEST:
        raise Refusal("penalty_impossible", side=side, points=points)
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


@transaction.atomic
def postpone_match(
    *,
    match: Match,
    reason: str,
    by: Actor,
    resumes_at: datetime | None = None,
    clocks: tuple[int, int] | None = None,
    position: str = "",
    key: str = "",
    version: int | None = None,
) -> Match:
    """Postpone a match and free its table; the score stays, clocks and position are stored.

    `clocks` are the seconds White and Black have left. Raises `reason_missing` and `time_past`.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    if match_rows.is_repeated_decision(match, key, Decision.POSTPONING, reason=reason.strip()):
        return match
    require_current_version(match, version)
    require_status(match, Status.SCHEDULED, Status.CALLED, Status.RUNNING)
    require_reason(reason)
    if resumes_at is not None and resumes_at <= timezone.now():
        raise Refusal("time_past", at=resumes_at.isoformat())
    ruling = match_rows.record_decision(
        match, Decision.POSTPONING, result=match_rows.get_result(match), by=by, reason=reason, key=key
    )
    white_clock, black_clock = clocks or (None, None)
    Adjournment.objects.create(
        match=match,
        ruling=ruling,
        resumes_at=resumes_at,
        white_clock=white_clock,
        black_clock=black_clock,
        position=position.strip(),
    )
    changes = {"status": Status.POSTPONED.value, "table": None, "called_at": None}
    match_rows.write_match(match, actor=username_of(by), **changes)
    tables_changed.send(sender=Match, match=match)
    return match


@transaction.atomic
def resume_match(*, match: Match, by: Actor, key: str = "", version: int | None = None) -> Match:
    """Return a postponed match to the queue for a table, with its score and sheet.

    The app that owns the match may call it at once; the match is returned as it is after that.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    if match_rows.is_repeated_decision(match, key, Decision.RESUMING):
        return match
    require_current_version(match, version)
    if match.status != Status.POSTPONED.value:
        raise Refusal("not_postponed", match=match.code, status=match.status)
    match.adjournments.filter(resumed_at=None).update(resumed_at=timezone.now())
    match_rows.record_decision(match, Decision.RESUMING, result=match_rows.get_result(match), by=by, key=key)
    match_rows.write_match(match, actor=username_of(by), status=Status.SCHEDULED.value)
    tables_changed.send(sender=Match, match=match)
    match.refresh_from_db()
    return match
