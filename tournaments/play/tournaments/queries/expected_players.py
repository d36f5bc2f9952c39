"""Players expected at weekly nights: on which day a list is open, who is on it, and who waits."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from matches.actors import Identity
from matches.models import Player
from matches.names import NameKind, fold_name
from matches.queries.people import canonical_key
from tournaments.models import Club, Entry, EntryStatus, ExpectedPlayer, Membership, Tournament, WeeklyNight
from tournaments.play.entrants.queries.namesake_facts import describe_namesakes
from tournaments.play.entrants.queries.namesakes import MemberNames
from tournaments.play.tournaments.queries.weekly_nights import (
    UpcomingTournament,
    get_current_tournaments,
    get_upcoming,
)


@dataclass(frozen=True, slots=True)
class ExpectedPerson:
    """A person on the list of a night, once, however often and by whomever they were put on it.

    `person` is the key of the canonical player, None for a name that the club does not know. `place` counts
    from 1, those on the waiting list (`is_waiting`) by themselves.
    """

    rows: tuple[ExpectedPlayer, ...]
    person: int | None
    place: int
    is_waiting: bool

    @property
    def number(self) -> int:
        """The number of the person in addresses: the key of their first row."""
        return self.rows[0].pk

    @property
    def has_place(self) -> bool:
        """Whether the person comes, and is not on the waiting list."""
        return not self.is_waiting

    @property
    def name(self) -> str:
        """The name for officials: that of the player, else as it was typed."""
        row = self.rows[0]
        return row.player.desk_name if row.player is not None else row.name


@dataclass(frozen=True, slots=True)
class ExpectedList:
    """The list of a night for one day; `is_open` is whether people can put themselves on it now."""

    night: WeeklyNight
    day: date
    starts_at: datetime
    is_open: bool
    people: tuple[ExpectedPerson, ...]

    @property
    def coming_count(self) -> int:
        """How many come, without the waiting list."""
        return sum(not person.is_waiting for person in self.people)

    @property
    def waiting_count(self) -> int:
        """How many are on the waiting list."""
        return len(self.people) - self.coming_count

    @property
    def is_full(self) -> bool:
        """Whether the next one goes on the waiting list."""
        return self.night.capacity is not None and len(self.people) >= self.night.capacity


@dataclass(frozen=True, slots=True)
class ClosedList:
    """The list of a night whose tournament exists: nobody joins or leaves it any more.

    `entered` are the keys of the canonical players in the events of the tournament, `entered_names` their
    names as they are compared.
    """

    tournament: Tournament
    people: tuple[ExpectedPerson, ...]
    entered: frozenset[int]
    entered_names: frozenset[str]

    def is_entered(self, person: ExpectedPerson) -> bool:
        """Return whether a person of the list is entered; one unknown to the club by the name alone."""
        if person.person is not None:
            return person.person in self.entered
        return fold_name(person.name) in self.entered_names


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A row of the list that a visitor can take back, and its person.

    `is_oneself` is whether it is about the visitor, proved by account or badge; else `name` was given.
    """

    row: ExpectedPlayer
    person: ExpectedPerson
    is_oneself: bool

    @property
    def name(self) -> str:
        """The name as it was typed; nothing else about the person is public."""
        return self.row.name


def get_open_starts(upcoming: Iterable[UpcomingTournament], now: datetime) -> dict[int, datetime]:
    """Return the next start of each weekly night by key: not skipped, not begun, without a tournament."""
    starts: dict[int, datetime] = {}
    for one in upcoming:
        if one.night is not None and not one.is_skipped and one.starts_at > now:
            starts.setdefault(one.night.pk, one.starts_at)
    return starts


def get_open_lists(
    club: Club, upcoming: Sequence[UpcomingTournament], now: datetime
) -> dict[int, ExpectedList]:
    """Return the open list of each weekly night of a club by key. One query, none for an archived club."""
    if club.archived_at is not None:
        return {}
    starts = get_open_starts(upcoming, now)
    nights = {one.night.pk: one.night for one in upcoming if one.night is not None}
    is_of_list = Q(pk__in=[])
    for key, start in starts.items():
        is_of_list |= Q(night=key, day=timezone.localdate(start))
    rows = _select_rows(is_of_list) if starts else []
    return {
        key: ExpectedList(
            nights[key],
            timezone.localdate(start),
            start,
            True,
            _list_people([row for row in rows if row.night_id == key], nights[key].capacity),
        )
        for key, start in starts.items()
    }


def select_shown(
    upcoming: Sequence[UpcomingTournament], open_lists: Mapping[int, ExpectedList], count: int
) -> list[UpcomingTournament]:
    """Return the first `count` dates, and of the later ones those whose list is open."""
    later = (
        one
        for one in upcoming[count:]
        if one.night is not None
        and one.night.pk in open_lists
        and open_lists[one.night.pk].starts_at == one.starts_at
    )
    return [*upcoming[:count], *later]


def get_open_list(night: WeeklyNight, now: datetime) -> ExpectedList | None:
    """Return the open list of a weekly night, None if nobody can be put on one. Four queries."""
    return get_open_lists(night.club, get_upcoming(night.club, now), now).get(night.pk)


def get_people(night: WeeklyNight, day: date) -> tuple[ExpectedPerson, ...]:
    """Return the people on the list of a night for a day, in order. One query."""
    return _list_people(_select_rows(Q(night=night, day=day)), night.capacity)


def get_people_of_tournament(tournament: Tournament) -> tuple[ExpectedPerson, ...]:
    """Return the people expected at the tournament of a weekly night; none for other tournaments."""
    if tournament.weekly is None:
        return ()
    return get_people(tournament.weekly, timezone.localdate(tournament.starts_at))


def is_of_today(open_list: ExpectedList, now: datetime) -> bool:
    """Return whether a list is for today, and is closed when the night is started."""
    return open_list.day == timezone.localdate(now)


def get_closed_list(night: WeeklyNight, now: datetime) -> ClosedList | None:
    """Return the list of the night that is played now, None before it is started. At most five queries."""
    tournament = get_current_tournaments([night], now).get(night.pk)
    if tournament is None:
        return None
    entries = Entry.objects.filter(event__tournament=tournament, status=EntryStatus.ENTERED)
    rows = entries.annotate(person=canonical_key("player")).values_list("person", "player__full_name")
    entered = list(rows)
    people = get_people(night, timezone.localdate(tournament.starts_at))
    return ClosedList(
        tournament,
        people,
        frozenset(person for person, _name in entered),
        frozenset(fold_name(name) for _person, name in entered),
    )


def find_own_places(people: Iterable[ExpectedPerson], identity: Identity) -> list[OwnPlace]:
    """Return the rows that this identity may take back."""
    return [
        OwnPlace(row, person, _is_oneself(row, identity))
        for person in people
        for row in person.rows
        if is_own_row(row, identity)
    ]


def is_own_row(row: ExpectedPlayer, identity: Identity) -> bool:
    """Return whether an identity has put this row on the list, or proves to be its player."""
    if _is_oneself(row, identity):
        return True
    if not row.name:
        return False
    is_of_account = identity.user is not None and row.by_id == identity.user.pk
    return is_of_account or (row.by_id is None and bool(row.device) and row.device == identity.device)


def _is_oneself(row: ExpectedPlayer, identity: Identity) -> bool:
    player = get_own_player(identity)
    return player is not None and not row.name and row.player is not None and row.player.is_one_with(player)


def get_own_player(identity: Identity) -> Player | None:
    """Return the person that an identity proves to be, by account, else by badge; never a pair or a team."""
    for player in (getattr(identity.user, "player", None), identity.badge_player):
        if player is not None and player.is_person and player.anonymised_at is None:
            return player
    return None


class ClubNames:
    """The names of the current players of a club, with which typed names are compared."""

    def __init__(self, club: Club) -> None:
        rows = Membership.objects.filter(
            club=club, left_at=None, player__kind=NameKind.PERSON.value, player__anonymised_at=None
        )
        names = rows.annotate(key=canonical_key("player")).order_by("pk")
        columns = names.values_list("player", "key", "player__full_name")
        # Of spellings of one person that are written alike, one is enough.
        spellings = {(key, fold_name(name)): (player, key, name) for player, key, name in columns}
        self._persons = {player: key for player, key, _name in spellings.values()}
        self._names = MemberNames(club.pk, {player: name for player, _key, name in spellings.values()})
        self.keys = frozenset(self._persons.values())

    def find(self, name: str) -> list[int]:
        """Return the keys of the canonical players whom this name can mean."""
        return sorted({self._persons[player] for player in self._names.find(name)})


def find_namesakes(night: WeeklyNight, people: Iterable[ExpectedPerson]) -> dict[int, dict[str, str]]:
    """Return by number of each person who is a name only the members that it can mean, if several have it.

    They are codes with what tells the members apart. Only directors may read them.
    """
    unknown = [person for person in people if person.person is None]
    club_names = ClubNames(night.club) if unknown else None
    keys = {person.number: club_names.find(person.name) for person in unknown} if club_names else {}
    shared = {number: members for number, members in keys.items() if len(members) > 1}
    every = {member for members in shared.values() for member in members}
    texts, codes = describe_namesakes(night.club_id, every), Player.objects.in_bulk(every)
    return {
        number: {codes[member].code: texts[member] for member in members}
        for number, members in shared.items()
    }


def export_expected(player: Player) -> list[dict[str, Any]]:
    """Return on which lists a person is, for their own data."""
    rows = ExpectedPlayer.objects.filter(player__in=_get_spelling_keys(player)).select_related("night__club")
    return [
        {"club": row.night.club.name, "night": row.night.name, "day": row.day.isoformat(), "at": row.at}
        for row in rows.order_by("pk")
    ]


def get_last_name(device: str) -> str:
    """Return the name that a device put on a list last, to propose it again; "" without one. One query."""
    rows = ExpectedPlayer.objects.filter(device=device, by=None).exclude(name="") if device else None
    row = rows.order_by("-pk").first() if rows is not None else None
    return row.name if row is not None else ""


def _get_spelling_keys(player: Player) -> Collection[int]:
    if player.person_id is None:
        return [player.pk]
    return list(Player.objects.filter(person=player.person_id).values_list("pk", flat=True))


def _select_rows(condition: Q) -> list[ExpectedPlayer]:
    rows = ExpectedPlayer.objects.filter(condition).select_related("player__person__face")
    return list(rows.order_by("pk"))


def _list_people(rows: Iterable[ExpectedPlayer], capacity: int | None) -> tuple[ExpectedPerson, ...]:
    rows_by_person: dict[tuple[str, int], list[ExpectedPlayer]] = {}
    for row in rows:
        key = ("row", row.pk) if row.player is None else ("person", _get_person_key(row.player))
        rows_by_person.setdefault(key, []).append(row)
    return tuple(
        _make_person(kind, key, person_rows, place, capacity)
        for place, ((kind, key), person_rows) in enumerate(rows_by_person.items(), start=1)
    )


def _make_person(
    kind: str, key: int, rows: Sequence[ExpectedPlayer], place: int, capacity: int | None
) -> ExpectedPerson:
    is_waiting = capacity is not None and place > capacity
    waiting_place = place - capacity if is_waiting and capacity is not None else place
    return ExpectedPerson(tuple(rows), key if kind == "person" else None, waiting_place, is_waiting)


def _get_person_key(player: Player) -> int:
    return player.person.face_id if player.person is not None else player.pk
