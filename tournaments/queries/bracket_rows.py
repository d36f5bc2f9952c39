"""Rows of an event's brackets as named tuples: entrants, matches and feeds.

A page of a large event reads hundreds of them; tuples cost a fraction of what models do.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tournaments.journal.placed import BY_RESULT
from tournaments.models import Entry, Event, Pairing
from tournaments.queries import flights


class Name(NamedTuple):
    """A player as everybody reads him, with the code of his page."""

    code: str
    name: str
    kind: str

    @property
    def is_team(self) -> bool:
        """Whether it is a team."""
        return self.kind == "team"


class Entrant(NamedTuple):
    """An entry of the event."""

    pk: int
    number: int
    seed: int | None
    status: str
    player: Name


Anybody = Entry | Entrant


class Played(NamedTuple):
    """The match of a place; `table` is what stands on the card of its table, or nothing."""

    pk: int
    code: str
    status: str
    winner: str
    ending: str
    white_score: int
    black_score: int
    table: str


class Place(NamedTuple):
    """One place of a flight: the columns of `models.Pairing` that are shown, with who sits there."""

    event: Event
    label: str
    flight: str
    round: int
    position: int
    white_entry: Entrant | None
    black_entry: Entrant | None
    winner_entry: Entrant | None
    white_is_vacant: bool
    black_is_vacant: bool
    decided: str
    winners: tuple[int, int]
    losers: tuple[int, int]
    feeds: Mapping[str, Mapping[str, Any]]
    boards: int
    white_won: int | None
    black_won: int | None
    match: Played | None

    @property
    def is_drawn(self) -> bool:
        """Whether two teams have won as many boards each, and nobody goes on for it."""
        has_boards = bool(self.boards and self.white_won) and self.white_won == self.black_won
        return has_boards and self.decided == BY_RESULT and self.winner_entry is None


ENTRANT = ("pk", "number", "seed", "status", "player__code", "player__name", "player__kind")
PLACE = (
    "label",
    "flight",
    "round",
    "position",
    "white_entry",
    "black_entry",
    "winner_entry",
    "white_is_vacant",
    "black_is_vacant",
    "decided",
    "winner_from",
    "winner_to",
    "loser_from",
    "loser_to",
    "feeds",
    "boards",
    "white_won",
    "black_won",
)
MATCH = (
    "match",
    "match__code",
    "match__status",
    "match__winner",
    "match__ending",
    "match__white_score",
    "match__black_score",
    "match__table__label",
    "match__table__number",
)
WHO, SPAN = slice(4, 7), 10


def entrants_of(event: Event) -> dict[int, Entrant]:
    """The entries of an event by their keys, in the order of numbers. One query."""
    entry_rows = Entry.objects.filter(event=event).order_by("number").values_list(*ENTRANT)
    return {row[0]: Entrant._make((*row[:4], Name._make(row[4:]))) for row in entry_rows}


def places_of(event: Event, entrants: Mapping[int, Entrant]) -> list[Place]:
    """Every place of an event, drafts too; meetings of teams without their boards. Flight by flight as people
    look for them, and round by round. One query.
    """
    rows = Pairing.objects.filter(event=event, board=0).order_by("round", "position")
    places = [_place(event, row, entrants) for row in rows.values_list(*PLACE, *MATCH)]
    order = {flight: flights.order_of(flight) for flight in {place.flight for place in places}}
    return sorted(places, key=lambda place: order[place.flight])


def _place(event: Event, row: Sequence[Any], entrants: Mapping[int, Entrant]) -> Place:
    seat_entrants = (entrants[key] if key else None for key in row[WHO])
    first, last, lost_first, lost_last, feeds, *team_values = row[SPAN : len(PLACE)]
    spans = (first, last), (lost_first, lost_last)
    values = (event, *row[: WHO.start], *seat_entrants, *row[WHO.stop : SPAN], *spans, feeds, *team_values)
    return Place._make((*values, _played(row[len(PLACE) :])))


def _played(row: Sequence[Any]) -> Played | None:
    if row[0] is None:
        return None
    *values, label, number = row
    return Played._make((*values, label or str(number or "")))
