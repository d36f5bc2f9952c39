"""Search of entries and matches by the first letters of a name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from django.db.models import Q

from matches.models import Desk, Match
from matches.queries.desks import AT_TABLE_VALUES, get_open_matches
from matches.states import AT_A_TABLE, Status
from rules.errors import Refusal
from tournaments.entries_text import folded
from tournaments.models import Entry, Event, Tournament

ENTRIES_SHOWN = 24
UNFINISHED_STATUSES = frozenset(
    {*(status.value for status in AT_A_TABLE), Status.SCHEDULED.value, Status.POSTPONED.value}
)


ENTRY_RELATIONS = ("event", "player__first", "player__second")


class EntryRow(NamedTuple):
    """An entry somebody looks for, with the name desks read and what its event is called."""

    pk: int
    number: int
    status: str
    place_from: int | None
    place_to: int | None
    player: int
    name: str
    event_pk: int
    slug: str
    event_name: str


class MatchRow(NamedTuple):
    """A match of somebody who is looked for."""

    pk: int
    code: str
    title: str
    status: str
    white: str
    black: str
    white_score: int
    black_score: int
    number: int | None
    label: str | None
    white_pk: int
    black_pk: int
    event: int | None

    @property
    def table(self) -> str:
        """What its table is called; nothing where it has none."""
        return self.label or str(self.number or "")


ENTRY_COLUMNS = (
    *("pk", "number", "status", "place_from", "place_to", "player", "player__full_name"),
    *("event", "event__slug", "event__name"),
)
MATCH_COLUMNS = (
    *("pk", "code", "title", "status", "white__full_name", "black__full_name", "white_score", "black_score"),
    *("table__number", "table__label", "white", "black", "pairing__event"),
)


@dataclass(frozen=True, slots=True)
class EntryMatchesRow:
    """An entry somebody looks for in an event, the match it is to play or plays now, and its settled ones."""

    event: Event
    entry: EntryRow
    now: tuple[MatchRow, ...]
    settled: tuple[MatchRow, ...]


@dataclass(frozen=True, slots=True)
class EntryMatches:
    """The same with all that is known of the entry and of its matches."""

    entry: Entry
    now: tuple[Match, ...]
    settled: tuple[Match, ...]


def matches_letters(letters: str, name: str) -> bool:
    """Whether each of these beginnings begins a word of a name, whatever its accents."""
    return _starts_words(folded(letters).split(), name)


def _starts_words(prefixes: Sequence[str], name: str) -> bool:
    name_words = folded(name).split()
    return bool(prefixes) and all(
        any(name_word.startswith(prefix) for name_word in name_words) for prefix in prefixes
    )


def find_match(desk: Desk, letters: str) -> tuple[Match, str]:
    """The open match at a table a name leads to, and the side of who is meant.

    Raises `name_not_playing` when nobody at a table is meant, `name_not_clear` with all who could be.
    """
    candidates = [
        (match, side)
        for match in get_open_matches(desk)
        for side, player in (("white", match.white), ("black", match.black))
        if matches_letters(letters, player.full_name)
    ]
    if not candidates:
        raise Refusal("name_not_playing", letters=letters)
    if len(candidates) > 1:
        names = sorted(str(getattr(match, side).full_name) for match, side in candidates)
        raise Refusal("name_not_clear", letters=letters, names=", ".join(names))
    return candidates[0]


def find_entry_rows(tournament: Tournament, letters: str) -> list[EntryMatchesRow]:
    """The entries of all events of a tournament somebody may mean, at most a page of them; two queries."""
    prefixes = folded(letters).split()
    entries = Entry.objects.filter(event__tournament=tournament).order_by("event", "number")
    entry_rows = (EntryRow._make(row) for row in entries.values_list(*ENTRY_COLUMNS))
    matching_entries = (
        list(islice((entry for entry in entry_rows if _starts_words(prefixes, entry.name)), ENTRIES_SHOWN))
        if prefixes
        else []
    )
    events = {
        row.event_pk: Event(pk=row.event_pk, slug=row.slug, name=row.event_name, tournament=tournament)
        for row in matching_entries
    }
    players = [entry.player for entry in matching_entries]
    player_matches = Match.objects.filter(
        Q(white__in=players) | Q(black__in=players), desk=tournament.desk_id, pairing__isnull=False
    )
    rows = player_matches.exclude(status=Status.VOID.value).order_by("pk").values_list(*MATCH_COLUMNS)
    matches = [MatchRow._make(row) for row in rows]
    return [_entry_matches_row(events[entry.event_pk], entry, matches) for entry in matching_entries]


def find_entries_with_matches(tournament: Tournament, letters: str) -> list[EntryMatches]:
    """The same as `rows_meant` tells, with all that is known of the entries and matches; four queries."""
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
    """The match at a table of the desk."""
    return get_open_matches(event.tournament.desk).filter(table__number=number).first()


def match_row_at_table(event: Event, number: int) -> MatchRow | None:
    """The same as a row; one query."""
    at_table = Match.objects.filter(
        desk=event.tournament.desk_id, table__number=number, status__in=AT_TABLE_VALUES
    )
    row = at_table.order_by("pk").values_list(*MATCH_COLUMNS).first()
    return MatchRow._make(row) if row else None


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
