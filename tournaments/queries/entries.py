"""Entries of an event, names of members, and the search of the desk for entries and matches by name."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from django.db.models import Count, F, Q

from matches.models import Desk, Match, Player
from matches.names import fold_name
from matches.queries.desks import AT_TABLE_VALUES, get_open_matches
from matches.queries.people import get_canonical_player, get_persons
from matches.states import AT_A_TABLE, Status
from rules.errors import Refusal
from tournaments import entries_text
from tournaments.formats.graph import LIVES, SWISS
from tournaments.journal.facts import AWAY, HERE, UNMARKED, WAITING
from tournaments.journal.state import BY_RESULT
from tournaments.models import Entry, EntryStatus, Event, Membership, Pairing, Takes, TeamMember, Tournament
from tournaments.queries.events import EventOverview

# In these formats an alternate enters late; in others it replaces an entry on a line of the bracket.
ROUND_FORMATS = frozenset({SWISS, LIVES})
PLAYER_RELATIONS = ("player__person__face", "player__first__person__face", "player__second__person__face")


def read_names(*, event: Event, text: str) -> tuple[entries_text.MatchedLine, ...]:
    """Compare each line of a pasted list with the members of the club and the entries of the event."""
    member_names = members_of(event)
    entries_by_person = {
        person.pk: entry for entry in event_entries(event) for person in get_persons(entry.player)
    }
    entered_players = Player.objects.filter(
        Q(pk__in=entries_by_person) | Q(person__face__in=entries_by_person)
    ).select_related("person")
    entries_by_player = {
        player.pk: entries_by_person[player.person.face_id if player.person else player.pk]
        for player in entered_players
    }
    entered_names = {player.pk: player.full_name for player in entered_players}
    single_players = [player for player, entry in entries_by_player.items() if not entry.player.is_pair]
    pair_numbers = {
        player: entry.number for player, entry in entries_by_player.items() if entry.player.is_pair
    }
    lines = entries_text.read(text, {**member_names, **entered_names}, single_players, pair_numbers)
    if event.takes in (Takes.PLAYERS, Takes.PAIRS):
        return entries_text.fitting(lines, pairs=event.takes == Takes.PAIRS)
    return lines


def members_of(event: Event) -> dict[int, str]:
    """Return the players of the event's club with their full names."""
    members = Membership.objects.filter(club=event.tournament.club_id, player__isnull=False)
    return dict(members.order_by("-pk").values_list("player_id", "player__full_name"))


def known_names(event: Event) -> list[str]:
    """Return the sorted full names of the club's players, for a choice list."""
    members = Membership.objects.filter(club=event.tournament.club_id, player__anonymised_at=None)
    full_names = members.exclude(player=None).values_list("player__full_name", flat=True)
    return sorted(set(full_names))


def find_duplicate_player(event: Event) -> Player | None:
    """Return a player who is in two entries of an event, alone or in pairs, if any."""
    entry_counts = Counter(person for entry in event_entries(event) for person in get_persons(entry.player))
    if event.takes == Takes.TEAMS.value:
        entry_counts.update(get_canonical_player(member.player) for member in team_members(event))
    return next((person for person, count in entry_counts.items() if count > 1), None)


def event_entries(event: Event) -> list[Entry]:
    """Return the entries of an event with their players, by number."""
    return list(event.entries.select_related(*PLAYER_RELATIONS).order_by("number"))


def team_members(event: Event) -> list[TeamMember]:
    """Return the team members of an event, by team in board order, with canonical players."""
    rows = TeamMember.objects.filter(event=event).select_related("player__person__face")
    return list(rows.order_by("entry__number", F("position").asc(nulls_first=True)))


def memberships_of_players(players: Iterable[int]) -> list[TeamMember]:
    """Return the team memberships of these players in all events."""
    rows = TeamMember.objects.filter(player__in=list(players))
    return list(rows.select_related("event", "player__person__face").order_by("pk"))


def entries_of_players(players: Iterable[int]) -> list[Entry]:
    """Return the entries of these players in all events, with their players."""
    player_keys = list(players)
    has_player = (
        Q(player__in=player_keys) | Q(player__first__in=player_keys) | Q(player__second__in=player_keys)
    )
    return list(Entry.objects.filter(has_player).select_related("event", *PLAYER_RELATIONS).order_by("pk"))


def entries_with_players(event: Event) -> list[Entry]:
    """Return the entries of an event with their players, by number. One query."""
    return list(event.entries.select_related("player").order_by("number"))


def find_entries(event: Event, letters: str) -> list[Entry]:
    """Return the entries whose full name contains these letters, ignoring case and accents; all if empty."""
    if not letters:
        return entries_with_players(event)
    folded_letters = fold_name(letters)
    names_by_key = event.entries.order_by("number").values_list("pk", "player__full_name")
    matching_keys = [pk for pk, name in names_by_key if folded_letters in fold_name(name)]
    return list(event.entries.filter(pk__in=matching_keys).select_related("player").order_by("number"))


def public_names(event: Event) -> list[str]:
    """Return the public names of the entries by number. One query."""
    return list(event.entries.order_by("number").values_list("player__name", flat=True))


def count_entries(event: Event) -> dict[str, int]:
    """Return the number of entries, `entered`, and of those on the waiting list, `waiting`. One query."""
    is_waiting = Q(status=EntryStatus.ENTERED, presence=WAITING)
    return event.entries.aggregate(entered=Count("pk"), waiting=Count("pk", filter=is_waiting))


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """Number of entries checked in (`here`), absent, on the waiting list, and not marked (`unsaid`).

    `alternates` are on the waiting list; `lines` are the entries in `flight` that have not played, so that
    an alternate can replace them. Both are empty without a waiting list or a drawn bracket.
    """

    here: int
    away: int
    waiting: int
    unsaid: int
    flight: str = ""
    alternates: tuple[Entry, ...] = ()
    lines: tuple[Entry, ...] = ()


def get_entry_counts(event: Event, event_entries: Sequence[Entry], overview: EventOverview) -> EntryCounts:
    """Return the presence counts of an event's entries; one query with a waiting list, else none."""
    playing = [entry for entry in event_entries if entry.status == EntryStatus.ENTERED]
    presence_counts = Counter(entry.presence for entry in playing)
    present_count, away_count, waiting_count, unmarked_count = (
        presence_counts[presence] for presence in (HERE, AWAY, WAITING, UNMARKED)
    )
    alternates = tuple(entry for entry in playing if entry.presence == WAITING)
    drawn_stages = [*overview.published, *(draft.stage for draft in overview.drafts if not draft.hangs)]
    flight = next((key for key in drawn_stages if key.partition("_")[0] not in ROUND_FORMATS), "")
    if not alternates or not flight:
        return EntryCounts(present_count, away_count, waiting_count, unmarked_count)
    seats = Pairing.objects.filter(event=event).values_list("white_entry", "black_entry", "decided")
    seated_keys = {seat for white, black, _ in seats for seat in (white, black)}
    played_keys = {
        seat for white, black, decision in seats if decision == BY_RESULT for seat in (white, black)
    }
    replaceable_entries = tuple(entry for entry in playing if entry.pk in seated_keys - played_keys)
    return EntryCounts(
        present_count, away_count, waiting_count, unmarked_count, flight, alternates, replaceable_entries
    )


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
    name: str
    event_pk: int
    slug: str
    event_name: str


class MatchRow(NamedTuple):
    """A match of a found entry."""

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
        """Return the name of its table, "" without one."""
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
    """Return whether each word of `letters` begins a part of the name, ignoring case and accents."""
    return _matches_prefixes(fold_name(letters).split(), name)


def _matches_prefixes(prefixes: Sequence[str], name: str) -> bool:
    name_parts = fold_name(name).split()
    return bool(prefixes) and all(
        any(name_part.startswith(prefix) for name_part in name_parts) for prefix in prefixes
    )


def find_match(desk: Desk, letters: str) -> tuple[Match, str]:
    """Return the open match of the player whose name begins like this, and the side of that player.

    Raises `name_not_playing` if there is none, and `name_not_clear` if there are several.
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
