"""Who came when: the nights of a club between two days as columns, its people as rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from matches.models import Player
from matches.queries.people import face, face_of, with_faces
from tournaments.models import Club, TeamMember
from tournaments.queries import nights
from tournaments.queries.nights import Night, Span
from tournaments.standings.attendance import Presence, presences

# What is shown where no season is named.
A_YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Row:
    """One person and his nights."""

    player: Player
    nights: Presence


@dataclass(frozen=True, slots=True)
class Attendance:
    """The nights in their order with how many came to each, and everybody who came, most faithful first."""

    nights: tuple[tuple[Night, int], ...]
    rows: tuple[Row, ...]

    @property
    def mean(self) -> float:
        """How many came to a night, on the average of the nights."""
        return sum(count for _, count in self.nights) / len(self.nights) if self.nights else 0.0


def attendance(club: Club, first: date, last: date) -> Attendance:
    """The grid of a span of days. Ten queries, however many nights and people there are.

    Of a pair both came, of a team its members. Days of casual matches are no nights, and evenings nobody has
    come to yet are left out.
    """
    held = [(night, evening) for night, evening in nights.held(club, Span(first, last)) if evening.is_night]
    persons = _Persons(club, {player for _, evening in held for player in evening.players})
    came = [(night, persons.of(night, evening.players)) for night, evening in held if evening.players]
    found = presences([players for _, players in came])
    people = Player.objects.in_bulk([one.player for one in found])
    return Attendance(
        nights=tuple((night, len(players)) for night, players in came),
        rows=tuple(Row(people[one.player], one) for one in found),
    )


class _Persons:
    """The persons behind players that are pairs or teams."""

    def __init__(self, club: Club, players: Iterable[int]) -> None:
        rows = with_faces(Player.objects.all()).in_bulk(list(players))
        self.pairs = {
            row.pk: {face_of(one).pk for one in row.members} for row in rows.values() if row.is_pair
        }
        self.teams: dict[tuple[str, int], set[int]] = {}
        teams = [row.pk for row in rows.values() if row.is_team]
        told = TeamMember.objects.filter(entry__player__in=teams, entry__event__tournament__club=club)
        where = ("entry__event__tournament__slug", "entry__player", face("player"))
        for evening, team, player in told.values_list(*where):
            self.teams.setdefault((evening, team), set()).add(player)

    def of(self, night: Night, players: Iterable[int]) -> frozenset[int]:
        """Who came to a night."""
        found = (self.pairs.get(one) or self.teams.get((night.slug, one)) or {one} for one in players)
        return frozenset().union(*found)
