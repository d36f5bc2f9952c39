"""Comparison of the exported state with that of the checker: seats, winners, places, tables."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tournaments.verification.checker import event_places, places, results, tables
from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.seats import VACANT, Outcome
from tournaments.verification.checker.stages import (
    ENTRIES,
    FIRST_LOSSES,
    LOSERS,
    get_stage_of_flight,
)
from tournaments.verification.checker.trees import CheckedPairing

ExportedData = Mapping[str, Any]


def check_exported_state(state: CheckedState, exported_data: ExportedData) -> None:
    """Compare all pairings, the places of the event and the tables; then check that play can go on."""
    _check_pairings(state, exported_data.get("pairings", []))
    _check_places(state, exported_data.get("places", {}))
    _check_standings(state, exported_data.get("standings", {}))
    _check_tables(state, exported_data.get("tables", {}))
    _check_liveness(state)


def _check_pairings(state: CheckedState, pairings: list[ExportedData]) -> None:
    log, by_id = state.log, {str(item["id"]): item for item in pairings}
    log.expect(len(by_id) == len(pairings), Guarantee.ONE_SOURCE_OF_A_SEAT, "pairing_shown_twice")
    for name in [name for name in by_id if "." in name]:
        results.check_shown_board(state, by_id.pop(name))
    for name in sorted({*by_id, *state.seating.nodes}):
        is_expected = name in by_id and name in state.seating.nodes
        if log.expect(
            is_expected, Guarantee.ONE_SOURCE_OF_A_SEAT, "pairing_missing_or_invented", pairing=name
        ):
            _check_pairing(state, state.seating.nodes[name], by_id[name])
    _check_rounds(state, by_id)


def _check_pairing(state: CheckedState, node: CheckedPairing, item: ExportedData) -> None:
    log, outcome = state.log, state.seating.outcome(node.name)
    white, black, winner = item["white"], item["black"], item["winner"]
    facts = {"pairing": node.name, "given": [white, black], "expected": [outcome.white, outcome.black]}
    log.expect(
        not white or white != black,
        Guarantee.NO_MEETING_ONESELF,
        "met_himself",
        pairing=node.name,
        entry=white,
    )
    log.expect(
        [white, black] == [outcome.white, outcome.black],
        _get_seat_guarantee(state, node),
        "wrong_seats",
        **facts,
    )
    if VACANT in (white, black) and winner:
        sits = winner in (white, black) and item["decided"] == "bye"
        log.expect(sits, Guarantee.BYES_LOSE, "bye_won", pairing=node.name)
    same = (winner, item["decided"]) == (outcome.winner, outcome.decided)
    guarantee = (
        Guarantee.BYES_LOSE if VACANT in (outcome.white, outcome.black) else Guarantee.WINNER_OF_RESULT
    )
    log.expect(same, guarantee, "wrong_winner", pairing=node.name, given=winner, expected=outcome.winner)


def _get_seat_guarantee(state: CheckedState, node: CheckedPairing) -> Guarantee:
    """Return the guarantee about the seats of a pairing, which depends on the source of its stage."""
    stage = get_stage_of_flight(node.flight, state.plan)
    origin = ENTRIES if stage is None else stage.origin
    return {FIRST_LOSSES: Guarantee.PLANNED_SEATS_OF_LOSERS, LOSERS: Guarantee.ROUND_OF_LOSERS}.get(
        origin, Guarantee.ONE_SOURCE_OF_A_SEAT
    )


def _check_rounds(state: CheckedState, pairings: Mapping[str, ExportedData]) -> None:
    """Check I1: no entry is in two pairings of a round of a flight."""
    seated: Counter[tuple[str, int, int]] = Counter()
    for name, item in pairings.items():
        node = state.seating.nodes.get(name)
        if node is not None:
            seated.update((node.flight, node.round, seat) for seat in (item["white"], item["black"]) if seat)
    for (flight, number, entry), count in seated.items():
        # A re-entered entry plays on each of its lines.
        allowed = 1 + state.returned[entry]
        state.log.expect(
            count <= allowed,
            Guarantee.EACH_PLAYS_ONCE,
            "twice_in_a_round",
            flight=flight,
            round=number,
            entry=entry,
        )


def _check_places(state: CheckedState, shown_places: ExportedData) -> None:
    """Check I11: the places of the event are those that its brackets and tables give."""
    given_places = {int(entry): (int(span[0]), int(span[1])) for entry, span in shown_places.items()}
    reached = event_places.find_places(state)
    for entry in sorted({*reached, *given_places}):
        expected_span, given_span = reached.get(entry), given_places.get(entry)
        state.log.expect(
            expected_span == given_span,
            Guarantee.RECOMPUTED_TABLE,
            "wrong_places",
            entry=entry,
            given=given_span,
            expected=expected_span,
        )
    for field in event_places.list_finished_fields(state):
        _check_sum(state, {entry: span for entry, span in given_places.items() if entry in field})


def _check_sum(state: CheckedState, given_places: Mapping[int, tuple[int, int]]) -> None:
    """Check I12: the places of a finished event are consecutive, shared ones as often as they are wide."""
    shares = Counter(given_places.values())
    listed_places = [place for (first, last), count in shares.items() for place in _split(first, last, count)]
    state.log.expect(
        sorted(listed_places) == list(range(1, len(given_places) + 1)),
        Guarantee.COMPLETE_PLACES,
        "places_do_not_add_up",
    )


def _split(first: int, last: int, count: int) -> list[int]:
    """Return the places of a span if as many entries share it as it is wide; else invalid places."""
    return list(range(first, last + 1)) if last - first + 1 == count else [0] * count


def _check_standings(state: CheckedState, rows_by_flight: ExportedData) -> None:
    """Check I11: recompute every figure of every table."""
    for flight, rows in rows_by_flight.items():
        stage = get_stage_of_flight(flight, state.plan)
        if stage is None or not format_of(stage).has_table:
            continue
        tally = places.tally_of(state, stage, flight, state.seating)
        tie_breaks = places.tie_breaks_of(stage)
        if not tables.is_known(tie_breaks):
            continue
        spans, figures = tables.rank_entries(tally, tie_breaks), tables.list_figures(tally, tie_breaks)
        listed = [int(row["entry"]) for row in rows]
        whole = sorted(listed) == sorted({*tally.turns, *tally.annulled})
        state.log.expect(whole, Guarantee.RECOMPUTED_TABLE, "missing_from_table", flight=flight)
        for row in rows:
            entry = int(row["entry"])
            facts = {"entry": entry, "given": [row["place"], row["last"]], "expected": spans.get(entry)}
            right = spans.get(entry) == (row["place"], row["last"])
            state.log.expect(right, Guarantee.RECOMPUTED_TABLE, "wrong_places", **facts)
            _check_figures(state, figures.get(entry, {}), flight, row)


def _check_figures(
    state: CheckedState, figures: Mapping[str, Fraction], flight: str, row: ExportedData
) -> None:
    """Check that a row has the figures of its tie-breaks, all of them and no other."""
    for name in sorted({*figures, *row["values"]}):
        figure, value = figures.get(name), row["values"].get(name)
        exported_value = None if value is None else Fraction(value)
        facts = {"name": name, "given": value, "expected": None if figure is None else str(figure)}
        is_right = exported_value == figure
        state.log.expect(
            is_right,
            Guarantee.RECOMPUTED_TABLE,
            "wrong_figure",
            flight=flight,
            entry=int(row["entry"]),
            **facts,
        )


def _check_tables(state: CheckedState, tables_by_pairing: Mapping[str, int]) -> None:
    """Check I20: no playing table has two matches, and no entry two tables."""
    for table, count in Counter(tables_by_pairing.values()).items():
        state.log.expect(count == 1, Guarantee.ONE_MATCH_AT_A_TIME, "table_taken_twice", table=table)
    seated = Counter(
        seat
        for name in tables_by_pairing
        if name in state.seating.nodes
        for seat in _players(state.seating.outcome(name))
    )
    for entry, count in seated.items():
        state.log.expect(count == 1, Guarantee.ONE_MATCH_AT_A_TIME, "at_two_tables", entry=entry)


def _players(outcome: Outcome) -> list[int]:
    return [seat for seat in (outcome.white, outcome.black) if seat]


def _check_liveness(state: CheckedState) -> None:
    """Check I13: while a pairing is undecided, one can be played, or performance ratings are missing."""
    names = list(state.seating.nodes)
    outcomes = [state.seating.outcome(name) for name in names]
    is_open = any(outcome.winner is None for outcome in outcomes)
    can_play = any(outcome.winner is None and outcome.white and outcome.black for outcome in outcomes)
    flights = {node.flight for node in state.seating.nodes.values()}
    stage_by_flight = {flight: get_stage_of_flight(flight, state.plan) for flight in flights}
    is_waiting = any(
        stage and places.awaits_ratings(stage, flight, state.seating)
        for flight, stage in stage_by_flight.items()
    )
    state.log.expect(
        can_play or not is_open or is_waiting, Guarantee.CAN_BE_FINISHED, "nothing_can_be_played"
    )
