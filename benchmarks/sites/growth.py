"""Run as a program with its own database: the work of each step of an event of so many entries."""

import json
import sys
from collections.abc import Callable
from time import process_time

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from matches.models import Match, User  # noqa: E402
from matches.services import rulings  # noqa: E402
from tournaments.formats.seeding import LARGEST_DRAW  # noqa: E402
from tournaments.importing.queries.exports import write_event_file  # noqa: E402
from tournaments.models import Event  # noqa: E402
from tournaments.people.services import clubs  # noqa: E402
from tournaments.play.draws import services as draws  # noqa: E402
from tournaments.play.entries.services import entries  # noqa: E402
from tournaments.play.tournaments.services import tournaments  # noqa: E402

TABLES = 64


def main(size: int) -> None:
    """Print a line for each step; a field too large for a draw is only entered and exported."""
    call_command("migrate", verbosity=0)
    by = User.objects.create_user("director", password="paper-and-felt")
    event = create_event(by)
    names = "\n".join(f"Player {number}" for number in range(size))
    report("entering", lambda: entries.enter_names(event=event, names=names, by=by, key="names"))
    if size <= LARGEST_DRAW:
        report("draw", lambda: draws.draw(event=event, by=by))
        report("publishing", lambda: draws.publish(event=event, by=by))
        match = Match.objects.filter(pairing__event=event, status="called").earliest("pk")
        report("result", lambda: settle(match, by))
    report("event file", lambda: write_event_file(event))


def create_event(by: User) -> Event:
    return tournaments.create_knockout_tournament(
        club=clubs.create_club(name="Club", by=by),
        name="Tournament",
        starts_at=timezone.now(),
        length=5,
        consolation_length=3,
        tables=TABLES,
        by=by,
    )


def settle(match: Match, by: User) -> None:
    rulings.award(
        match=match,
        white_score=match.length,
        black_score=0,
        winner="white",
        ending="played",
        by=by,
        reason="",
    )


def report(name: str, step: Callable[[], object]) -> None:
    """Print the processor time of a step and its number of queries as a line of JSON."""
    with CaptureQueriesContext(connection) as queries:
        start = process_time()
        step()
        seconds = process_time() - start
    sys.stdout.write(json.dumps({"name": name, "seconds": seconds, "queries": len(queries)}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
