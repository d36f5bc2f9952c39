"""Run as a program with its own PostgreSQL: play a club, copy it many times, time its pages."""

import json
import random
import sys
from datetime import date, timedelta
from itertools import count
from time import perf_counter
from typing import Any

import django

django.setup()

from django.core.cache import cache  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, override_settings  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.sites.results import settle_match  # noqa: E402
from matches.models import Match, User, codes  # noqa: E402
from tournaments.models import Club, Event, RatingList  # noqa: E402
from tournaments.people.services import clubs  # noqa: E402
from tournaments.play.draws import services as draws  # noqa: E402
from tournaments.play.entries.services import entries  # noqa: E402
from tournaments.play.tournaments.services import tournaments  # noqa: E402
from tournaments.ratings.services import ratings  # noqa: E402
from tournaments.seasons import services as seasons  # noqa: E402
from tournaments.standings.season_settings import RULE_PRESETS  # noqa: E402

MEMBERS, PLAYERS, OPEN_MATCHES = 60, 16, 6
# Part of every name and code of the club that is copied; each copy has another mark in its place.
MARK = "zzz"
SKIPPED_TABLES = {"matches_notice", "matches_outbox"}
CLUBS_PER_TRANSACTION = 25
REQUESTS_PER_PAGE = 7


def main(command: str, size: int = 0) -> None:
    """`play` EVENINGS, `copy` CLUBS, or `pages`."""
    if command == "play":
        play_club(size)
    elif command == "copy":
        copy_club(size)
    else:
        with override_settings(ALLOWED_HOSTS=["*"]):
            sys.stdout.write(json.dumps(measure_pages()))


class MarkedCodes:
    """Replacement of `secrets` for new codes: the first letters of each are the mark."""

    def __init__(self) -> None:
        self._rng, self._drawn = random.Random(1), count()

    def choice(self, letters: str) -> str:
        place = next(self._drawn) % codes.LENGTH
        return MARK[place] if place < len(MARK) else self._rng.choice(letters)


def play_club(tournament_count: int) -> None:
    """Create a club from its first tournament to one in play."""
    codes.secrets = MarkedCodes()  # type: ignore[assignment,attr-defined]
    by = User.objects.create_user(f"director {MARK}")
    club = clubs.create_club(name=f"Club {MARK}", by=by)
    rng, today = random.Random(2), timezone.now()
    names = [f"Player {number:02} {MARK}" for number in range(MEMBERS)]
    for number in range(tournament_count):
        starts_at = today - timedelta(weeks=tournament_count - number - 1)
        event = start_tournament(club, starts_at, rng.sample(names, PLAYERS), by)
        play_event(event, by, rng, leave=OPEN_MATCHES if number == tournament_count - 1 else 0)
    for rating_list in RatingList.objects.all():
        ratings.rebuild(rating_list=rating_list)
    season_break = today.date() - timedelta(weeks=tournament_count // 2)
    last = date(today.year + 1, 12, 31)
    for name, first, end in (
        ("before", date(2020, 1, 1), season_break),
        ("now", season_break + timedelta(days=1), last),
    ):
        seasons.open_season(
            club=club, name=name, starts_on=first, ends_on=end, rules=RULE_PRESETS["league"].to_data(), by=by
        )


def start_tournament(club: Club, starts_at: Any, names: list[str], by: User) -> Event:
    """Create a tournament, drawn and published."""
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Tournament",
        starts_at=starts_at,
        length=5,
        consolation_length=3,
        tables=8,
        by=by,
    )
    entries.enter_names(event=event, names="\n".join(names), by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    return event


def play_event(event: Event, by: User, rng: random.Random, *, leave: int) -> None:
    """Play the event until only `leave` matches are open."""
    while True:
        waiting = list(Match.objects.filter(pairing__event=event).exclude(status="settled").order_by("id"))
        if len(waiting) <= leave:
            return
        settle_match(waiting[0], by, rng)


def copy_club(club_count: int) -> None:
    """Copy every row for every further club, within the database."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        schema = list_tables(cursor)
        strides = {table: get_stride(cursor, table) for table in schema}
        for first in range(1, club_count, CLUBS_PER_TRANSACTION):
            last = min(first + CLUBS_PER_TRANSACTION, club_count) - 1
            with transaction.atomic():
                for table, columns in schema.items():
                    cursor.execute(make_insert(table, columns, strides), {"first": first, "last": last})
        for table in schema:
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")
        cursor.execute("VACUUM ANALYZE")


def list_tables(cursor: Any) -> dict[str, list[tuple[str, str, str]]]:
    """Return every app table that has rows: its columns, each with its type and the table it references."""
    cursor.execute(
        """
        SELECT c.table_name, c.column_name, c.data_type, coalesce(f.target, '')
        FROM information_schema.columns c LEFT JOIN (
            SELECT k.conrelid::regclass::text AS source, a.attname AS name,
                k.confrelid::regclass::text AS target
            FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
            WHERE k.contype = 'f'
        ) f ON f.source = c.table_name AND f.name = c.column_name
        WHERE c.table_schema = 'public' AND c.table_name ~ '^(matches|tournaments)_'
        ORDER BY c.table_name, c.ordinal_position
        """
    )
    figures: dict[str, list[tuple[str, str, str]]] = {}
    for table, column, kind, target in cursor.fetchall():
        figures.setdefault(table, []).append((column, kind, target))
    return {table: columns for table, columns in figures.items() if is_copied(cursor, table, columns)}


def is_copied(cursor: Any, table: str, columns: list[tuple[str, str, str]]) -> bool:
    """Whether a table is copied: it has rows, and rows have an id."""
    if table in SKIPPED_TABLES or "id" not in [name for name, _, _ in columns]:
        return False
    cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {table})")
    return bool(cursor.fetchone()[0])


def get_stride(cursor: Any, table: str) -> int:
    """Return the difference of the ids of a row and its next copy."""
    cursor.execute(f"SELECT max(id) FROM {table}")
    return int(cursor.fetchone()[0])


def make_insert(table: str, columns: list[tuple[str, str, str]], strides: dict[str, int]) -> str:
    """Return the statement that copies the rows of a table for the clubs from `first` to `last`."""
    names = ", ".join(f'"{name}"' for name, _, _ in columns)
    values = ", ".join(make_value(table, *column, strides) for column in columns)
    last_id = strides[table]
    return (
        f"INSERT INTO {table} ({names}) SELECT {values} FROM {table}, "
        "(SELECT n AS club, translate(lpad(n::text, 3, '0'), '0123456789', 'bcdefghjkm') AS mark "
        f"FROM generate_series(%(first)s, %(last)s) n) each WHERE {table}.id <= {last_id}"
    )


def make_value(table: str, name: str, kind: str, target: str, strides: dict[str, int]) -> str:
    """Return the value of a column of a copy: ids are increased by strides, texts get the new mark."""
    column = f'{table}."{name}"'
    if name == "id" or target in strides:
        return f"{column} + each.club * {strides[target or table]}"
    if kind in {"character varying", "text"}:
        return f"replace({column}, '{MARK}', each.mark)"
    if kind in {"json", "jsonb"}:
        return f"replace({column}::text, '{MARK}', each.mark)::{kind}"
    return column


def measure_pages() -> dict[str, tuple[float, int]]:
    """Return seconds and queries of every page of the first club, with an empty cache."""
    club = Club.objects.order_by("pk")[0]
    event = Event.objects.filter(tournament__club=club).select_related("tournament").order_by("-pk")[0]
    player = event.entries.order_by("number")[0].player
    by = User.objects.get(memberships__club=club, memberships__role="director")
    owner, _ = User.objects.get_or_create(username=f"owner {MARK}", is_superuser=True)
    home = f"/clubs/{club.slug}/"
    event_path = f"{home}{event.tournament.slug}/{event.slug}/"
    public = {
        "home": "/",
        "club": home,
        "standings": f"{home}standings/",
        "standings, last season": f"{home}standings/?season=before",
        "ratings": f"{home}ratings/",
        "one rating": f"{home}ratings/?player={player.code}",
        "members": f"{home}members/",
        "event": event_path,
        "bracket": f"{event_path}bracket/",
        "results": f"{event_path}results/",
        "player": f"/p/{player.code}/",
        "match": f"/m/{Match.objects.filter(pairing__event=event).order_by('pk')[0].code}/",
        "clubs by API": "/api/v1/clubs/",
        "matches by API": "/api/v1/matches/",
    }
    desk = {"desk": f"{event_path}desk/", "desk, finding": f"{event_path}desk/find/?q=17"}
    visitor, director, host = Client(), Client(), Client()
    director.force_login(by)
    host.force_login(owner)
    figures = {name: measure_page(visitor, path) for name, path in public.items()}
    figures |= {name: measure_page(director, path) for name, path in desk.items()}
    figures["host"] = measure_page(host, "/host/")
    figures["a result"] = measure_result(event, by)
    return figures


def measure_page(reader: Client, path: str) -> tuple[float, int]:
    """Return the best time and the queries of several requests of a page with an empty cache."""
    times, query_count = [], 0
    for _ in range(REQUESTS_PER_PAGE):
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            started = perf_counter()
            response = reader.get(path)
            times.append(perf_counter() - started)
        query_count = len(queries)
        if response.status_code != 200:
            raise LookupError(f"{path}: {response.status_code}")
    return min(times), query_count


def measure_result(event: Event, by: User) -> tuple[float, int]:
    """Return the best time and the queries of a result with its ratings, rolled back each time."""
    match = Match.objects.filter(pairing__event=event).exclude(status="settled").order_by("pk")[0]
    times, query_count = [], 0
    for number in range(REQUESTS_PER_PAGE):
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            started = perf_counter()
            settle_match(Match.objects.get(pk=match.pk), by, random.Random(number))
            ratings.rate_match(match_id=match.pk)
            times.append(perf_counter() - started)
            transaction.set_rollback(True)
        query_count = len(queries)
    return min(times), query_count


if __name__ == "__main__":
    main(sys.argv[1], *(int(argument) for argument in sys.argv[2:]))
