"""How long the other side may object to a result that counted at once."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from matches.breaks import add_playing_time
from matches.models import Match, Report, Ruling
from matches.queries.breaks import get_breaks_of
from matches.queries.matches import DECIDING_KINDS
from matches.states import ReportState, Status

# The minutes in which a one-sided result can be objected to, at a desk without `final_after`.
DEFAULT_OBJECTION_MINUTES = 15


def find_one_sided_report(
    match: Match, reports: Iterable[Report], rulings: Iterable[Ruling]
) -> Report | None:
    """Return the report that settled a match if only the reporting side has confirmed it, else None.

    `reports` and `rulings` are those of the match. The result is no longer one-sided once the other side,
    another phone, the deadline or the desk has confirmed it.
    """
    if match.status != Status.SETTLED.value:
        return None
    report = next((report for report in reports if report.state == ReportState.CONFIRMED.value), None)
    if report is None or report.confirmed_at is None or not report.is_confirmed_by_reporter:
        return None
    decision_times = [ruling.at for ruling in rulings if ruling.kind in DECIDING_KINDS]
    return None if any(at >= report.confirmed_at for at in decision_times) else report


def get_one_sided_report(match: Match) -> Report | None:
    """Return `find_one_sided_report` for the stored reports and rulings of a match. Two queries."""
    return find_one_sided_report(match, match.reports.order_by("number"), match.rulings.all())


def get_objection_deadline(match: Match, report: Report) -> datetime | None:
    """Return when a one-sided result can no longer be objected to; None if `report` is not confirmed."""
    if report.confirmed_at is None:
        return None
    wait = timedelta(minutes=match.desk.final_after or DEFAULT_OBJECTION_MINUTES)
    return add_playing_time(report.confirmed_at, wait, get_breaks_of(match))
