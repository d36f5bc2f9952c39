"""A program that fills a site with an event for the tests with two phones and a desk, and prints its
codes."""

import json
import sys
from datetime import timedelta

import django

django.setup()

from django.utils import timezone  # noqa: E402

from matches.actors import SYSTEM  # noqa: E402
from matches.lateness import PENALTY_SCALES  # noqa: E402
from matches.models import Match  # noqa: E402
from matches.services import desks, lifecycle  # noqa: E402
from tests import factories  # noqa: E402
from tests.browser.page_addresses import path_of  # noqa: E402
from tests.browser.phones import PASSWORD  # noqa: E402
from tests.tournaments import club_evenings  # noqa: E402

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")
PARTS = ("agreed", "disputed", "late", "lost")
LATE = {"late": 11, "lost": 20}


def main() -> None:
    """Fill the site named by CRAWFORD_DATA: a match for each part, and two for a match file."""
    director = factories.a_user("director", password=PASSWORD)
    event = club_evenings.a_night(club_evenings.a_club("Monday Club", by=director), NAMES, length=7)
    desk = event.tournament.desk
    desks.set_times(desk=desk, scale=PENALTY_SCALES["ukbgf"], by=SYSTEM)
    called = desk.matches.filter(status="called").select_related("table", "white", "black")
    parts = dict(zip(PARTS, called.order_by("table__number"), strict=True))
    for part, minutes in LATE.items():
        long_ago = timezone.now() - timedelta(minutes=minutes)
        Match.objects.filter(pk=parts[part].pk).update(called_at=long_ago)
    elsewhere = factories.a_desk(director, tables=3)
    for table, part in zip(elsewhere.tables.all(), ("live", "offline", "pressed"), strict=True):
        parts[part] = lifecycle.call_match(
            match=factories.a_match(elsewhere, length=5), table=table, by=SYSTEM
        )
    # Two matches of the same players on one day: the site must ask to which one a match file belongs.
    for part in ("first", "second"):
        parts[part] = factories.a_match(elsewhere, length=3, white="José-María", black="X")
    watched = club_evenings.a_night(club_evenings.a_club("Tuesday Club", by=director), NAMES[:4], length=7)
    paths = {"desk": path_of(event, "desk/"), "watched": path_of(watched, "desk/")}
    sys.stdout.write(json.dumps({**paths, **{part: match_data(match) for part, match in parts.items()}}))


def match_data(match: Match) -> dict[str, str]:
    """The codes and names of a match that the phones need."""
    table = match.table.code if match.table else ""
    return {"code": match.code, "table": table, "white": match.white.name, "black": match.black.name}


if __name__ == "__main__":
    main()
