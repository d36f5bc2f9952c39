"""The search of the desk: entries and matches by letters of a name or by a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from django.db.models import Q

from matches.models import Desk, Match
from matches.names import add_distinction, fold_name
from matches.queries.desks import AT_TABLE_VALUES, get_open_matches
from matches.queries.matches import exclude_suspended
from matches.queries.people import DESK_NAME_COLUMNS, known_name, read_desk_names
from matches.states import AT_A_TABLE, Status, get_shown_status
from rules.errors import Refusal
from tournaments.models import Entry, Event, Tournament

ENTRIES_SHOWN = 24
UNFINISHED_STATUSES = frozenset(
    {*(status.value for status in AT_A_TABLE), Status.SCHEDULED.value, Status.POSTPONED.value}
)


ENTRY_RELATIONS = ("event", "player__first", "player__second")


class EntryRow(NamedTuple):
    """An entry found by a search, with its display name and event."""

    pk: int
    number: int
    status: str
    place_from: int | None
    place_to: int | None
    player: int
    full_name: str
    distinction: str
    event_pk: int
    slug: str
    event_name: str
    event_status: str

    @property
    def name(self) -> str:
        """The name that officials see."""
        return add_distinction(self.full_name, self.distinction)


class MatchRow(NamedTuple):
    """A match of a found entry."""

    white: str
    black: str
    pk: int
    code: str
    title: str
    status: str
    white_score: int
    black_score: int
    ending: str
    number: int | None
    label: str | None
    white_pk: int
    black_pk: int
    event: int | None

    @property
    def table(self) -> str:
        """Return the name of its table, "" without one."""
        return self.label or str(self.number or "")

    @property
    def shown_status(self) -> str:
        """The status as pages name it."""
        return get_shown_status(self.status, has_table=bool(self.table))


ENTRY_COLUMNS = (
    *("pk", "number", "status", "place_from", "place_to", "player"),
    *(known_name("player"), "player__distinction"),
    *("event", "event__slug", "event__name", "event__status"),
)
MATCH_COLUMNS = (
    *DESK_NAME_COLUMNS,
    *("pk", "code", "title", "status", "white_score", "black_score", "ending"),
    *("table__number", "table__label", "white", "black", "pairing__event"),
)


@dataclass(frozen=True, slots=True)
class EntryMatchesRow:
    """An entry found in an event, with its next or current matches and its settled ones."""

    event: Event
    entry: EntryRow
    now: tuple[MatchRow, ...]
    settled: tuple[MatchRow, ...]


@dataclass(frozen=True, slots=True)
class EntryMatches:
    """An entry with its matches as model instances."""

    entry: Entry
    now: tuple[Match, ...]
    settled: tuple[Match, ...]


def matches_letters(letters: str, name: str) -> bool:
    """Return whether each part of `letters` begins a part of the name, ignoring case and accents."""
    return _matches_prefixes(fold_name(letters).split(), name)


def _matches_prefixes(prefixes: Sequence[str], name: str) -> bool:
    name_parts = fold_name(name).split()
    return bool(prefixes) and all(
        any(name_part.startswith(prefix) for name_part in name_parts) for prefix in prefixes
    )


def find_match(desk: Desk, letters: str) -> tuple[Match, str]:
    """Return the open match of the player whose name begins like this, and the side of that player.

    A complete name is that of its player, although a longer one begins alike. The letters may name the
    opponent too: "ada bo" is the match of Ada and Bo. Raises `name_not_playing` if there is none,
    `name_not_clear` if there are several, and `opponent_not_clear` if one player has several.
    """
    candidates = find_matches(desk, letters)
    if not candidates:
        raise Refusal("name_not_playing", letters=letters)
    if len(candidates) > 1:
        names = sorted({str(getattr(match, side).desk_name) for match, side in candidates})
        if len(names) == 1:
            opponents = sorted(
                str((match.black if side == "white" else match.white).desk_name) for match, side in candidates
            )
            raise Refusal("opponent_not_clear", name=names[0], opponents=", ".join(opponents))
        raise Refusal("name_not_clear", letters=letters, names=", ".join(names))
    return candidates[0]


def find_matches(desk: Desk, letters: str) -> list[tuple[Match, str]]:
    """Return the open matches that these letters can mean, each with the side of the player."""
    candidates = [
        (match, side)
        for match in get_open_matches(desk)
        for side, player in (("white", match.white), ("black", match.black))
        if matches_letters(letters, player.desk_name)
    ]
    complete = fold_name(letters)
    candidates = [
        (match, side) for match, side in candidates if fold_name(getattr(match, side).known_name) == complete
    ] or candidates
    return candidates or _find_by_both_names(desk, letters)


def _find_by_both_names(desk: Desk, letters: str) -> list[tuple[Match, str]]:
    """Return the open matches whose player begins like the first parts and whose opponent like the others."""
    parts = letters.split()
    return [
        (match, side)
        for match in get_open_matches(desk)
        for side, player, other in (("white", match.white, match.black), ("black", match.black, match.white))
        if any(
            matches_letters(" ".join(parts[:count]), player.desk_name)
            and matches_letters(" ".join(parts[count:]), other.desk_name)
            for count in range(1, len(parts))
        )
    ]


def find_entry_rows(tournament: Tournament, letters: str) -> list[EntryMatchesRow]:
    """Return the first entries of a tournament whose names begin like this, with matches. Two queries."""
    prefixes = fold_name(letters).split()
    entries = Entry.objects.filter(event__tournament=tournament).order_by("event", "number")
    entry_rows = (EntryRow._make(row) for row in entries.values_list(*ENTRY_COLUMNS))
    matching_entries = (
        list(
            islice((entry for entry in entry_rows if _matches_prefixes(prefixes, entry.name)), ENTRIES_SHOWN)
        )
        if prefixes
        else []
    )
    events = {
        row.event_pk: Event(
            pk=row.event_pk,
            slug=row.slug,
            name=row.event_name,
            status=row.event_status,
            tournament=tournament,
        )
        for row in matching_entries
    }
    players = [entry.player for entry in matching_entries]
    player_matches = Match.objects.filter(
        Q(white__in=players) | Q(black__in=players), desk=tournament.desk_id, pairing__isnull=False
    )
    valid_matches = exclude_suspended(player_matches.exclude(status=Status.VOID.value))
    rows = valid_matches.order_by("pk").values_list(*MATCH_COLUMNS)
    matches = [MatchRow._make(read_desk_names(row)) for row in rows]
    return [_entry_matches_row(events[entry.event_pk], entry, matches) for entry in matching_entries]


def find_entries_with_matches(tournament: Tournament, letters: str) -> list[EntryMatches]:
    """Return the entries of `find_entry_rows` as model instances with matches; four queries."""
    rows = find_entry_rows(tournament, letters)
    entries = Entry.objects.select_related(*ENTRY_RELATIONS).in_bulk([row.entry.pk for row in rows])
    matches_with_players = Match.objects.select_related("desk", "white", "black", "table")
    matches = matches_with_players.in_bulk([match.pk for row in rows for match in (*row.now, *row.settled)])
    return [
        EntryMatches(
            entries[row.entry.pk],
            tuple(matches[match.pk] for match in row.now),
            tuple(matches[match.pk] for match in row.settled),
        )
        for row in rows
    ]


def match_at_table(event: Event, number: int) -> Match | None:
    """Return the match at a table of the desk."""
    return get_open_matches(event.tournament.desk).filter(table__number=number).first()


def match_row_at_table(event: Event, number: int) -> MatchRow | None:
    """Return the match at a table as a row; one query."""
    at_table = Match.objects.filter(
        desk=event.tournament.desk_id, table__number=number, status__in=AT_TABLE_VALUES
    )
    row = at_table.order_by("pk").values_list(*MATCH_COLUMNS).first()
    return MatchRow._make(read_desk_names(row)) if row else None


def _entry_matches_row(event: Event, entry: EntryRow, matches: Iterable[MatchRow]) -> EntryMatchesRow:
    own_matches = [
        match
        for match in matches
        if match.event == entry.event_pk and entry.player in (match.white_pk, match.black_pk)
    ]
    return EntryMatchesRow(
        event,
        entry,
        now=tuple(match for match in own_matches if match.status in UNFINISHED_STATUSES),
        settled=tuple(match for match in own_matches if match.status == Status.SETTLED.value),
    )
