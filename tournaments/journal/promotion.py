"""Promotion and relegation at the end of a league season."""

from collections.abc import Sequence

from rules.errors import Refusal
from tournaments.formats import leagues as plans
from tournaments.journal.state import EventState
from tournaments.journal.tables import table_rows, tie_order
from tournaments.standings.divisions import Placing, contestants, placings
from tournaments.standings.tables import TableRow


def division_rows(state: EventState) -> list[list[TableRow]]:
    """The rows of every division from the first place on; shared places in the order of the lots."""
    divisions = []
    for flight in plans.divisions_of(state.plan):
        drawing = state.stages.get(flight)
        if drawing is None:
            raise Refusal("not_drawn", flight=flight)
        random_order = tie_order(drawing)
        rows = table_rows(state, flight, state.board)
        divisions.append(sorted(rows, key=lambda row: (row.place, random_order.get(row.entry, 0))))
    return divisions


def next_divisions(state: EventState) -> tuple[Placing, ...]:
    """Where everybody would play next season, as the tables and play-offs stand now.

    A play-off counts while its two are those at the line: after a correction others may be.

    Refuses `not_a_league`, `not_drawn`, `division_too_small`.
    """
    terms = plans.terms_of(state.plan)
    if terms is None:
        raise Refusal("not_a_league")
    rows = division_rows(state)
    decided = {
        number: (winner, loser)
        for number in range(1, len(terms.divisions))
        for winner, loser in [_playoff(state, plans.playoff(number))]
        if winner and loser and {winner, loser} == _playoff_entries(state, rows, number, terms)
    }
    withdrawn_entries = frozenset(state.withdrawn)
    return placings(rows, up=terms.up, down=terms.down, departed=withdrawn_entries, playoffs=decided)


def playoffs_due(state: EventState) -> dict[int, tuple[int, int]]:
    """The play-offs that can be drawn now: the upper division's number, and who meets there."""
    terms = plans.terms_of(state.plan)
    if terms is None or not terms.playoff:
        return {}
    rows = division_rows(state)
    orders = [[row.entry for row in division] for division in rows]
    pairs_by_division = {}
    for number in range(1, len(orders)):
        flights = (plans.division(number), plans.division(number + 1))
        if plans.playoff(number) in state.stages or not all(_is_over(state, one) for one in flights):
            continue
        pairs_by_division[number] = _contestants(state, orders[number - 1], orders[number], terms)
    return pairs_by_division


def _playoff_entries(
    state: EventState, rows: Sequence[Sequence[TableRow]], number: int, terms: plans.LeagueTerms
) -> set[int]:
    """Who would play off between a division and the one below it as the tables stand."""
    upper, lower = ([row.entry for row in division] for division in rows[number - 1 : number + 1])
    return set(_contestants(state, upper, lower, terms))


def _contestants(
    state: EventState, upper: Sequence[int], lower: Sequence[int], terms: plans.LeagueTerms
) -> tuple[int, int]:
    return contestants(upper, lower, up=terms.up, down=terms.down, departed=frozenset(state.withdrawn))


def _is_over(state: EventState, flight: str) -> bool:
    names = state.wiring.of_flight.get(flight, ())
    return bool(names) and all(state.board[name].is_decided for name in names)


def _playoff(state: EventState, flight: str) -> tuple[int, int]:
    for name in state.wiring.of_flight.get(flight, ()):
        placed = state.board[name]
        if placed.winner:
            return placed.winner, placed.loser or 0
    return 0, 0
