"""Run as a program with its own database: a club with many matches of earlier years, and its tables."""

import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from time import perf_counter

import django

from tournaments.ratings.queries import rating_tables
from tournaments.seasons.queries import season_tables

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from matches.models import Match, Outbox, User  # noqa: E402
from matches.services import outbox, settling  # noqa: E402
from tournaments.exchange.past_results import ParsedResults, PastRow  # noqa: E402
from tournaments.importing.services import history_import  # noqa: E402
from tournaments.models import Club, RatingList, Season  # noqa: E402
from tournaments.people.services import clubs  # noqa: E402
from tournaments.ratings.queries import ratings  # noqa: E402
from tournaments.seasons import services as seasons  # noqa: E402
from tournaments.seasons.queries import careers  # noqa: E402
from tournaments.standings.season_settings import RULE_PRESETS  # noqa: E402

PLAYERS, MATCHES_PER_DAY = 120, 60
FIRST = date(2015, 1, 5)


def main(matches: int) -> None:
    """Print what each step took in milliseconds."""
    call_command("migrate", verbosity=0)
    by = User.objects.create_user("director", password="paper-and-felt")
    club = clubs.create_club(name="Club", by=by)
    rows = build_results(matches)
    report_duration("import", lambda: import_results(club, rows, by))
    report_duration("outbox after it", deliver_outbox)
    season, rating_list = open_season(club, rows, by), RatingList.objects.get(club=club)
    report_duration("season table of a year", lambda: season_tables.get_standings(season))
    report_duration("rating list", lambda: rating_tables.rating_table(rating_list))
    report_duration("predictions", lambda: ratings.get_calibration(rating_list))
    report_duration("head-to-head", lambda: careers.get_career_rows(club))
    report_duration("oldest result corrected", lambda: correct_oldest_result(by))
    with write_at_the_desk(club) as waits:
        report_duration("outbox after it", deliver_outbox)
    sys.stdout.write(f"writes at the desk meanwhile: {len(waits)}, the longest {1000 * max(waits):.0f} ms\n")


def build_results(matches: int) -> list[PastRow]:
    """Return results of weekly tournaments."""
    rng, rows = random.Random(matches), []
    names = [f"Player {'abcdefghijkl'[one % 12]}{one // 12}" for one in range(PLAYERS)]
    for number in range(matches):
        one, other = rng.sample(names, 2)
        length = rng.choice((3, 5, 7, 9, 11))
        day = FIRST + timedelta(weeks=number // MATCHES_PER_DAY)
        score = (length, rng.randrange(length))
        rows.append(PastRow(number + 1, day, "Weekly", one, other, length, score, True, "played"))
    return rows


def import_results(club: Club, rows: list[PastRow], by: User) -> None:
    history_import.import_results(
        club=club,
        name="all.csv",
        results=ParsedResults(tuple(rows)),
        choices=dict.fromkeys(range(PLAYERS), "new"),
        by=by,
    )


def open_season(club: Club, rows: list[PastRow], by: User) -> Season:
    year = rows[0].day.year
    rules, days = RULE_PRESETS["best-of"].to_data(), (date(year, 1, 1), date(year, 12, 31))
    return seasons.open_season(club=club, name="Year", starts_on=days[0], ends_on=days[1], rules=rules, by=by)


def correct_oldest_result(by: User) -> None:
    match = Match.objects.earliest("settled_at", "pk")
    settling.correct_result(match=match, white_score=0, black_score=match.length, by=by, reason="Sheet found")


def deliver_outbox() -> None:
    while row := Outbox.objects.filter(sent_at=None).order_by("pk").first():
        outbox.deliver_message(outbox_id=row.pk)


@contextmanager
def write_at_the_desk(club: Club) -> Iterator[list[float]]:
    """Write a row every twentieth of a second in another thread; yield how long each took."""
    stopped, waits = threading.Event(), list[float]()

    def write() -> None:
        while not stopped.wait(0.05):
            start = perf_counter()
            with transaction.atomic():
                Club.objects.filter(pk=club.pk).update(name=club.name)
            waits.append(perf_counter() - start)
        connection.close()

    desk = threading.Thread(target=write)
    desk.start()
    try:
        yield waits
    finally:
        stopped.set()
        desk.join()


def report_duration(name: str, action: Callable[[], object]) -> None:
    start = perf_counter()
    action()
    sys.stdout.write(f"{name}: {1000 * (perf_counter() - start):.0f} ms\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
