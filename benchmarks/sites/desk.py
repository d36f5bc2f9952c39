"""Run as a program with the environment of a site: print large tournaments with every table in play."""

import json
import sys
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from matches.models import Match, User  # noqa: E402
from tournaments.people.services import clubs  # noqa: E402
from tournaments.play.draws import services as draws  # noqa: E402
from tournaments.play.entries.services import entries  # noqa: E402
from tournaments.play.tournaments.services import tournaments  # noqa: E402


def main(events: int, players: int) -> None:
    """Create the tournaments; print the desk and the matches in play of each."""
    call_command("migrate", verbosity=0)
    director = User.objects.create_user("director", password="paper-and-felt")
    club = clubs.create_club(name="Benchmark", by=director)
    summaries = [_start_tournament(club, director, number, players) for number in range(events)]
    sys.stdout.write(json.dumps(summaries))


def _start_tournament(club: Any, by: User, number: int, players: int) -> dict[str, Any]:
    event = tournaments.create_knockout_tournament(
        club=club,
        name=f"Tournament {number}",
        starts_at=timezone.now(),
        length=5,
        consolation_length=3,
        tables=players // 2,
        by=by,
    )
    names = "\n".join(f"Player {number}-{each}" for each in range(players))
    entries.enter_names(event=event, names=names, by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    matches = Match.objects.filter(desk=event.tournament.desk_id, status="called").order_by("pk")
    desk = f"/clubs/{club.slug}/{event.tournament.slug}/{event.slug}/desk/"
    summary = {"event": event.pk, "code": event.tournament.desk.code, "desk": desk}
    table_cards = dict(matches.values_list("code", "table__code"))
    return {**summary, "matches": list(table_cards), "cards": table_cards}


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
