"""Reports that the other side has not answered: they count after the waiting time of the desk."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches import states
from matches.actors import SYSTEM
from matches.breaks import add_playing_time, find_end_of_break
from matches.models import Desk, Match, Report
from matches.queries.breaks import get_breaks, get_breaks_of
from matches.registry import contradicted_matches
from matches.services import match_rows
from matches.services.settling import settle_match
from matches.states import Channel, ReportState, Status
from rules.errors import Refusal

MAX_FINALISED = 200


def finalise_due_matches(*, now: datetime | None = None) -> int:
    """Settle the matches whose report is final now; return their number. May run twice or concurrently."""
    moment = now or timezone.now()
    due_keys = [pk for wait in _get_waits() for pk in _get_due_keys(wait, moment)]
    return sum(_try_to_finalise(pk, moment) for pk in _leave_out_breaks(due_keys, moment)[:MAX_FINALISED])


def _leave_out_breaks(keys: list[int], moment: datetime) -> list[int]:
    """Return the keys of matches that have no break now: the time of the others stands still."""
    breaks = get_breaks(list(Match.objects.filter(pk__in=keys)))
    return [key for key in keys if find_end_of_break(moment, breaks.get(key, ())) is None]


@transaction.atomic
def finalise_match(*, match: Match, now: datetime) -> bool:
    """Settle a match by its open report if the desk's waiting time is over; return whether it was settled.

    Does nothing if the report was answered, contradicts the score sheet, or if the desk has no `final_after`.
    Raises `record_contradicts`.
    """
    match = match_rows.lock_match(match)
    report = match.reports.filter(state=ReportState.OPEN.value).first()
    if report is None or match.status != Status.REPORTED.value or report.contradicts_sheet:
        return False
    due_at = get_final_time(match, report)
    if due_at is None or now < due_at:
        return False
    confirmation = {"confirmed_at": timezone.now(), "confirmed_channel": Channel.SILENCE.value}
    match.reports.filter(pk=report.pk).update(**confirmation)
    result = states.make_played_result(match.length, report.white_score, report.black_score)
    settle_match(match=match, result=result, actor="", by=SYSTEM)
    return True


def get_final_time(match: Match, report: Report) -> datetime | None:
    """Return when an unanswered report becomes final; None at a desk without `final_after`."""
    if not match.desk.final_after:
        return None
    wait = timedelta(minutes=match.desk.final_after)
    return add_playing_time(report.at, wait, get_breaks_of(match))


def _get_waits() -> set[int]:
    waits = Desk.objects.filter(final_after__isnull=False).values_list("final_after", flat=True)
    return {wait for wait in waits.distinct() if wait is not None}


def _get_due_keys(wait: int, moment: datetime) -> list[int]:
    """Return the keys of matches whose report has waited `wait` minutes and is not contradicted."""
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


def _try_to_finalise(pk: int, moment: datetime) -> bool:
    try:
        return finalise_match(match=Match.objects.get(pk=pk), now=moment)
    except Refusal:
        return False
