"""Entries of an event, and parsing of a pasted list of names."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q

from matches.models import Player
from matches.queries.people import get_canonical_player, get_persons
from tournaments import entries_text
from tournaments.formats.field import LIVES, SWISS
from tournaments.journal.entrants import AWAY, HERE, UNSAID, WAITING
from tournaments.journal.placement import BY_RESULT
from tournaments.models import Entry, EntryStatus, Event, Membership, Pairing, Takes, TeamMember
from tournaments.queries.flights import EventOverview

# Flights whose people have no lines: an alternate comes late there.
ROUND_FORMATS = frozenset({SWISS, LIVES})
PLAYER_RELATIONS = ("player__person__face", "player__first__person__face", "player__second__person__face")


def read_names(*, event: Event, text: str) -> tuple[entries_text.Line, ...]:
    """What each line of a pasted list means for this event: a member, a new name, somebody in already."""
    member_names = members_of(event)
    entries_by_face = {
        person.pk: entry for entry in event_entries(event) for person in get_persons(entry.player)
    }
    entered_players = Player.objects.filter(
        Q(pk__in=entries_by_face) | Q(person__face__in=entries_by_face)
    ).select_related("person")
    entries_by_player = {
        player.pk: entries_by_face[player.person.face_id if player.person else player.pk]
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
    """The players of the club of an event, with their full names."""
    members = Membership.objects.filter(club=event.tournament.club_id, player__isnull=False)
    return dict(members.order_by("-pk").values_list("player_id", "player__full_name"))


def known_names(event: Event) -> list[str]:
    """The full names of the club's players, to choose from."""
    members = Membership.objects.filter(club=event.tournament.club_id, player__anonymised_at=None)
    full_names = members.exclude(player=None).values_list("player__full_name", flat=True)
    return sorted(set(full_names))


def find_duplicate_player(event: Event) -> Player | None:
    """Somebody who sits in two entries of an event, alone or in pairs; None when nobody does."""
    entry_counts = Counter(person for entry in event_entries(event) for person in get_persons(entry.player))
    if event.takes == Takes.TEAMS.value:
        entry_counts.update(get_canonical_player(member.player) for member in team_members(event))
    return next((person for person, count in entry_counts.items() if count > 1), None)


def event_entries(event: Event) -> list[Entry]:
    """The entries of an event with the faces of whoever sits in them, by number."""
    return list(event.entries.select_related(*PLAYER_RELATIONS).order_by("number"))


def team_members(event: Event) -> list[TeamMember]:
    """Who belongs to the teams of an event, team by team in board order, with whoever shows for them."""
    rows = TeamMember.objects.filter(event=event).select_related("player__person__face")
    return list(rows.order_by("entry__number", F("position").asc(nulls_first=True)))


def memberships_of_players(players: Iterable[int]) -> list[TeamMember]:
    """The places of these players in teams of all events."""
    rows = TeamMember.objects.filter(player__in=list(players))
    return list(rows.select_related("event", "player__person__face").order_by("pk"))


def entries_of_players(players: Iterable[int]) -> list[Entry]:
    """The entries of these players in all events, with the faces of whoever sits in them."""
    player_keys = list(players)
    has_player = (
        Q(player__in=player_keys) | Q(player__first__in=player_keys) | Q(player__second__in=player_keys)
    )
    return list(Entry.objects.filter(has_player).select_related("event", *PLAYER_RELATIONS).order_by("pk"))


def entries_with_players(event: Event) -> list[Entry]:
    """The entries of an event with their players, by number. One query."""
    return list(event.entries.select_related("player").order_by("number"))


def find_entries(event: Event, letters: str) -> list[Entry]:
    """The entries whose full names hold these letters, whatever their accents; all without letters."""
    if not letters:
        return entries_with_players(event)
    folded_letters = entries_text.folded(letters)
    names_by_key = event.entries.order_by("number").values_list("pk", "player__full_name")
    matching_keys = [pk for pk, name in names_by_key if folded_letters in entries_text.folded(name)]
    return list(event.entries.filter(pk__in=matching_keys).select_related("player").order_by("number"))


def public_names(event: Event) -> list[str]:
    """The names everybody may read of who is entered, by number. One query."""
    return list(event.entries.order_by("number").values_list("player__name", flat=True))


def count_entries(event: Event) -> dict[str, int]:
    """How many entries there are, `entered`, and how many of them are `waiting` for a place. One query."""
    waits = Q(status=EntryStatus.ENTERED, presence=WAITING)
    return event.entries.aggregate(entered=Count("pk"), waiting=Count("pk", filter=waits))


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """How many entries are here, away, on the waiting list, and not marked yet.

    `alternates` wait for a place and `lines` are those who have not played in `flight`, whom one of them may
    replace; both are empty where nobody waits or nothing of lines is drawn.
    """

    here: int
    away: int
    waiting: int
    unsaid: int
    flight: str = ""
    alternates: tuple[Entry, ...] = ()
    lines: tuple[Entry, ...] = ()


def get_entry_counts(event: Event, event_entries: Sequence[Entry], overview: EventOverview) -> EntryCounts:
    """The roll of an event, of its entries; one query where somebody waits for a place, else none."""
    playing = [entry for entry in event_entries if entry.status == EntryStatus.ENTERED]
    presence_counts = Counter(entry.presence for entry in playing)
    present_count, away_count, waiting_count, unmarked_count = (
        presence_counts[presence] for presence in (HERE, AWAY, WAITING, UNSAID)
    )
    alternates = tuple(entry for entry in playing if entry.presence == WAITING)
    drawn_stages = [*overview.published, *(draft.stage for draft in overview.drafts if not draft.hangs)]
    flight = next((key for key in drawn_stages if key.partition("_")[0] not in ROUND_FORMATS), "")
    if not alternates or not flight:
        return EntryCounts(present_count, away_count, waiting_count, unmarked_count)
    seats = Pairing.objects.filter(event=event).values_list("white_entry", "black_entry", "decided")
    seated_keys = {seat for white, black, _ in seats for seat in (white, black)}
    played_keys = {seat for white, black, how in seats if how == BY_RESULT for seat in (white, black)}
    replaceable_entries = tuple(entry for entry in playing if entry.pk in seated_keys - played_keys)
    return EntryCounts(
        present_count, away_count, waiting_count, unmarked_count, flight, alternates, replaceable_entries
    )
