"""Divisions of a league after a season: who is promoted and relegated, and which play-offs are due."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import Refusal
from tournaments.formats import leagues
from tournaments.journal.standings import table_rows, tie_order
from tournaments.journal.state import EventState
from tournaments.standings.divisions import DivisionPlacing, division_placings, playoff_pair
from tournaments.standings.tables import TableRow


def division_rows(state: EventState) -> list[list[TableRow]]:
    """Return the table of each division, with shared places in the order of the draw seed."""
    divisions = []
    for flight in leagues.divisions_of(state.plan):
        drawing = state.stages.get(flight)
        if drawing is None:
            raise Refusal("not_drawn", flight=flight)
        random_order = tie_order(drawing)
        rows = table_rows(state, flight, state.board)
        divisions.append(sorted(rows, key=lambda row: (row.place, random_order.get(row.entry, 0))))
    return divisions


def next_divisions(state: EventState) -> tuple[DivisionPlacing, ...]:
    """Return the division of every entry next season, by the current tables and play-offs.

    A play-off counts only if its two players are still those next to the promotion line: a correction may
    have changed the tables. Refuses `not_a_league`, `not_drawn`, `division_too_small`.
    """
    terms = leagues.terms_of(state.plan)
    if terms is None:
        raise Refusal("not_a_league")
    rows = division_rows(state)
    decided = {
        number: (winner, loser)
        for number in range(1, len(terms.divisions))
        for winner, loser in [_playoff(state, leagues.playoff(number))]
        if winner and loser and {winner, loser} == _playoff_entries(state, rows, number, terms)
    }
    withdrawn_entries = frozenset(state.withdrawn)
    return division_placings(rows, up=terms.up, down=terms.down, departed=withdrawn_entries, playoffs=decided)


@dataclass(frozen=True, slots=True)
class DivisionMoves:
    """Who of a division is promoted and relegated, or would be while it is played.

    `by_seed` are the tied entries of which only some are: the draw seed decided. `is_final`: its matches are
    over.
    """

    promoted: frozenset[int] = frozenset()
    relegated: frozenset[int] = frozenset()
    by_seed: tuple[int, ...] = ()
    is_final: bool = False


def find_moves(state: EventState, flight: str) -> DivisionMoves:
    """Return who moves from a division to another; nobody in a flight that is no division.

    Once its matches are over they are those of `next_divisions`. Before that, tied entries are promoted
    together, and relegated only if all of them would be; while all are tied, nobody is.
    """
    options = state.stages[state.stage_of(flight)].stage.options
    up, down = options.get(leagues.UP, 0), options.get(leagues.DOWN, 0)
    if not up and not down:
        return DivisionMoves()
    if _is_over(state, flight):
        return _find_final_moves(state, flight)
    rows = table_rows(state, flight, state.board)
    staying = [row for row in rows if row.entry not in state.withdrawn]
    if len({row.place for row in staying}) < 2:
        return DivisionMoves()
    # Those who have left count first among the relegated, as in `standings.divisions`.
    falling = max(0, down - (len(rows) - len(staying)))
    promoted = {row.entry for row in staying if sum(other.place < row.place for other in staying) < up}
    relegated = {
        row.entry for row in staying if sum(other.place >= row.place for other in staying) <= falling
    }
    return DivisionMoves(frozenset(promoted), frozenset(relegated - promoted))


def _find_final_moves(state: EventState, flight: str) -> DivisionMoves:
    number = leagues.divisions_of(state.plan).index(flight) + 1
    try:
        placings = [placing for placing in next_divisions(state) if placing.before == number]
    except Refusal:
        return DivisionMoves()
    return DivisionMoves(
        frozenset(placing.entry for placing in placings if 0 < placing.after < number),
        frozenset(placing.entry for placing in placings if placing.after > number),
        tuple(placing.entry for placing in placings if placing.is_by_lot),
        is_final=True,
    )


def playoffs_due(state: EventState) -> dict[int, tuple[int, int]]:
    """Return the play-offs that can be drawn now: the upper division's number, and its two entries."""
    terms = leagues.terms_of(state.plan)
    if terms is None or not terms.playoff:
        return {}
    rows = division_rows(state)
    orders = [[row.entry for row in division] for division in rows]
    pairs_by_division = {}
    for number in range(1, len(orders)):
        flights = (leagues.division(number), leagues.division(number + 1))
        if leagues.playoff(number) in state.stages or not all(_is_over(state, one) for one in flights):
            continue
        pairs_by_division[number] = _contestants(state, orders[number - 1], orders[number], terms)
    return pairs_by_division


def _playoff_entries(
    state: EventState, rows: Sequence[Sequence[TableRow]], number: int, terms: leagues.LeagueTerms
) -> set[int]:
    """Return the entries that would play off between a division and the one below it."""
    upper, lower = ([row.entry for row in division] for division in rows[number - 1 : number + 1])
    return set(_contestants(state, upper, lower, terms))


def _contestants(
    state: EventState, upper: Sequence[int], lower: Sequence[int], terms: leagues.LeagueTerms
) -> tuple[int, int]:
    return playoff_pair(upper, lower, up=terms.up, down=terms.down, departed=frozenset(state.withdrawn))


def _is_over(state: EventState, flight: str) -> bool:
    names = state.index.by_flight.get(flight, ())
    return bool(names) and all(state.board[name].is_decided for name in names)


def _playoff(state: EventState, flight: str) -> tuple[int, int]:
    for name in state.index.by_flight.get(flight, ()):
        placed = state.board[name]
        if placed.winner:
            return placed.winner, placed.loser or 0
    return 0, 0
