"""Matches as lists show them, narrowed by desk and state; one claim of a match."""

from collections.abc import Iterable

from django.db.models import QuerySet

from matches.models import Match, Report


def filter_matches(*, desk: str = "", statuses: Iterable[str] = ()) -> QuerySet[Match]:
    """Matches of a desk (by its code) in any of the states; everything when nothing is asked."""
    rows = Match.objects.select_related("desk", "white", "black", "table").order_by("-id")
    if desk:
        rows = rows.filter(desk__code=desk)
    status_list = list(statuses)
    return rows.filter(status__in=status_list) if status_list else rows


def get_report(match: Match, number: int) -> Report | None:
    """A claim of a match by its number."""
    return match.reports.filter(number=number).first()
