"""Whether a table is in the order of its figures."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django.test import Client

from tournaments.models import Event

# Of these figures the lower one is better.
LOWER_IS_BETTER = {"points_against", "performance", "lots"}
HEAD_TO_HEAD = "head_to_head"
Row = dict[str, Any]
# The entry that has won and the one that has lost, by their numbers.
Won = tuple[int, int]


def check_standings(event: Event, director: Client) -> Iterator[str]:
    """The order of a table agrees with its figures: the first in which two differ is higher above.

    Of those who are equal in their matches with each other, only these matches are compared again.
    """
    answer = director.get(f"/api/v1/events/{event.pk}/standings/")
    for flight in answer.json()["flights"] if answer.status_code == 200 else ():
        rows = sorted(flight["rows"], key=lambda row: row["place_from"])
        won = _list_won(event, flight["flight"])
        for better, worse in pairwise(rows):
            pair = _find_first_difference(better, worse, rows, won)
            if pair and pair[0] < pair[1]:
                names = f"{better['player']['name']} before {worse['player']['name']}"
                figures = f"{better['figures']}, {worse['figures']}"
                yield f"{event.name} {flight['flight']}: {names} with {figures}"


def _find_first_difference(
    better: Row, worse: Row, rows: Sequence[Row], won: Sequence[Won]
) -> tuple[Fraction, Fraction] | None:
    """Return the first figures in which two rows differ, the higher being better; None if one is unknown."""
    for place, (high, low) in enumerate(zip(better["figures"], worse["figures"], strict=False)):
        if high["tie_break"] != low["tie_break"]:
            # Head to head counts among those only who have all met.
            return None
        if high["value"] != low["value"]:
            if None in {high["value"], low["value"]}:
                return None
            sign = -1 if high["tie_break"] in LOWER_IS_BETTER else 1
            return sign * Fraction(high["value"]), sign * Fraction(low["value"])
        if high["tie_break"] == HEAD_TO_HEAD and high["value"] is not None:
            tied = [row for row in rows if row["figures"][: place + 1] == better["figures"][: place + 1]]
            pair = _compare_again(better["entry"], worse["entry"], {row["entry"] for row in tied}, won)
            if pair[0] != pair[1]:
                return pair
    return None


def _compare_again(better: int, worse: int, tied: set[int], won: Sequence[Won]) -> tuple[Fraction, Fraction]:
    """Return how many matches among those who are tied two of them have won, as long as fewer stay tied.

    Several matches of two count as one: the share of them that was won.
    """
    while True:
        wins = {
            entry: sum((_get_share(entry, other, won) for other in tied - {entry}), Fraction(0))
            for entry in tied
        }
        still_tied = {entry for entry in tied if wins[entry] == wins[better]}
        if worse not in still_tied or still_tied == tied:
            return wins[better], wins[worse]
        tied = still_tied


def _get_share(entry: int, other: int, won: Sequence[Won]) -> Fraction:
    """Return the share of the matches of two entries that the first has won; 0 without matches."""
    matches = won.count((entry, other)) + won.count((other, entry))
    return Fraction(won.count((entry, other)), matches) if matches else Fraction(0)


def _list_won(event: Event, flight: str) -> list[Won]:
    rows = event.pairings.filter(flight=flight, boards=0, board=0).exclude(winner_entry=None)
    columns = rows.values_list("white_entry__number", "black_entry__number", "winner_entry__number")
    return [
        (winner, white if winner == black else black)
        for white, black, winner in columns
        if white is not None and black is not None
    ]
