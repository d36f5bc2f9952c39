"""Postponing a match, and resuming it."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.actors import Actor, username_of
from matches.models import Adjournment, Match
from matches.services import match_rows
from matches.services.guards import require_current_version, require_official, require_reason, require_status
from matches.signals import tables_changed
from matches.states import Decision, Status
from rules.errors import Refusal


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
