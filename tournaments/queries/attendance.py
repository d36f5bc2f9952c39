"""Attendance of a club's nights: one row per player, one column per night."""

from dataclasses import dataclass
from datetime import date, timedelta

from matches.models import Player
from tournaments.models import Club
from tournaments.queries import nights
from tournaments.queries.nights import Night, Span
from tournaments.standings.attendance import Presence, attendance_rows

# What is shown where no season is named.
DEFAULT_PERIOD = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Row:
    """A player and the nights they attended."""

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


def get_attendance(club: Club, first: date, last: date) -> Attendance:
    """The grid of a span of days. Twelve queries at most, however many nights and people there are.

    Days of casual matches are no nights, and evenings nobody has come to yet are left out.
    """
    evenings_by_night = [
        (night, evening) for night, evening in nights.held(club, Span(first, last)) if evening.is_night
    ]
    players_by_night = [(night, evening.players) for night, evening in evenings_by_night if evening.players]
    attendance_records = attendance_rows([players for _, players in players_by_night])
    players_by_key = Player.objects.in_bulk([record.player for record in attendance_records])
    return Attendance(
        nights=tuple((night, len(players)) for night, players in players_by_night),
        rows=tuple(Row(players_by_key[record.player], record) for record in attendance_records),
    )
