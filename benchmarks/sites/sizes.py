"""Run as a program with its own database: size and queries of the pages of an event in each state."""

import json
import random
import sys
from collections.abc import Iterator

import django

django.setup()

from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.sites.results import get_next_match, settle_match  # noqa: E402
from matches.models import User  # noqa: E402
from tournaments.formats.plan import PRESETS, Plan, Stage  # noqa: E402
from tournaments.models import Event  # noqa: E402
from tournaments.people.services import clubs  # noqa: E402
from tournaments.play.draws import services as draws  # noqa: E402
from tournaments.play.entries.services import entries  # noqa: E402
from tournaments.play.schedule.table_forms import MOST_TABLES  # noqa: E402
from tournaments.play.tournaments.services import tournaments  # noqa: E402

PLANS = {
    "knockout": PRESETS["knockout_consolation"],
    "all places": Plan((Stage("main", "knockout", lengths=(5,), options={"placed": 1024}),)),
    "swiss": Plan((Stage("swiss", "swiss", lengths=(5,), options={"rounds": 2}),)),
    "lives": Plan((Stage("lives", "lives", lengths=(5,), options={"lives": 3}),)),
    "round robin": Plan((Stage("league", "round_robin", lengths=(5,), options={"matches": 2}),)),
}
PUBLIC_PAGES = ("", "bracket/", "standings/", "results/", "entries/", "draw-audit/", "journal/", "report/")
DESK_PAGES = ("desk/", "desk/entries/", "desk/change/", "desk/plan/", "desk/money/")


def main(plan: str, size: int, settled: int) -> None:
    """Print, for each state and page, the bytes and the queries of the page."""
    call_command("migrate", verbosity=0)
    by = User.objects.create_user("director", password="paper-and-felt")
    rng = random.Random(size)
    with override_settings(ALLOWED_HOSTS=["*"]):
        figures = {state: measure_pages(event, by) for state, event in play(plan, size, settled, by, rng)}
    sys.stdout.write(json.dumps(figures))


def play(plan: str, size: int, settled: int, by: User, rng: random.Random) -> Iterator[tuple[str, Event]]:
    """Yield the event in each state: before the draw, drawn, published, and after so many results."""
    event = tournaments.create_tournament_with_event(
        club=clubs.create_club(name="Club", by=by),
        name="Open",
        starts_at=timezone.now(),
        lengths=(5, 3),
        setup=tournaments.TournamentSetup(min(size // 2, MOST_TABLES)),
        plan=PLANS[plan],
        by=by,
    )
    names = "\n".join(f"Competitor Number-{number:04}" for number in range(1, size + 1))
    entries.enter_names(event=event, names=names, by=by, key="names")
    yield "before the draw", event
    draws.draw(event=event, by=by)
    yield "drawn", event
    draws.publish(event=event, by=by)
    if plan in {"swiss", "lives"}:
        yield "before a round", event
        draws.pair_round(event=event, flight=plan, by=by)
    yield "published", event
    for _ in range(settled):
        if match := get_next_match(event):
            settle_match(match, by, rng)
    yield "in play", event


def measure_pages(event: Event, by: User) -> dict[str, tuple[int, int, int]]:
    """Return the bytes, the queries and the status of each page."""
    event.refresh_from_db()
    home = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/"
    visitor, director = Client(), Client()
    director.force_login(by)
    figures = {}
    for reader, pages in ((visitor, PUBLIC_PAGES), (director, DESK_PAGES)):
        for page in pages:
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                answer = reader.get(home + page)
            figures[page or "event"] = (len(answer.content), len(queries), answer.status_code)
    return figures


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
