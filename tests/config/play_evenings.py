"""Run as a program in a site of the tests: plays evenings, seats matches, tells what everything is.

After each line of a journal it prints the club, the event, the number of the line and what the canonical file
of the event hashes to at that moment, when nobody else can write.
"""

import hashlib
import json
import random
import sys
import threading
from io import StringIO
from itertools import count

import django

django.setup()

from django.apps import apps  # noqa: E402
from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import CommandError, call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.db.models import JSONField, Value  # noqa: E402

from matches.models import Match, Outbox, User  # noqa: E402
from matches.queries.operations import count_pending  # noqa: E402
from matches.records.models import Archive, ArchivedFile  # noqa: E402
from tests.tournaments import club_evenings  # noqa: E402
from tournaments.models import Club, Event  # noqa: E402
from tournaments.queries.exports import write_event_file  # noqa: E402
from tournaments.services.locks import lock_event  # noqa: E402

PLAYERS, LARGE = 8, 16


def main(command: str, name: str = "") -> None:
    """Play the evenings of a club of this name, or tell all."""
    if command == "play":
        play(name)
    elif command == "seat":
        seat(int(name))
    elif command == "owed":
        sys.stdout.write(str(count_pending().count))
    elif command == "count":
        sys.stdout.write(json.dumps(counted()))
    elif command == "rows":
        if name:
            found(name)
        sys.stdout.write(json.dumps(digests()))
    else:
        put_back(name)
        for event in Event.objects.order_by("pk"):
            tell(event)


def seat(result: int) -> None:
    """Evenings with so many first matches waiting; prints where each is entered, and a director's session."""
    by = User.objects.create_user("director")
    club = club_evenings.a_club("Riverside", by=by)
    waiting: list[tuple[str, str]] = []
    while len(waiting) < result:
        week = len(waiting) // LARGE
        event = club_evenings.a_night(club, [f"{week} {number}" for number in range(2 * LARGE)], week=week)
        path = f"/clubs/{club.slug}/{event.tournament.slug}/{event.slug}/desk/result/"
        rows = Match.objects.filter(pairing__event=event, pairing__round=1, pairing__flight="main")
        waiting += [(path, code) for code in rows.order_by("pk").values_list("code", flat=True)]
    session = SessionStore()
    session.update({SESSION_KEY: str(by.pk), BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0]})
    session[HASH_SESSION_KEY] = by.get_session_auth_hash()
    session.create()
    mapping = {"session": session.session_key, "matches": waiting[:result]}
    sys.stdout.write(json.dumps(mapping))


def counted() -> dict[str, tuple[str, int, int, int, int]]:
    """Of every match begun: its status, scores, lines of the journal about it, rows of rating."""
    settled = Match.objects.exclude(status="scheduled").exclude(status="called").select_related("pairing")
    return {
        match.code: (
            match.status,
            match.white_score,
            match.black_score,
            match.pairing.event.journal.filter(kind="settled", payload__pairing=match.pairing.label).count(),
            match.rating_changes.filter(replaced_in=None).count(),
        )
        for match in settled
    }


def found(name: str) -> None:
    """A club of somebody new, with what is hard to write down."""
    club = club_evenings.a_club(name, by=User.objects.create_user(name))
    Club.objects.filter(pk=club.pk).update(about="a\ttab, two\nlines, a \\ and \\N, \u00e9\u4e2d\x0b\x7f")
    archive = Archive.objects.create(desk=club.desk, name="a.zip", by=User.objects.get(username=name))
    ArchivedFile.objects.create(archive=archive, number=1, name="a.mat", data=bytes(range(256)))
    for payload in (None, "null", [0.1, 1.5e-7, {"a": None}], "\\N"):
        Outbox.objects.create(kind="of-old", payload=Value(payload, JSONField()), given_up_at=club.created_at)


def digests() -> dict[str, str]:
    """What every event's file hashes to, and of every table how many rows there are and what all their values
    hash to, whatever the database."""
    mapping = {
        f"event {row.pk}": hashlib.sha256(write_event_file(row)).hexdigest() for row in Event.objects.all()
    }
    for model in apps.get_models(include_auto_created=True):
        rows = list(model._base_manager.order_by("pk").values())
        text = json.dumps(rows, default=plain, sort_keys=True)
        mapping[model._meta.db_table] = f"{len(rows)} {hashlib.sha256(text.encode()).hexdigest()}"
    return mapping


def plain(value: object) -> str:
    """What JSON has no type for: bytes, moments, days."""
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def put_back(file: str) -> None:
    """Restore a site here; whatever the doctor says of it comes first."""
    call_command("restore", file, stdout=StringIO())
    call_command("doctor")
    # The counters go on from the last row, and the data of a site is not replaced without a confirmation.
    User.objects.create_user("newcomer")
    try:
        call_command("restore", file)
    except CommandError as error:
        sys.stdout.write(f"{error}\n")
    call_command("restore", file, "--replace", stdout=sys.stdout)


def play(name: str) -> None:
    """One evening after the other, at least one; a line that comes in names a file for a backup."""
    stop_requested = threading.Event()
    threading.Thread(target=save, args=[stop_requested], daemon=True).start()
    club = club_evenings.a_club(name, by=User.objects.create_user(name))
    chance = random.Random(name)
    for week in count():
        evening(club, week, chance)
        if stop_requested.is_set():
            return


def save(stop_requested: threading.Event) -> None:
    """Make a backup in every file named by the input, while the evenings are played."""
    for line in sys.stdin:
        call_command("backup", line.strip(), stdout=StringIO())
    stop_requested.set()


def evening(club: Club, week: int, chance: random.Random) -> None:
    """From the first name to the last result."""
    with transaction.atomic():
        event = club_evenings.a_night(club, [f"{club.name} {number}" for number in range(PLAYERS)], week=week)
        tell(event)
    while waiting := list(Match.objects.filter(pairing__event=event).exclude(status="settled")):
        with transaction.atomic():
            lock_event(event)
            club_evenings.settle(chance.choice(waiting), chance.choice(("white", "black")))
            tell(event)


def tell(event: Event) -> None:
    """One line of what an event is now."""
    with transaction.atomic():
        result = lock_event(event)
        digest = hashlib.sha256(write_event_file(result)).hexdigest()
        last = result.journal.count()
    sys.stdout.write(f"{result.tournament.club.name} {result.pk} {last} {digest}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
