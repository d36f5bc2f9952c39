"""Players to enter again: those expected, those of the latest tournaments, members of the club."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from matches.models import Player
from matches.names import NameKind, fold_name, get_sort_key
from matches.queries.people import canonical_key
from matches.states import Ending, Status
from tournaments.models import Entry, EntryStatus, Event, Membership, Pairing, Tournament
from tournaments.play.entrants.queries.namesake_facts import describe_former_members, describe_namesakes
from tournaments.play.tournaments.queries.expected_players import (
    ClubNames,
    ExpectedPerson,
    get_people_of_tournament,
)

TOURNAMENTS_LOOKED_BACK = 8
# So many fit into one form (`DATA_UPLOAD_MAX_NUMBER_FIELDS`).
MOST_CHOICES = 1_000
# What the value of a name without a player begins with, in the form; other values are codes of players.
NEW_PERSON = "new-"


@dataclass(frozen=True, slots=True)
class Regular:
    """A player to enter again: number of recent tournaments attended, and whether they attended the last one.

    `expected` is their place on the list of the weekly night, None if they are not on it.
    `distinction` tells them from namesakes of the club; "" without any.
    """

    player: Player
    times: int
    was_last: bool
    expected: ExpectedPerson | None = None
    distinction: str = ""
    # That the membership has ended, and when.
    former: str = ""

    @property
    def value(self) -> str:
        """The value of the player in the form."""
        return self.player.code

    @property
    def name(self) -> str:
        """The name at the desk."""
        return self.player.desk_name


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Somebody expected whose name no player of the club has, or several have (`is_unclear`)."""

    expected: ExpectedPerson
    is_unclear: bool

    @property
    def value(self) -> str:
        """The value of the name in the form."""
        return f"{NEW_PERSON}{self.expected.number}"

    @property
    def name(self) -> str:
        """The name as it was typed."""
        return self.expected.name


@dataclass(frozen=True, slots=True)
class ReturningPlayers:
    """The players to choose from for an event.

    `expected` are those on the list of the weekly night, in its order, `regulars` those of the
    latest tournaments by attendance, `members` the others of the club by name, `former` those who have
    left. With somebody expected, only
    they are selected at first; else those of the last tournament are. `left_out` is how many members there
    are beyond those that fit into the form.
    """

    expected: tuple[Regular | NewPerson, ...]
    regulars: tuple[Regular, ...]
    members: tuple[Regular, ...]
    left_out: int = 0
    former: tuple[Regular, ...] = ()

    @property
    def known_players(self) -> tuple[Regular, ...]:
        """All of them who are players of the club."""
        expected = tuple(each for each in self.expected if isinstance(each, Regular))
        return (*expected, *self.regulars, *self.members, *self.former)

    @property
    def new_people(self) -> tuple[NewPerson, ...]:
        """Those expected who can be entered as new players of the club."""
        new_people = (each for each in self.expected if isinstance(each, NewPerson))
        return tuple(each for each in new_people if not each.is_unclear)

    @property
    def values(self) -> list[str]:
        """The values that the form takes."""
        known_values = [player.value for player in self.known_players]
        return [*known_values, *(person.value for person in self.new_people)]

    @property
    def first_selected(self) -> list[str]:
        """The values that are selected when the form is first shown."""
        if self.expected:
            return [each.value for each in self.expected if each.expected and each.expected.has_place]
        return [player.value for player in self.regulars if player.was_last]


def get_returning_players(event: Event, *, with_records: bool = False) -> ReturningPlayers:
    """Return the players to choose from who are not entered in this event; thirteen queries at most.

    Those of recent tournaments are of the same weekly night, if the event is of one; who has withdrawn counts
    after a match that was played.

    The players of a club are also the guests and the people of imported results. Those who have left are
    listed apart; the year that only their record says is for those who may read it (`with_records`).
    """
    tournament = event.tournament
    entered = set(Entry.objects.filter(event=event).values_list(canonical_key("player"), flat=True))
    attendances, last = _get_attendances(tournament)
    club_names = ClubNames(tournament.club)
    left_memberships = Membership.objects.filter(
        club=tournament.club_id, left_at__isnull=False, player__isnull=False
    )
    former = set(left_memberships.values_list(canonical_key("player"), flat=True)) - club_names.keys
    times = Counter(player for _, player in attendances if player not in former)
    expected = [
        (person, [person.person] if person.person is not None else club_names.find(person.name))
        for person in get_people_of_tournament(tournament)
    ]
    expected_by_key = {keys[0]: person for person, keys in reversed(expected) if len(keys) == 1}
    keys = {*times, *club_names.keys, *expected_by_key, *former} - entered
    players = Player.objects.filter(anonymised_at=None, kind=NameKind.PERSON.value).in_bulk(sorted(keys))
    distinctions = _get_distinctions(tournament.club_id, players.values())
    others = former - set(expected_by_key)
    endings = describe_former_members(tournament.club_id, others, with_records=with_records)
    rows = {
        key: Regular(
            player,
            times[key],
            (last, key) in attendances,
            expected_by_key.get(key),
            distinctions.get(key, ""),
            endings.get(key, ""),
        )
        for key, player in players.items()
    }
    return _sort_rows(rows, expected)


def has_returning_players(event: Event) -> bool:
    """Return whether there is anybody to choose."""
    return bool(get_returning_players(event).values)


def _get_attendances(tournament: Tournament) -> tuple[set[tuple[int, int]], int | None]:
    """Return who took part in the latest tournaments, as pairs of keys, and the key of the last of these."""
    before = Tournament.objects.filter(club=tournament.club_id, starts_at__lte=tournament.starts_at)
    others = before.exclude(pk=tournament.pk).exclude(events__is_league=True)
    counted_tournaments = others.filter(weekly=tournament.weekly_id) if tournament.weekly_id else others
    latest = list(
        counted_tournaments.order_by("-starts_at", "-pk").values_list("pk", flat=True)[
            :TOURNAMENTS_LOOKED_BACK
        ]
    )
    is_seated = Q(white_entry=OuterRef("pk")) | Q(black_entry=OuterRef("pk"))
    played = Pairing.objects.filter(
        is_seated, match__status=Status.SETTLED.value, match__ending=Ending.PLAYED.value
    )
    took_part = Q(status=EntryStatus.ENTERED) | Exists(played)
    entries = Entry.objects.filter(took_part, event__tournament__in=latest)
    singles = entries.filter(player__kind=NameKind.PERSON.value).order_by()
    pairs = singles.values_list("event__tournament", canonical_key("player"))
    return set(pairs), latest[0] if latest else None


def _get_distinctions(club: int, players: Iterable[Player]) -> dict[int, str]:
    """Return what tells namesakes apart, by key, unless their names at the desk say it already."""
    keys_by_name: dict[str, list[int]] = {}
    for player in players:
        keys_by_name.setdefault(fold_name(player.desk_name), []).append(player.pk)
    namesakes = [key for keys in keys_by_name.values() if len(keys) > 1 for key in keys]
    return describe_namesakes(club, namesakes) if namesakes else {}


def _sort_rows(
    rows: dict[int, Regular],
    expected: Iterable[tuple[ExpectedPerson, list[int]]],
) -> ReturningPlayers:
    """Return the rows (by key of the player) in their order; each one expected has the players meant."""
    first: dict[str, Regular | NewPerson] = {}
    for person, players in expected:
        if len(players) != 1:
            new_person = NewPerson(person, is_unclear=bool(players))
            first[new_person.value] = new_person
        elif players[0] in rows:
            row = rows[players[0]]
            first.setdefault(row.value, row)
    others = [row for row in rows.values() if row.value not in first and not row.former]
    former = [row for row in rows.values() if row.value not in first and row.former]
    regulars = sorted((row for row in others if row.times), key=_get_attendance_order)
    members = sorted(
        (row for row in others if not row.times), key=lambda row: (get_sort_key(row.name), row.player.pk)
    )
    free_count = MOST_CHOICES - len(first) - len(regulars)
    listed_members = members[: max(0, free_count)]
    free_count -= len(listed_members)
    former.sort(key=lambda row: (get_sort_key(row.name), row.player.pk))
    return ReturningPlayers(
        tuple(first.values()),
        tuple(regulars),
        tuple(listed_members),
        left_out=len(members) - len(listed_members),
        former=tuple(former[: max(0, free_count)]),
    )


def _get_attendance_order(row: Regular) -> tuple[int, bool, object]:
    return -row.times, not row.was_last, get_sort_key(row.player.full_name)
