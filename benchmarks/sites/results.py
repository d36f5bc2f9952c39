"""Run as a program with its own database: the cost of each result of a large event."""

import json
import random
import sys
from time import perf_counter

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, reset_queries  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from matches.models import Match, User  # noqa: E402
from matches.services import rulings  # noqa: E402
from tournaments.models import Event  # noqa: E402
from tournaments.people.services import clubs  # noqa: E402
from tournaments.play.draws import services as draws  # noqa: E402
from tournaments.play.entries.services import entries  # noqa: E402
from tournaments.play.tournaments.services import tournaments  # noqa: E402


def main(results: int, sizes: list[int]) -> None:
    """Print seconds and queries of the results of an event of each size."""
    call_command("migrate", verbosity=0)
    sys.stdout.write(json.dumps([measure_results(size, results) for size in sizes]))


def measure_results(players: int, results: int) -> list[tuple[float, int]]:
    """Return seconds and queries of each of the first `results` of a knockout with consolation."""
    by = User.objects.create_user(f"director-{players}", password="paper-and-felt")
    event = start_event(players, by)
    rng = random.Random(players)
    timings: list[tuple[float, int]] = []
    while len(timings) < results:
        reset_queries()
        match = get_next_match(event)
        if match is None:
            break
        with CaptureQueriesContext(connection) as queries:
            start = perf_counter()
            settle_match(match, by, rng)
            seconds = perf_counter() - start
        timings.append((seconds, len(queries)))
    return timings


def start_event(players: int, by: User) -> Event:
    event = tournaments.create_knockout_tournament(
        club=clubs.create_club(name=f"Club of {players}", by=by),
        name=f"Tournament of {players}",
        starts_at=timezone.now(),
        length=5,
        consolation_length=3,
        tables=players // 2,
        by=by,
    )
    names = "\n".join(f"Player {number} of {players}" for number in range(players))
    entries.enter_names(event=event, names=names, by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    return event


def get_next_match(event: Event) -> Match | None:
    called_matches = Match.objects.filter(pairing__event=event, status="called").select_related(
        "desk", "white", "black"
    )
    return called_matches.order_by("?").first()


def settle_match(match: Match, by: User, rng: random.Random) -> None:
    winner = rng.choice(("white", "black"))
    loser = rng.randrange(match.length)
    scores = (match.length, loser) if winner == "white" else (loser, match.length)
    rulings.award(
        match=match,
        white_score=scores[0],
        black_score=scores[1],
        winner=winner,
        ending="played",
        by=by,
        reason="",
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), [int(size) for size in sys.argv[2:]])
