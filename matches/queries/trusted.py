"""Results that rest on the report of one side, and the deadline for objections."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from matches.models import Desk, Match, Report, Ruling
from matches.queries.desks import matches_of
from matches.queries.sheets import DECIDING
from matches.states import Channel, ReportState, Status

# Where a desk trusts and names no time of its own.
MINUTES = 15
SECOND_WORDS = {Channel.DESK.value, Channel.SILENCE.value}


def word_in(match: Match, reports: Iterable[Report], rulings: Iterable[Ruling]) -> Report | None:
    """Return the report a match is settled by, while only the reporting side has confirmed it.

    None as soon as the other side, another phone, silence or the desk stands behind the result.
    """
    if match.status != Status.SETTLED.value:
        return None
    claim = next((report for report in reports if report.state == ReportState.CONFIRMED.value), None)
    if claim is None or claim.confirmed_at is None or not _is_same_voice(claim):
        return None
    decision_times = [ruling.at for ruling in rulings if ruling.kind in DECIDING]
    return None if any(at >= claim.confirmed_at for at in decision_times) else claim


def word_of(match: Match) -> Report | None:
    """The same, read from the database."""
    return word_in(match, match.reports.order_by("number"), match.rulings.all())


def objectable_until(desk: Desk, claim: Report) -> datetime | None:
    """When a result that rests on this claim alone stops being open to objection."""
    if claim.confirmed_at is None:
        return None
    return claim.confirmed_at + timedelta(minutes=desk.final_after or MINUTES)


def objected_at(desk: Desk) -> list[Match]:
    """Settled matches whose result was objected to too late to take it back; the desk may correct them.

    One query.
    """
    objections = Report.objects.filter(match__desk=desk, state=ReportState.DISPUTED.value)
    settled = matches_of(desk).filter(status=Status.SETTLED.value)
    return list(settled.filter(pk__in=objections.order_by().values("match")))


def _is_same_voice(claim: Report) -> bool:
    """Whether who confirmed is who claimed."""
    if claim.confirmed_channel in SECOND_WORDS:
        return False
    claimant = (claim.side, claim.device, claim.by_id)
    return claimant == (claim.confirmed_side, claim.confirmed_device, claim.confirmed_by_id)
