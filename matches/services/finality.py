"""Results nobody objected to: when a desk says so, a claim becomes final after its time, and only then."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches import results
from matches.actors import SYSTEM
from matches.models import Desk, Match, Report
from matches.registry import contradicted_matches
from matches.services import rows, settling
from matches.states import Channel, ReportState, Status
from rules.errors import Refusal

SWEEP_MAX = 200


def finalise_due_matches(*, now: datetime | None = None) -> int:
    """Make every claim final whose time is up; safe to run twice and beside itself. How many were made so."""
    moment = now or timezone.now()
    due_keys = [pk for wait in _get_waits() for pk in _get_due_keys(wait, moment)]
    return sum(_finalise_quietly(pk, moment) for pk in due_keys[:SWEEP_MAX])


@transaction.atomic
def finalise_match(*, match: Match, now: datetime) -> bool:
    """Settle a match by its open claim when the time of the desk is up; whether this call did it.

    Does nothing when somebody objected or confirmed meanwhile, when the desk no longer waits, or when a
    score sheet kept differs. Raises `record_contradicts`.
    """
    match = rows.lock_match(match)
    claim = match.reports.filter(state=ReportState.OPEN.value).first()
    if claim is None or match.status != Status.REPORTED.value or claim.contradicts_sheet:
        return False
    due_at = get_final_time(match.desk, claim)
    if due_at is None or now < due_at:
        return False
    confirmation = {"confirmed_at": timezone.now(), "confirmed_channel": Channel.SILENCE.value}
    match.reports.filter(pk=claim.pk).update(**confirmation)
    result = results.make_played_result(match.length, claim.white_score, claim.black_score)
    settling.settle_match(match=match, result=result, actor="", by=SYSTEM)
    return True


def get_final_time(desk: Desk, claim: Report) -> datetime | None:
    """When a claim becomes final by itself; None at a desk that waits for a second word."""
    return claim.at + timedelta(minutes=desk.final_after) if desk.final_after else None


def _get_waits() -> set[int]:
    waits = Desk.objects.filter(final_after__isnull=False).values_list("final_after", flat=True)
    return {wait for wait in waits.distinct() if wait is not None}


def _get_due_keys(wait: int, moment: datetime) -> list[int]:
    """Matches whose claim waits that long; those whose score is contradicted are left to the desk."""
    due_matches = Match.objects.filter(
        desk__final_after=wait,
        status=Status.REPORTED.value,
        reports__state=ReportState.OPEN.value,
        reports__contradicts_sheet=False,
        reports__at__lte=moment - timedelta(minutes=wait),
    )
    for condition in contradicted_matches():
        due_matches = due_matches.exclude(condition)
    return list(due_matches.order_by("pk").values_list("pk", flat=True))


def _finalise_quietly(pk: int, moment: datetime) -> bool:
    try:
        return finalise_match(match=Match.objects.get(pk=pk), now=moment)
    except Refusal:
        return False
