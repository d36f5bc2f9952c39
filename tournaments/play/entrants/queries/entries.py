"""Entries of an event: the lines of the entry box read, counts, and entries by player."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.db.models import Count, F, Q
from django.utils import timezone

from matches.models import Player
from matches.names import NameKind, fold_name
from matches.queries.people import get_canonical_player, get_persons
from tournaments.formats.graph import LIVES, SWISS
from tournaments.journal.facts import AWAY, HERE, UNMARKED, WAITING
from tournaments.journal.state import BY_RESULT
from tournaments.models import (
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    JournalEntry,
    Membership,
    Pairing,
    Takes,
    TeamMember,
)
from tournaments.name_lists import entry_details, line_labels
from tournaments.name_lists.entry_box import LineStatus
from tournaments.name_lists.listed_payments import YES
from tournaments.play.entrants.queries.namesake_facts import describe_namesakes
from tournaments.play.entrants.queries.namesakes import MemberNames
from tournaments.play.events.events import EventOverview
from tournaments.registry import SignUpToEnter, sign_ups_to_enter, waiting_sign_ups

# In these formats an alternate enters late; in others it replaces an entry on a line of the bracket.
ROUND_FORMATS = frozenset({SWISS, LIVES})
# Of more players of a club than this no list is sent to choose from: their names are typed.
MOST_KNOWN_NAMES = 500
# What the lines of those who have an entry are.
SEATED = (LineStatus.ENTERED, LineStatus.SITS, LineStatus.WITHDRAWN)
# Entries of an event are single players and pairs.
MIXED = "mixed"
PLAYER_RELATIONS = ("player__person__face", "player__first__person__face", "player__second__person__face")


def describe_kind(event: Event, player_kinds: Collection[str]) -> str:
    """Return what entries are called whose players are of these kinds: players, pairs, teams or `MIXED`."""
    if event.takes:
        return event.takes
    if len(set(player_kinds)) > 1:
        return MIXED
    return Takes.PAIRS.value if NameKind.PAIR.value in player_kinds else Takes.PLAYERS.value


def read_names(*, event: Event, text: str, with_records: bool) -> tuple[entry_details.MatchedLine, ...]:
    """Compare each line of a pasted list with the members of the club and the entries of the event.

    A line of somebody whose entry was withdrawn has a status of its own: see `is_reinstated_by_entering`.
    For readers who may not read the records of members, these say nothing (`with_records`).
    """
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
    names = {**member_names, **entered_names}
    index = MemberNames(event.tournament.club_id, names, text, with_records=with_records)
    lines = entry_details.read(
        text,
        names,
        single_players,
        pair_numbers,
        codes=index.codes,
        marked_names=index.marked_names,
        places=index.places,
    )
    withdrawn = {key for key, entry in entries_by_player.items() if entry.status == EntryStatus.WITHDRAWN}
    lines = _mark_withdrawn(map(_leave_out_future_payment, lines), withdrawn)
    if event.takes in (Takes.PLAYERS, Takes.PAIRS):
        return _mark_wrong_kind(lines, pairs=event.takes == Takes.PAIRS)
    return lines


def _leave_out_future_payment(line: entry_details.MatchedLine) -> entry_details.MatchedLine:
    """Return a line without its payment if that is of a day to come: the line is asked about, not refused."""
    about = line.about
    if about.paid_on is None or about.paid_on <= timezone.localdate():
        return line
    amount = "" if about.paid == YES else about.paid
    text = " ".join(filter(None, (amount, about.paid_by, about.paid_on.isoformat())))
    return replace(line, about=replace(about, paid="", paid_by="", unread_paid=text))


def _mark_withdrawn(
    lines: Iterable[entry_details.MatchedLine], withdrawn: Collection[int]
) -> tuple[entry_details.MatchedLine, ...]:
    """Mark lines of players (keys) whose entries were withdrawn."""
    return tuple(
        replace(line, standing=LineStatus.WITHDRAWN)
        if line.standing is LineStatus.ENTERED
        and any(half.player in withdrawn for half in line.members or (line,))
        else line
        for line in lines
    )


def _mark_wrong_kind(
    lines: Iterable[entry_details.MatchedLine], *, pairs: bool
) -> tuple[entry_details.MatchedLine, ...]:
    """Mark lines of the wrong kind in an event of only pairs, or only single players."""
    return tuple(
        replace(line, standing=LineStatus.NOT_TAKEN)
        if line.is_taken and bool(line.members) != pairs
        else line
        for line in lines
    )


def is_reinstated_by_entering(event: Event) -> bool:
    """Return whether a list that names somebody withdrawn reinstates them: nothing is drawn yet."""
    return event.status == EventStatus.DRAFT


def read_member_names(*, club: int, text: str, with_records: bool) -> tuple[entry_details.MatchedLine, ...]:
    """Compare each line of a list with the members of a club, as `read_names`, before there is an event."""
    names = get_member_names(club)
    index = MemberNames(club, names, text, with_records=with_records)
    return entry_details.read(
        text, names, codes=index.codes, marked_names=index.marked_names, places=index.places
    )


class NameSource(StrEnum):
    """Where the name of an entrant comes from: the first of these that has it."""

    WAITING_LIST = "waiting_list"
    SIGN_UPS = "sign_ups"
    CLUB = "club"
    NONE = ""


@dataclass(frozen=True, slots=True)
class EntrantReading:
    """How the line of one player or pair is read: as by the entry box, whose checks it has.

    `text` is the line without the choice of a person. `name` is how the desk shows whom it means. `similar`
    are the names it resembles, each with the line that means it; the line of a pair has none. `choices` are
    the people it can mean if it does not say which one: the `person` of each, with what tells them apart.
    `source` says where the name comes from: a `NameSource`.
    """

    line: entry_details.MatchedLine
    text: str
    name: str
    similar: tuple[tuple[str, str], ...]
    choices: tuple[tuple[str, str], ...]
    source: "NameSource"

    @property
    def asks_person(self) -> bool:
        """Return whether the line can say which person of its name it means: of several, or a new one."""
        is_entered = self.line.standing in SEATED and not self.line.members
        return bool(self.choices) or is_entered


def read_entrant(*, event: Event, text: str, with_records: bool) -> EntrantReading | None:
    """Read the line of a late entry or a replacement; None if it is not one line."""
    lines = read_names(event=event, text=text, with_records=with_records)
    if len(lines) != 1:
        return None
    (line,) = lines
    about = replace(line.about, person="", is_another=False)
    similar = tuple(
        (name, "" if line.members else entry_details.write_particulars(name, about)) for name in line.near
    )
    keys = dict(line.choices)
    if line.standing in SEATED and not line.members:
        keys = dict(_find_others(event, line, with_records=with_records))
    texts = describe_namesakes(event.tournament.club_id, keys.values(), with_records=with_records)
    choices = tuple((person, texts[key]) for person, key in keys.items() if key in texts)
    player = Player.objects.filter(pk=line.player).first() if line.player is not None else None
    name = get_canonical_player(player).desk_name if player is not None else line.name
    source = _find_source(event, line)
    text = entry_details.write_particulars(line.name, about)
    return EntrantReading(line, text, name, similar, choices, source)


def _find_source(event: Event, line: entry_details.MatchedLine) -> NameSource:
    """Return where the name of a line comes from."""
    name = fold_name(line.name)
    if find_waiting_entry(event, line) is not None or _is_among(name, waiting_sign_ups(event)):
        return NameSource.WAITING_LIST
    if _is_among(name, sign_ups_to_enter(event)):
        return NameSource.SIGN_UPS
    return NameSource.NONE if line.standing is LineStatus.NEW else NameSource.CLUB


def _is_among(name: str, sign_ups: Iterable[Sequence[SignUpToEnter]]) -> bool:
    return any(fold_name(sign_up.name) == name for part in sign_ups for sign_up in part)


def find_waiting_entrant(event: Event, text: str, *, with_records: bool) -> Entry | None:
    """Return the entry on the waiting list of the event that a text of one line means, None for no such."""
    lines = read_names(event=event, text=text, with_records=with_records)
    return find_waiting_entry(event, lines[0]) if len(lines) == 1 else None


def find_waiting_entry(event: Event, line: entry_details.MatchedLine) -> Entry | None:
    """Return the entry on the waiting list of the event that a line means, None if it means no such entry."""
    if line.members or line.player is None:
        return None
    entry = find_entry_of_player(event, Player.objects.get(pk=line.player))
    is_waiting = entry is not None and entry.status == EntryStatus.ENTERED and entry.presence == WAITING
    return entry if is_waiting else None


def find_entry_of_player(event: Event, player: Player) -> Entry | None:
    """Return the entry of a player or a pair in an event, under whatever spelling; None without one."""
    persons = get_persons(player)
    return next((entry for entry in event_entries(event) if get_persons(entry.player) == persons), None)


def _find_others(
    event: Event, line: entry_details.MatchedLine, *, with_records: bool
) -> Iterable[tuple[str, int]]:
    """Return the code and key of each member whom a line of somebody entered means if it means another."""
    text = entry_details.mark_person(line.name, line_labels.OTHER_PERSON)
    (other,) = read_names(event=event, text=text, with_records=with_records)
    if other.player is None:
        return other.choices
    return [(Player.objects.get(pk=other.player).code, other.player)]


@dataclass(frozen=True, slots=True)
class LeftOutLine:
    """A line of a list that was not entered, with the reason: a status of `entry_details`."""

    line: int
    name: str
    reason: str


def list_left_out(*, event: Event, text: str, line: JournalEntry, with_records: bool) -> list[LeftOutLine]:
    """Return the lines of a list that the command of a journal line, which entered the list, left out."""
    # The keys of those who were reinstated are that of the list and the number of the entry.
    key = line.key.rpartition("-")[0] if line.kind == "reinstated" else line.key
    reinstated = JournalEntry.objects.filter(event=event, kind="reinstated", key__startswith=f"{key}-")
    numbers = [row.payload["entry"] for row in reinstated]
    new_entries = line.payload.get("entries", ())
    numbers += [item["entry"] if isinstance(item, dict) else item for item in new_entries]
    entries = event.entries.filter(number__in=numbers).select_related(*PLAYER_RELATIONS)
    entered_now = {person.pk for entry in entries for person in get_persons(entry.player)}
    rows = read_names(event=event, text=text, with_records=with_records)
    keys = {half.player for row in rows for half in row.members or (row,) if half.player is not None}
    persons = {
        player.pk: get_canonical_player(player).pk
        for player in Player.objects.select_related("person__face").filter(pk__in=keys)
    }
    return [
        LeftOutLine(row.number, row.name, row.standing.value)
        for row in rows
        if row.standing in (LineStatus.REPEATED, LineStatus.BYE, LineStatus.WITHDRAWN)
        or (
            row.standing is LineStatus.ENTERED
            and not any(persons.get(half.player or 0) in entered_now for half in row.members or (row,))
        )
    ]


def members_of(event: Event) -> dict[int, str]:
    """Return the players of the event's club as `get_member_names`."""
    return get_member_names(event.tournament.club_id)


def get_member_names(club: int) -> dict[int, str]:
    """Return the players of a club with their full names; of one person's, the first of a name."""
    members = Membership.objects.filter(club=club, player__isnull=False).order_by("-pk")
    rows = list(members.values_list("player_id", "player__full_name", "player__person"))
    first_spellings = {(person or -player, fold_name(name)): player for player, name, person in rows}
    first_players = set(first_spellings.values())
    return {player: name for player, name, _person in rows if player in first_players}


def list_marked_names(event: Event) -> frozenset[str]:
    """Return the folded names of the club's players, also with what tells them apart."""
    names = members_of(event)
    marked = MemberNames(event.tournament.club_id, names).marked_names
    return frozenset((*map(fold_name, names.values()), *marked))


def known_names(event: Event) -> list[str]:
    """Return the sorted full names of the club's players, for a choice list; none if they are too many."""
    members = Membership.objects.filter(club=event.tournament.club_id, player__anonymised_at=None)
    full_names = members.exclude(player=None).values_list("player__full_name", flat=True)
    names = list(full_names.order_by("player__full_name").distinct()[: MOST_KNOWN_NAMES + 1])
    return names if len(names) <= MOST_KNOWN_NAMES else []


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
    names_by_key = event.entries.order_by("number").values_list(
        "pk", "player__full_name", "player__person_name"
    )
    matching_keys = [pk for pk, *names in names_by_key if any(folded_letters in fold_name(n) for n in names)]
    return list(event.entries.filter(pk__in=matching_keys).select_related("player").order_by("number"))


def public_names(event: Event) -> list[str]:
    """Return the public names of the entries by number. One query."""
    return list(event.entries.order_by("number").values_list("player__name", flat=True))


def count_entries(event: Event) -> dict[str, int]:
    """Return how many are `entered`, how many `withdrawn`, and how many of the first wait. One query."""
    is_waiting = Q(status=EntryStatus.ENTERED, presence=WAITING)
    is_withdrawn = Q(status=EntryStatus.WITHDRAWN)
    return event.entries.aggregate(
        entered=Count("pk", filter=~is_withdrawn),
        withdrawn=Count("pk", filter=is_withdrawn),
        waiting=Count("pk", filter=is_waiting),
    )


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
