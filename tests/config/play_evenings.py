"""A program run in a site of the tests: it plays tournaments, creates matches and prints the state of a site.

After each line of an event's journal it prints the club, the event, the number of the line and the hash of
the event file, which is written while the event is locked.
"""

import hashlib
import json
import random
import sys
import threading
import time
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
from matches.queries.outbox_messages import count_pending  # noqa: E402
from matches.records.models import Archive, ArchivedFile  # noqa: E402
from tests.tournaments import club_evenings  # noqa: E402
from tournaments.importing.queries.exports import write_event_file  # noqa: E402
from tournaments.locks import lock_event  # noqa: E402
from tournaments.models import Club, Event  # noqa: E402

PLAYERS, LARGE = 8, 16
# SQLite does not queue its writers: one that waits looks again every 100 ms and finds no gap beside a
# writer that goes on at once. People leave longer ones.
SECONDS_BETWEEN_RESULTS = 0.02


def main(command: str, name: str = "") -> None:
    """Run one command: play, seat, pending, count, rows or return; `name` is its argument."""
    if command == "play":
        play(name)
    elif command == "seat":
        seat(int(name))
    elif command == "pending":
        sys.stdout.write(str(count_pending().count))
    elif command == "count":
        sys.stdout.write(json.dumps(summarise_matches()))
    elif command == "rows":
        if name:
            create_club_with_special_values(name)
        sys.stdout.write(json.dumps(digests()))
    else:
        restore(name)
        for event in Event.objects.order_by("pk"):
            print_state(event)


def seat(number: int) -> None:
    """Create events until `number` matches of first rounds are waiting.

    Print where the result of each is entered, and the key of a session of the director."""
    by = User.objects.create_user("director")
    club = club_evenings.a_club("Riverside", by=by)
    waiting: list[tuple[str, str]] = []
    while len(waiting) < number:
        week = len(waiting) // LARGE
        event = club_evenings.a_night(club, [f"{week} {index}" for index in range(2 * LARGE)], week=week)
        path = f"/clubs/{club.slug}/{event.tournament.slug}/{event.slug}/desk/result/"
        matches = Match.objects.filter(pairing__event=event, pairing__round=1, pairing__flight="main")
        waiting += [(path, code) for code in matches.order_by("pk").values_list("code", flat=True)]
    session = SessionStore()
    session.update({SESSION_KEY: str(by.pk), BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0]})
    session[HASH_SESSION_KEY] = by.get_session_auth_hash()
    session.create()
    output = {"session": session.session_key, "matches": waiting[:number]}
    sys.stdout.write(json.dumps(output))


def summarise_matches() -> dict[str, tuple[str, int, int, int, int]]:
    """The status, scores, journal lines and valid rating changes of every match that has begun."""
    begun_matches = (
        Match.objects.exclude(status="scheduled").exclude(status="called").select_related("pairing")
    )
    return {
        match.code: (
            match.status,
            match.white_score,
            match.black_score,
            match.pairing.event.journal.filter(kind="settled", payload__pairing=match.pairing.label).count(),
            match.rating_changes.filter(replaced_in=None).count(),
        )
        for match in begun_matches
    }


def create_club_with_special_values(name: str) -> None:
    """Create a user and a club, with text, bytes and JSON that are hard to export."""
    club = club_evenings.a_club(name, by=User.objects.create_user(name))
    Club.objects.filter(pk=club.pk).update(about="a\ttab, two\nlines, a \\ and \\N, \u00e9\u4e2d\x0b\x7f")
    archive = Archive.objects.create(desk=club.desk, name="a.zip", by=User.objects.get(username=name))
    ArchivedFile.objects.create(archive=archive, number=1, name="a.mat", data=bytes(range(256)))
    for payload in (None, "null", [0.1, 1.5e-7, {"a": None}], "\\N"):
        Outbox.objects.create(kind="of-old", payload=Value(payload, JSONField()), given_up_at=club.created_at)


def digests() -> dict[str, str]:
    """The hash of every event file, and the number of rows of every table with the hash of their values.

    They do not depend on the kind of database."""
    hashes = {
        f"event {event.pk}": hashlib.sha256(write_event_file(event)).hexdigest()
        for event in Event.objects.all()
    }
    for model in apps.get_models(include_auto_created=True):
        rows = list(model._base_manager.order_by("pk").values())
        text = json.dumps(rows, default=plain, sort_keys=True)
        hashes[model._meta.db_table] = f"{len(rows)} {hashlib.sha256(text.encode()).hexdigest()}"
    return hashes


def plain(value: object) -> str:
    """Write as text what JSON has no type for: bytes, dates and times."""
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def restore(backup_file: str) -> None:
    """Restore a backup, run the doctor, and restore again: refused without --replace, then with it."""
    call_command("restore", backup_file, stdout=StringIO())
    call_command("doctor")
    # The counters go on from the last row, and the data of a site is not replaced without a confirmation.
    User.objects.create_user("newcomer")
    try:
        call_command("restore", backup_file)
    except CommandError as error:
        sys.stdout.write(f"{error}\n")
    call_command("restore", backup_file, "--replace", stdout=sys.stdout)


def play(name: str) -> None:
    """Play one event after another until standard input ends; each of its lines names a file for a backup."""
    stop_requested = threading.Event()
    threading.Thread(target=save, args=[stop_requested], daemon=True).start()
    club = club_evenings.a_club(name, by=User.objects.create_user(name))
    chance = random.Random(name)
    for week in count():
        evening(club, week, chance)
        if stop_requested.is_set():
            return


def save(stop_requested: threading.Event) -> None:
    """Write a backup to every file named by standard input, while the events are played."""
    for line in sys.stdin:
        call_command("backup", line.strip(), stdout=StringIO())
    stop_requested.set()


def evening(club: Club, week: int, chance: random.Random) -> None:
    """Play one event, from the entries to the last result."""
    with transaction.atomic():
        event = club_evenings.a_night(club, [f"{club.name} {number}" for number in range(PLAYERS)], week=week)
        print_state(event)
    while waiting := list(Match.objects.filter(pairing__event=event).exclude(status="settled")):
        with transaction.atomic():
            lock_event(event)
            club_evenings.settle(chance.choice(waiting), chance.choice(("white", "black")))
            print_state(event)
        time.sleep(SECONDS_BETWEEN_RESULTS)


def print_state(event: Event) -> None:
    """Print one line with the present state of an event."""
    with transaction.atomic():
        locked_event = lock_event(event)
        digest = hashlib.sha256(write_event_file(locked_event)).hexdigest()
        last = locked_event.journal.count()
    sys.stdout.write(f"{locked_event.tournament.club.name} {locked_event.pk} {last} {digest}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
