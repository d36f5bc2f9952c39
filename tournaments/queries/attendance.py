"""Who came when: the nights of a club between two days as columns, its people as rows."""

from dataclasses import dataclass
from datetime import date, timedelta

from matches.models import Player
from tournaments.models import Club
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
    """The grid of a span of days. Twelve queries at most, however many nights and people there are.

    Days of casual matches are no nights, and evenings nobody has come to yet are left out.
    """
    held = [(night, evening) for night, evening in nights.held(club, Span(first, last)) if evening.is_night]
    came = [(night, evening.players) for night, evening in held if evening.players]
    found = presences([players for _, players in came])
    people = Player.objects.in_bulk([one.player for one in found])
    return Attendance(
        nights=tuple((night, len(players)) for night, players in came),
        rows=tuple(Row(people[one.player], one) for one in found),
    )
