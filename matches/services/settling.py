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
from matches.services.guards import (
    require_current_version,
    require_official,
    require_reason,
    require_start_score,
    require_status,
)
from matches.signals import match_reopened, match_settled, score_changed
from matches.states import Decision, Ending, ReportState, Status
from rules.errors import Refusal


def settle_match(*, match: Match, result: Result, actor: str, by: Actor, reason: str = "") -> Match:
    """Settle a match with `result` and send `match_settled`; the caller holds the lock and has asked who may.

    Raises what contradicts it (`registry.contradictions`), such as `record_contradicts`.
    """
    require_actor(by)
    _require_uncontradicted(match, result)
    return _write_result(match, result, actor=actor, by=by, reason=reason)


def settle_by_decision(*, match: Match, result: Result, decision: Ruling, actor: str) -> Match:
    """Make `result` stand because the desk decided so, whatever a record says; the caller holds the lock."""
    by = decision.by or SYSTEM
    return _write_result(match, result, actor=actor, by=by, reason=decision.reason, decision=decision)


@transaction.atomic
def correct_result(
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
    match = rows.lock_match(match)
    require_official(by, match.desk)
    require_current_version(match, version)
    require_status(match, Status.SETTLED)
    require_reason(reason)
    result = results.make_result(match.length, (white_score, black_score), winner, ending)
    is_objected = match.reports.filter(state=ReportState.DISPUTED.value).exists()
    if result == decisions.get_result(match) and not is_objected:
        return match
    decision = decisions.record_decision(match, Decision.CORRECTION, result=result, by=by, reason=reason)
    return settle_by_decision(match=match, result=result, decision=decision, actor=username_of(by))


@transaction.atomic
def reopen_match(*, match: Match, by: Actor, reason: str, key: str = "", version: int | None = None) -> Match:
    """Take a result back: a settled match runs again, a voided one returns to the schedule.

    The score goes back to what the games on the sheet add up to. Rings `match_reopened` for a settled match.
    """
    match = rows.lock_match(match)
    require_official(by, match.desk)
    if decisions.is_repeated_decision(match, key, Decision.REOPENING, reason=reason.strip()):
        return match
    require_current_version(match, version)
    require_status(match, Status.SETTLED, Status.VOID)
    require_reason(reason)
    was = get_result_columns(match)
    _supersede_claims(match)
    decisions.record_decision(
        match, Decision.REOPENING, result=decisions.get_result(match), by=by, reason=reason, key=key
    )
    rows.write_match(match, actor=username_of(by), **_get_reopened_columns(match))
    if was is not None:
        match_reopened.send(sender=Match, match=match, by=by, reason=reason, was=was)
    return match


def contest_result(*, match: Match, claim: Report, actor: str, by: Actor) -> None:
    """Take a result back because the other side objected to the claim it rests on: the desk decides.

    The caller holds the lock and has asked who may. Rings `match_reopened`, and whatever refuses there
    leaves the result standing.
    """
    require_actor(by)
    match.reports.filter(pk=claim.pk).update(state=ReportState.DISPUTED.value)
    score_changed.send(sender=Match, match=match, score=None)
    was = get_result_columns(match)
    rows.write_match(match, actor=actor, **(_get_reopened_columns(match) | {"status": Status.DISPUTED.value}))
    match_reopened.send(sender=Match, match=match, by=by, reason="", was=was)


@transaction.atomic
def set_settled_at(*, match: Match, at: datetime) -> None:
    """A result that was written down earlier, elsewhere or at a match that is void now: ratings follow `at`.

    Raises `result_not_there`.
    """
    if not Match.objects.filter(pk=match.pk, status=Status.SETTLED.value).update(settled_at=at):
        raise Refusal("result_not_there", match=match.code)
    match.settled_at = at


def get_result_columns(match: Match) -> dict[str, Any] | None:
    """The columns of a match that hold its result, as bells tell what stood before; None without a result."""
    if match.status != Status.SETTLED.value:
        return None
    names = ("status", "white_score", "black_score", "winner", "ending", "settled_at")
    return {name: getattr(match, name) for name in names}


def _write_result(
    match: Match, result: Result, *, actor: str, by: Actor, reason: str, decision: Ruling | None = None
) -> Match:
    if result.ending == Ending.PLAYED:
        require_start_score(match, (result.white_score, result.black_score))
    was = get_result_columns(match)
    earlier = restoring.add_current_state(match, decision)
    _close_claims(match, result)
    score_changed.send(sender=Match, match=match, score=_get_played_score(result))
    rows.write_match(
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


def _require_uncontradicted(match: Match, result: Result) -> None:
    score = _get_played_score(result)
    refusals = registry.contradictions(match, score) if score is not None else []
    for refusal in refusals:
        if refusal is not None:
            raise refusal


def _get_played_score(result: Result) -> tuple[int, int] | None:
    return (result.white_score, result.black_score) if result.ending == Ending.PLAYED else None


def _close_claims(match: Match, result: Result) -> None:
    claims = match.reports.exclude(state=ReportState.SUPERSEDED.value)
    upheld = _get_matching_claim(claims, result)
    claims.update(state=ReportState.SUPERSEDED.value)
    if upheld is not None:
        match.reports.filter(pk=upheld.pk).update(state=ReportState.CONFIRMED.value)


def _get_matching_claim(claims: QuerySet[Report], result: Result) -> Report | None:
    if result.ending != Ending.PLAYED:
        return None
    return claims.filter(white_score=result.white_score, black_score=result.black_score).last()


def _supersede_claims(match: Match) -> None:
    match.reports.exclude(state=ReportState.SUPERSEDED.value).update(state=ReportState.SUPERSEDED.value)
    score_changed.send(sender=Match, match=match, score=None)


def _get_reopened_columns(match: Match) -> dict[str, Any]:
    live = sheets.get_live_score(match)
    settled = match.status == Status.SETTLED.value
    changes: dict[str, Any] = {
        "status": Status.RUNNING.value if settled else Status.SCHEDULED.value,
        "white_score": live.white,
        "black_score": live.black,
        "winner": "",
        "ending": "",
        "settled_at": None,
    }
    if match.table is not None and desks.get_match_at(match.table) not in (None, match):
        changes["table"] = None
    return changes
