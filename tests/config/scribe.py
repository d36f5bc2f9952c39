"""Run as a program in a house of the tests: plays evenings until its input ends, or tells all events.

After each line of a journal it prints the club, the event, the number of the line and what the canonical file
of the event hashes to at that moment, when nobody else can write.
"""

import hashlib
import random
import sys
import threading
from io import StringIO
from itertools import count

import django

django.setup()

from django.core.management import CommandError, call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from matches.models import Match, User  # noqa: E402
from tests.tournaments import nights  # noqa: E402
from tournaments.models import Club, Event  # noqa: E402
from tournaments.queries.event_files import file_of  # noqa: E402
from tournaments.services.locks import locked  # noqa: E402

PLAYERS = 8


def main(deed: str, name: str = "") -> None:
    """Play the evenings of a club of this name, or tell all."""
    if deed == "play":
        play(name)
    else:
        put_back(name)
        for event in Event.objects.order_by("pk"):
            tell(event)


def put_back(file: str) -> None:
    """Restore a house here; whatever the doctor says of it comes first."""
    call_command("restore", file, stdout=StringIO())
    call_command("doctor")
    # The counters go on from the last row, and who lives in a house is not replaced without a word.
    User.objects.create_user("newcomer")
    try:
        call_command("restore", file)
    except CommandError as refused:
        sys.stdout.write(f"{refused}\n")
    call_command("restore", file, "--replace", stdout=sys.stdout)


def play(name: str) -> None:
    """One evening after the other, at least one; a line that comes in names a file for a backup."""
    told_to_stop = threading.Event()
    threading.Thread(target=save, args=[told_to_stop], daemon=True).start()
    club = nights.a_club(name, by=User.objects.create_user(name))
    chance = random.Random(name)
    for week in count():
        evening(club, week, chance)
        if told_to_stop.is_set():
            return


def save(told_to_stop: threading.Event) -> None:
    """Make a backup in every file named by the input, while the evenings are played."""
    for line in sys.stdin:
        call_command("backup", line.strip(), stdout=StringIO())
    told_to_stop.set()


def evening(club: Club, week: int, chance: random.Random) -> None:
    """From the first name to the last result."""
    with transaction.atomic():
        event = nights.a_night(club, [f"{club.name} {number}" for number in range(PLAYERS)], week=week)
        tell(event)
    while waiting := list(Match.objects.filter(pairing__event=event).exclude(status="settled")):
        with transaction.atomic():
            locked(event)
            nights.settle(chance.choice(waiting), chance.choice(("white", "black")))
            tell(event)


def tell(event: Event) -> None:
    """One line of what an event is now."""
    with transaction.atomic():
        held = locked(event)
        digest = hashlib.sha256(file_of(held)).hexdigest()
        last = held.journal.count()
    sys.stdout.write(f"{held.tournament.club.name} {held.pk} {last} {digest}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
