"""Deadlines of the matches of a division when its draw changes: which stay, which are new."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from tournaments.journal.state import BY_ABSENCE, EventState, Placement
from tournaments.leagues.deadlines import choose_new_deadline, spread_deadlines
from tournaments.leagues.models import ROUNDS, LeagueSeason


class MatchDeadline(NamedTuple):
    """The deadline of an open match, as YYYY-MM-DD; `is_added`: the two had no such match before."""

    pairing: str
    day: str
    is_added: bool


def compute_deadlines(league: LeagueSeason, rounds: int) -> dict[int, str]:
    """Return the deadline of each of so many rounds. Refuses ("deadlines_impossible") too short a season."""
    if league.pace == ROUNDS:
        days = spread_deadlines(league.starts_on, league.ends_on, rounds)
    else:
        days = (league.ends_on,) * rounds
    return {number: day.isoformat() for number, day in enumerate(days, start=1)}


def date_new_rounds(league: LeagueSeason, state: EventState, flight: str, today: date) -> dict[int, str]:
    """Return the deadlines of the rounds of a division that have none."""
    count = state.graph.rounds(flight)
    missing = [number for number in range(1, count + 1) if not state.deadlines.get((flight, number))]
    if not missing:
        return {}
    is_too_short = (league.ends_on - league.starts_on).days + 1 < count
    days = dict.fromkeys(missing, league.ends_on.isoformat())
    if not is_too_short:
        days = compute_deadlines(league, count)
    return {
        number: choose_new_deadline(date.fromisoformat(days[number]), league.ends_on, today).isoformat()
        for number in missing
    }


def has_deadlines(state: EventState, flight: str) -> bool:
    """Return whether any round of a division has a deadline."""
    return any(key == flight for key, _number in state.deadlines)


def list_match_deadlines(
    league: LeagueSeason, states: tuple[EventState, EventState], flight: str, today: date
) -> list[MatchDeadline]:
    """Return the deadline of every open match of a division whose lines have changed.

    `states` are those before and after. A match keeps the deadline it had, as do the matches of a player who
    has withdrawn and may be reinstated. A match that is added gets that of its round, or if that has passed,
    one of those still to come: the next one first, then the one after it; so does a match that is to be
    played again after its deadline.
    """
    before, after = states
    round_days = _map_round_days(league, after, flight, today)
    coming_days = sorted({day for day in round_days.values() if day >= today.isoformat()})
    former_days = _list_former_days(before, flight)
    deadlines, late_count = [], 0
    for pairing in _list_unplayed_pairings(after, flight):
        former, is_open = former_days.get(_pair_of(after.board[pairing])), not after.board[pairing].is_decided
        is_added = is_open and not former
        round_day = round_days.get(after.graph.by_id[pairing].round, "")
        day, was_open = former.pop(0) if former else (round_day, False)
        if is_open and not was_open and day and day < today.isoformat():
            day = _choose_coming_day(league, coming_days, late_count, day, today)
            late_count += 1
        deadlines.append(MatchDeadline(pairing, day, is_added))
    return deadlines


def _map_round_days(league: LeagueSeason, state: EventState, flight: str, today: date) -> Mapping[int, str]:
    days = {number: day for (key, number), day in state.deadlines.items() if key == flight and day}
    return days | date_new_rounds(league, state, flight, today)


def _choose_coming_day(
    league: LeagueSeason, coming_days: Sequence[str], late_count: int, day: str, today: date
) -> str:
    """Return the deadline of one more match whose round is past, after `late_count` of them."""
    if coming_days:
        return coming_days[late_count % len(coming_days)]
    return choose_new_deadline(date.fromisoformat(day), league.ends_on, today).isoformat()


def _list_former_days(before: EventState, flight: str) -> dict[frozenset[int], list[tuple[str, bool]]]:
    """Return by pair the deadlines of its unplayed matches, and whether each was still to be played."""
    former_days: dict[frozenset[int], list[tuple[str, bool]]] = {}
    for pairing in _list_unplayed_pairings(before, flight):
        placed = before.board[pairing]
        day = before.get_deadline(pairing), not placed.is_decided
        former_days.setdefault(_pair_of(placed), []).append(day)
    return former_days


def _list_unplayed_pairings(state: EventState, flight: str) -> list[str]:
    """Return the matches of a division still to be played, by round, and those of players who withdrew."""
    pairings = [
        pairing
        for pairing in state.index.by_flight.get(flight, ())
        if (placed := state.board[pairing]).decided == BY_ABSENCE
        or (placed.is_seated and not placed.is_decided)
    ]
    return sorted(pairings, key=lambda pairing: state.graph.by_id[pairing].round)


def _pair_of(placed: Placement) -> frozenset[int]:
    return frozenset(number for number in placed.seats if number)
