"""Settling, correcting and reopening matches; sends the signals of results."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches import registry, results
from matches.actors import SYSTEM, Actor, require_actor, username_of
from matches.models import Match, Report, Ruling
from matches.queries import desks, sheets
from matches.results import Result
from matches.services import decisions, restoring, rows
from matches.services.guards import must_be_seen, must_hold_start, must_rule, must_say_why, must_stand
from matches.signals import match_reopened, match_settled, score_changed
from matches.states import Decision, Ending, ReportState, Status
from rules.errors import Refusal


def settle(*, match: Match, result: Result, actor: str, by: Actor, reason: str = "") -> Match:
    """Settle a match with `result` and send `match_settled`; the caller holds the lock and has asked who may.

    Raises what contradicts it (`registry.contradictions`), such as `record_contradicts`.
    """
    require_actor(by)
    _must_not_be_contradicted(match, result)
    return _settle(match, result, actor=actor, by=by, reason=reason)


def settle_by_decision(*, match: Match, result: Result, decision: Ruling, actor: str) -> Match:
    """Make `result` stand because the desk decided so, whatever a record says; the caller holds the lock."""
    by = decision.by or SYSTEM
    return _settle(match, result, actor=actor, by=by, reason=decision.reason, decision=decision)


@transaction.atomic
def correct(
    *,
    match: Match,
    white_score: int,
    black_score: int,
    winner: str = "",
    ending: str = Ending.PLAYED.value,
    by: Actor,
    reason: str,
    version: int | None = None,
) -> Match:
    """Replace the result of a settled match by another and send `match_settled` again.

    Only officials, only with a reason. `winner` may be left out for a played match; when given it must fit.
    Correcting to the result that stands already changes nothing, unless somebody objects to it: then the
    desk upholds it.
    """
    match = rows.locked(match)
    must_rule(by, match.desk)
    must_be_seen(match, version)
    must_stand(match, Status.SETTLED)
    must_say_why(reason)
    result = results.make(match.length, (white_score, black_score), winner, ending)
    is_objected = match.reports.filter(state=ReportState.DISPUTED.value).exists()
    if result == decisions.result_of(match) and not is_objected:
        return match
    decision = decisions.add(match, Decision.CORRECTION, result=result, by=by, reason=reason)
    return settle_by_decision(match=match, result=result, decision=decision, actor=username_of(by))


@transaction.atomic
def reopen(*, match: Match, by: Actor, reason: str, key: str = "", version: int | None = None) -> Match:
    """Take a result back: a settled match runs again, a voided one returns to the schedule.

    The score goes back to what the games on the sheet add up to. Rings `match_reopened` for a settled match.
    """
    match = rows.locked(match)
    must_rule(by, match.desk)
    if decisions.is_told(match, key, Decision.REOPENING, reason=reason.strip()):
        return match
    must_be_seen(match, version)
    must_stand(match, Status.SETTLED, Status.VOID)
    must_say_why(reason)
    was = standing(match)
    _take_claims_back(match)
    decisions.add(match, Decision.REOPENING, result=decisions.result_of(match), by=by, reason=reason, key=key)
    rows.write(match, actor=username_of(by), **_reopened(match))
    if was is not None:
        match_reopened.send(sender=Match, match=match, by=by, reason=reason, was=was)
    return match


def contest(*, match: Match, claim: Report, actor: str, by: Actor) -> None:
    """Take a result back because the other side objected to the claim it rests on: the desk decides.

    The caller holds the lock and has asked who may. Rings `match_reopened`, and whatever refuses there
    leaves the result standing.
    """
    require_actor(by)
    match.reports.filter(pk=claim.pk).update(state=ReportState.DISPUTED.value)
    score_changed.send(sender=Match, match=match, score=None)
    was = standing(match)
    rows.write(match, actor=actor, **(_reopened(match) | {"status": Status.DISPUTED.value}))
    match_reopened.send(sender=Match, match=match, by=by, reason="", was=was)


@transaction.atomic
def date(*, match: Match, at: datetime) -> None:
    """A result that was written down earlier, elsewhere or at a match that is void now: ratings follow `at`.

    Raises `result_not_there`.
    """
    if not Match.objects.filter(pk=match.pk, status=Status.SETTLED.value).update(settled_at=at):
        raise Refusal("result_not_there", match=match.code)
    match.settled_at = at


def standing(match: Match) -> dict[str, Any] | None:
    """The columns of a match that hold its result, as bells tell what stood before; None without a result."""
    if match.status != Status.SETTLED.value:
        return None
    names = ("status", "white_score", "black_score", "winner", "ending", "settled_at")
    return {name: getattr(match, name) for name in names}


def _settle(
    match: Match, result: Result, *, actor: str, by: Actor, reason: str, decision: Ruling | None = None
) -> Match:
    if result.ending == Ending.PLAYED:
        must_hold_start(match, (result.white_score, result.black_score))
    was = standing(match)
    earlier = restoring.with_state(match, decision)
    _close_claims(match, result)
    score_changed.send(sender=Match, match=match, score=_score(result))
    rows.write(
        match,
        actor=actor,
        status=Status.SETTLED.value,
        white_score=result.white_score,
        black_score=result.black_score,
        winner=result.winner,
        ending=result.ending.value,
        earlier_states=earlier,
        # The first settling fixes the place of the result in the order that ratings follow.
        settled_at=match.settled_at or timezone.now(),
    )
    match_settled.send(sender=Match, match=match, by=by, reason=reason, was=was)
    return match


def _must_not_be_contradicted(match: Match, result: Result) -> None:
    score = _score(result)
    refusals = registry.contradictions(match, score) if score is not None else []
    for refusal in refusals:
        if refusal is not None:
            raise refusal


def _score(result: Result) -> tuple[int, int] | None:
    return (result.white_score, result.black_score) if result.ending == Ending.PLAYED else None


def _close_claims(match: Match, result: Result) -> None:
    claims = match.reports.exclude(state=ReportState.SUPERSEDED.value)
    upheld = _claim_of(claims, result)
    claims.update(state=ReportState.SUPERSEDED.value)
    if upheld is not None:
        match.reports.filter(pk=upheld.pk).update(state=ReportState.CONFIRMED.value)


def _claim_of(claims: QuerySet[Report], result: Result) -> Report | None:
    if result.ending != Ending.PLAYED:
        return None
    return claims.filter(white_score=result.white_score, black_score=result.black_score).last()


def _take_claims_back(match: Match) -> None:
    match.reports.exclude(state=ReportState.SUPERSEDED.value).update(state=ReportState.SUPERSEDED.value)
    score_changed.send(sender=Match, match=match, score=None)


def _reopened(match: Match) -> dict[str, Any]:
    live = sheets.live_score(match)
    settled = match.status == Status.SETTLED.value
    changes: dict[str, Any] = {
        "status": Status.RUNNING.value if settled else Status.SCHEDULED.value,
        "white_score": live.white,
        "black_score": live.black,
        "winner": "",
        "ending": "",
        "settled_at": None,
    }
    if match.table is not None and desks.match_at(match.table) not in (None, match):
        changes["table"] = None
    return changes
