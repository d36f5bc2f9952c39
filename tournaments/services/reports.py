"""A report of a Swiss from another program becomes an event of the club, all of it or nothing."""

from collections.abc import Mapping
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from matches.models import User
from matches.models.codes import new_code
from matches.services.players import normalise_name
from matches.states import Policy
from rules.options import MatchLaws
from tournaments.exchange import trf
from tournaments.exchange.event_file import EventFile, Guest, Signed, stamp
from tournaments.exchange.trf import Report
from tournaments.formats.draw_seed import SEED_DIGITS
from tournaments.models import Club, Event
from tournaments.models.event import PLANNED
from tournaments.permissions import must_direct
from tournaments.queries.imports import get_member_codes
from tournaments.queries.ratings import FROM_REPORT
from tournaments.services import event_imports
from tournaments.services.draw_services import new_draw_seed
from tournaments.services.projection import OnProgress, ignore_progress

TABLES, UNNAMED = 16, "Swiss"


@transaction.atomic
def import_report(
    *, club: Club, report: Report, length: int, by: User, on_progress: OnProgress = ignore_progress
) -> Event:
    """An event with the entries, rounds and results of a report; rounds to come go to `length` points.

    Members are recognised by name, others become members. Raises `trf_draw`, `trf_unreadable`, and what the
    journal refuses. `on_progress` is told how many matches are written, and of how many.
    """
    must_direct(by, club)
    trf.check_report(report)
    names = [trf.name_of(entrant) for entrant in report.entrants]
    codes = [code or new_code() for code in get_member_codes(club, report)]
    report_options = trf.Wanted(length, new_draw_seed()[:SEED_DIGITS], codes)
    return event_imports.import_event(
        club=club,
        file=_build_event_file(report, report_options, names, by, length),
        by=by,
        on_progress=on_progress,
    )


def _build_event_file(
    report: Report, report_options: trf.Wanted, names: list[str], by: User, length: int
) -> EventFile:
    now, import_id = timezone.now(), uuid4().hex
    name = normalise_name(report.name[:120]) if report.name.strip() else UNNAMED
    event: Mapping[str, object] = {
        "name": name,
        "tournament": name,
        "format": PLANNED,
        "length": length,
        "consolation_length": length,
        "starts_at": stamp(now),
        "policy": Policy.BOTH.value,
        "tables": TABLES,
        "settings": {FROM_REPORT: True},
        "laws": MatchLaws().to_json(),
    }
    lines = tuple(
        Signed(row, now, by.get_username(), "", f"report-{import_id}-{row.seq}")
        for row in trf.build_journal_rows(report, report_options)
    )
    guests = tuple(Guest(code, name) for code, name in zip(report_options.codes, names, strict=True))
    return EventFile(event, guests, lines)
