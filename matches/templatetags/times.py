"""Times of a match: late penalties, when a report is final, objection deadline, chess clock setting."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince

from matches.breaks import Interval, find_end_of_break, measure_playing_time
from matches.clocks import CLOCKS
from matches.models import Match, Report
from matches.queries.breaks import get_breaks_of
from matches.queries.desks import SeatedMatch
from matches.queries.late_matches import get_lateness
from matches.queries.objection_deadlines import get_objection_deadline
from matches.services.unanswered_reports import get_final_time

register = template.Library()


@register.inclusion_tag("matches/call_clock.html")
def call_clock(match: Match) -> dict[str, Any]:
    """Show when a match was called, the penalty due, and the seconds until the next penalty point.

    In a break the seconds stand still, so none are shown.
    """
    now = timezone.now()
    lateness_due = get_lateness(match, now)
    is_counting = lateness_due is not None and find_end_of_break(now, get_breaks_of(match)) is None
    return {
        "match": match,
        "due": lateness_due,
        "left": _get_seconds_left(lateness_due.next_at if lateness_due and is_counting else None, now),
    }


@register.inclusion_tag("matches/final_clock.html")
def final_clock(match: Match, report: Report) -> dict[str, Any]:
    """Show when an unanswered report becomes final; nothing at a desk without `final_after`."""
    at = get_final_time(match, report)
    waits_for_the_desk = report.contradicts_sheet
    return {"at": None if waits_for_the_desk else at, "left": _get_seconds_left(at, timezone.now())}


@register.inclusion_tag("matches/objection_clock.html")
def objection_clock(match: Match, report: Report, reader: str = "") -> dict[str, Any]:
    """Show until when the other side may object to a one-sided result.

    `reader` is "other" on a page for that side, which is addressed directly.
    """
    at = get_objection_deadline(match, report)
    return {"at": at, "left": _get_seconds_left(at, timezone.now()), "reader": reader}


@register.inclusion_tag("matches/clock_setting.html")
def clock_setting(match: Match) -> dict[str, Any]:
    """Show the initial time of each side, at the start and at the current score, and the delay."""
    clock = CLOCKS.get(match.clock or match.desk.clock)
    if clock is None:
        return {"whole": ""}
    now = clock.seconds(match.length, match.white_score, match.black_score)
    whole = clock.seconds(match.length)
    return {
        "whole": _format_duration(whole),
        "now": _format_duration(now) if now != whole else "",
        "delay": clock.delay,
    }


@register.simple_tag
def time_since_call(match: SeatedMatch, now: datetime, breaks: Mapping[int, Sequence[Interval]]) -> str:
    """Return how long ago a match was called, without its breaks; "" if it was not."""
    if match.called_at is None:
        return ""
    playing_time = measure_playing_time(match.called_at, now, breaks.get(match.pk, ()))
    return timesince(now - playing_time, now)


@register.filter
def clock_time(at: datetime | None) -> str:
    """Format a time of today as 15:00, and one of another day with its day: 15:00, Tue 1 March."""
    if at is None:
        return ""
    local_time = timezone.localtime(at)
    is_today = local_time.date() == timezone.localdate()
    return date_format(local_time, "H:i" if is_today else "H:i, D j F")


@register.filter
def minutes(seconds: int | None) -> str:
    """Format seconds as a clock does: 12:34."""
    return "" if seconds is None else f"{seconds // 60}:{seconds % 60:02d}"


def _format_duration(seconds: int) -> str:
    return str(seconds // 60) if seconds % 60 == 0 else minutes(seconds)


def _get_seconds_left(at: datetime | None, now: datetime) -> int | None:
    return max(0, round((at - now).total_seconds())) if at else None
