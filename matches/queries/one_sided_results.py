"""Results that rest on the report of one side, and the deadline for objections."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from matches.models import Desk, Match, Report, Ruling
from matches.queries.desks import get_matches_of
from matches.queries.sheets import DECIDING_KINDS
from matches.states import Channel, ReportState, Status

# Where a desk trusts and names no time of its own.
DEFAULT_MINUTES = 15
INDEPENDENT_CHANNELS = {Channel.DESK.value, Channel.SILENCE.value}


def find_one_sided_report(
    match: Match, reports: Iterable[Report], rulings: Iterable[Ruling]
) -> Report | None:
    """Return the report a match is settled by, while only the reporting side has confirmed it.

    None as soon as the other side, another phone, silence or the desk stands behind the result.
    """
    if match.status != Status.SETTLED.value:
        return None
    claim = next((report for report in reports if report.state == ReportState.CONFIRMED.value), None)
    if claim is None or claim.confirmed_at is None or not _is_confirmed_by_claimant(claim):
        return None
    decision_times = [ruling.at for ruling in rulings if ruling.kind in DECIDING_KINDS]
    return None if any(at >= claim.confirmed_at for at in decision_times) else claim


def get_one_sided_report(match: Match) -> Report | None:
    """The same, read from the database."""
    return find_one_sided_report(match, match.reports.order_by("number"), match.rulings.all())


def get_objection_deadline(desk: Desk, claim: Report) -> datetime | None:
    """When a result that rests on this claim alone stops being open to objection."""
    if claim.confirmed_at is None:
        return None
    return claim.confirmed_at + timedelta(minutes=desk.final_after or DEFAULT_MINUTES)


def get_objected_matches(desk: Desk) -> list[Match]:
    """Settled matches whose result was objected to too late to take it back; the desk may correct them.

    One query.
    """
    objections = Report.objects.filter(match__desk=desk, state=ReportState.DISPUTED.value)
    settled = get_matches_of(desk).filter(status=Status.SETTLED.value)
    return list(settled.filter(pk__in=objections.order_by().values("match")))


def _is_confirmed_by_claimant(claim: Report) -> bool:
    """Whether who confirmed is who claimed."""
    if claim.confirmed_channel in INDEPENDENT_CHANNELS:
        return False
    claimant = (claim.side, claim.device, claim.by_id)
    return claimant == (claim.confirmed_side, claim.confirmed_device, claim.confirmed_by_id)
