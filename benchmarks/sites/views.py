"""Run as a program with the environment of a site: print the pages of a large, half-played tournament."""

import json
import random
import sys

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from benchmarks.sites.results import get_next_match, settle_match, start_event  # noqa: E402
from matches.models import Match, User  # noqa: E402

PAGES = ("", "bracket/", "entries/", "results/", "draw-audit/", "journal/")


def main(players: int, settled: int) -> None:
    """Play `settled` matches of an event, and print the paths of its public pages by name."""
    call_command("migrate", verbosity=0)
    by = User.objects.create_user("director", password="paper-and-felt")
    event, rng = start_event(players, by), random.Random(players)
    for _ in range(settled):
        if match := get_next_match(event):
            settle_match(match, by, rng)
    club, tournament = event.tournament.club, event.tournament
    last = Match.objects.filter(status="settled").select_related("white").latest("settled_at")
    paths = {
        "home": "/",
        "club": f"/clubs/{club.slug}/",
        "standings": f"/clubs/{club.slug}/standings/",
        **{page or "event": f"/clubs/{club.slug}/{tournament.slug}/{event.slug}/{page}" for page in PAGES},
        "match": f"/m/{last.code}/",
        "player": f"/p/{last.white.code}/",
        "phone at a table": f"/t/{event.tournament.desk.tables.order_by('number')[0].code}/",
    }
    sys.stdout.write(json.dumps(paths))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
