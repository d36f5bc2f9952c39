"""Run as a program with the environment of a site: print the pages of a large, half-played tournament."""

import json
import random
import sys

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from benchmarks.sites.results import event_of, next_match, settle  # noqa: E402
from matches.models import Match, User  # noqa: E402

PAGES = ("", "bracket/", "entries/", "results/", "draw-audit/", "journal/")


def main(players: int, settled: int) -> None:
    """Play so many matches of an event of so many players, and print what a visitor may open."""
    call_command("migrate", verbosity=0)
    by = User.objects.create_user("director", password="paper-and-felt")
    event, rng = event_of(players, by), random.Random(players)
    for _ in range(settled):
        if match := next_match(event):
            settle(match, by, rng)
    club, night = event.tournament.club, event.tournament
    last = Match.objects.filter(status="settled").select_related("white").latest("settled_at")
    mapping = {
        "house": "/",
        "club": f"/clubs/{club.slug}/",
        "standings": f"/clubs/{club.slug}/standings/",
        **{page or "event": f"/clubs/{club.slug}/{night.slug}/{event.slug}/{page}" for page in PAGES},
        "match": f"/m/{last.code}/",
        "player": f"/p/{last.white.code}/",
        "phone at a table": f"/t/{event.tournament.desk.tables.order_by('number')[0].code}/",
    }
    sys.stdout.write(json.dumps(mapping))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
