"""Rows of an event's brackets as named tuples: entries, matches and pairings.

A page of a large event reads hundreds of them; tuples cost a fraction of what models do.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from matches.states import get_shown_status
from tournaments.journal.flight_places import Span
from tournaments.journal.state import BY_RESULT
from tournaments.models import Entry, Event, Pairing
from tournaments.play.events import events


class PlayerName(NamedTuple):
    """A player's public name and code."""

    code: str
    name: str
    kind: str

    @property
    def is_team(self) -> bool:
        """Return whether it is a team."""
        return self.kind == "team"


class BracketEntry(NamedTuple):
    """An entry of the event."""

    pk: int
    number: int
    seed: int | None
    status: str
    player: PlayerName


AnyEntry = Entry | BracketEntry


class BracketMatch(NamedTuple):
    """The match of a pairing; `table` is the displayed table, or ""."""

    pk: int
    code: str
    status: str
    winner: str
    ending: str
    white_score: int
    black_score: int
    table: str

    @property
    def shown_status(self) -> str:
        """The status as pages name it."""
        return get_shown_status(self.status, has_table=bool(self.table))


class BracketPairing(NamedTuple):
    """A pairing of a flight: the displayed columns of `models.Pairing`, with its entries.

    `loser_places` are those of its losers in the final list, as far as is known; None if they play on.
    """

    event: Event
    label: str
    flight: str
    round: int
    position: int
    white_entry: BracketEntry | None
    black_entry: BracketEntry | None
    winner_entry: BracketEntry | None
    white_is_vacant: bool
    black_is_vacant: bool
    decided: str
    winners: tuple[int, int]
    losers: tuple[int, int]
    loser_places: Span | None
    feeds_text: str
    boards: int
    white_won: int | None
    black_won: int | None
    match: BracketMatch | None

    @property
    def feeds(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the sources of its seats; read from JSON each time, as few pages need a few of them."""
        feeds: Mapping[str, Mapping[str, Any]] = json.loads(self.feeds_text)
        return feeds

    @property
    def is_drawn(self) -> bool:
        """Return whether two teams have won equally many boards and the pairing has no winner."""
        has_boards = bool(self.boards and self.white_won) and self.white_won == self.black_won
        return has_boards and self.decided == BY_RESULT and self.winner_entry is None


ENTRY_COLUMNS = ("pk", "number", "seed", "status", "player__code", "player__name", "player__kind")
PAIRING_COLUMNS = (
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
    "loser_place_from",
    "loser_place_to",
    Cast("feeds", TextField()),
    "boards",
    "white_won",
    "black_won",
)
MATCH_COLUMNS = (
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
PLACES_OFFSET = 10


def load_bracket_entries(event: Event) -> dict[int, BracketEntry]:
    """Return the entrants of an event by primary key, ordered by number. One query."""
    entry_rows = Entry.objects.filter(event=event).order_by("number").values_list(*ENTRY_COLUMNS)
    return {row[0]: BracketEntry._make((*row[:4], PlayerName._make(row[4:]))) for row in entry_rows}


def load_bracket_pairings(event: Event, entrants: Mapping[int, BracketEntry]) -> list[BracketPairing]:
    """Return every pairing of an event, drafts included; team meetings without their boards.

    Ordered by flight and round. One query.
    """
    rows = Pairing.objects.filter(event=event, board=0).order_by("round", "position")
    pairings = [
        _bracket_pairing(event, row, entrants) for row in rows.values_list(*PAIRING_COLUMNS, *MATCH_COLUMNS)
    ]
    order = {flight: events.order_of(flight) for flight in {pairing.flight for pairing in pairings}}
    return sorted(pairings, key=lambda pairing: order[pairing.flight])


def _bracket_pairing(
    event: Event, row: Sequence[Any], entrants: Mapping[int, BracketEntry]
) -> BracketPairing:
    label, flight, number, position, white, black, winner, *values = row[:PLACES_OFFSET]
    first, last, lost_first, lost_last, best_place, worst_place, *other_values = row[
        PLACES_OFFSET : len(PAIRING_COLUMNS)
    ]
    return BracketPairing._make(
        (
            *(event, label, flight, number, position),
            *(entrants.get(white), entrants.get(black), entrants.get(winner)),
            *values,
            *((first, last), (lost_first, lost_last)),
            None if best_place is None else (best_place, worst_place),
            *other_values,
            _bracket_match(row[len(PAIRING_COLUMNS) :]),
        )
    )


def _bracket_match(row: Sequence[Any]) -> BracketMatch | None:
    if row[0] is None:
        return None
    *values, label, number = row
    return BracketMatch._make((*values, label or str(number or "")))
