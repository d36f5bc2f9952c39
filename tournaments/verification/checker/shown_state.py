"""Compare the exported state with the checker's own: seats, winners, places, tables."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tournaments.verification.checker import places, results, tables
from tournaments.verification.checker.book import CheckedState
from tournaments.verification.checker.seats import VACANT, Fate
from tournaments.verification.checker.stages import (
    ENTRIES,
    FIRST_LOSSES,
    LOSERS,
    MAIN,
    CheckedStage,
    format_of,
    owner,
)
from tournaments.verification.checker.tables import RoundTally
from tournaments.verification.checker.trees import CheckedPairing

ShownData = Mapping[str, Any]


def check_shown_state(book: CheckedState, shown_data: ShownData) -> None:
    """Compare all pairings, the places of the main flight and the tables; then check that play can go on."""
    _check_pairings(book, shown_data.get("pairings", []))
    _check_places(book, shown_data.get("places", {}))
    _check_standings(book, shown_data.get("standings", {}))
    _check_tables(book, shown_data.get("tables", {}))
    _check_liveness(book)


def _check_pairings(book: CheckedState, pairings: list[ShownData]) -> None:
    notes, by_id = book.notes, {str(item["id"]): item for item in pairings}
    notes.expect(len(by_id) == len(pairings), "I4", "pairing_shown_twice")
    for name in [name for name in by_id if "." in name]:
        results.check_shown_board(book, by_id.pop(name))
    for name in sorted({*by_id, *book.seating.nodes}):
        is_expected = name in by_id and name in book.seating.nodes
        if notes.expect(is_expected, "I4", "pairing_missing_or_invented", pairing=name):
            _check_pairing(book, book.seating.nodes[name], by_id[name])
    _check_rounds(book, by_id)


def _check_pairing(book: CheckedState, node: CheckedPairing, item: ShownData) -> None:
    if node.flight in book.blind:
        return
    notes, fate = book.notes, book.seating.fate(node.name)
    white, black, winner = item["white"], item["black"], item["winner"]
    facts = {"pairing": node.name, "given": [white, black], "expected": [fate.white, fate.black]}
    notes.expect(not white or white != black, "I3", "met_himself", pairing=node.name, entry=white)
    notes.expect(
        [white, black] == [fate.white, fate.black], _seat_promise(book, node), "wrong_seats", **facts
    )
    if VACANT in (white, black) and winner:
        sits = winner in (white, black) and item["decided"] == "bye"
        notes.expect(sits, "I6", "bye_won", pairing=node.name)
    same = (winner, item["decided"]) == (fate.winner, fate.how)
    promise = "I6" if VACANT in (fate.white, fate.black) else "I10"
    notes.expect(same, promise, "wrong_winner", pairing=node.name, given=winner, expected=fate.winner)


def _seat_promise(book: CheckedState, node: CheckedPairing) -> str:
    """Return the guarantee for a seat: drop table for flights fed by losers, else advancement of winners."""
    stage = owner(node.flight, book.plan)
    origin = ENTRIES if stage is None else stage.origin
    return {FIRST_LOSSES: "I5", LOSERS: "I19"}.get(origin, "I4")


def _check_rounds(book: CheckedState, pairings: Mapping[str, ShownData]) -> None:
    """Check I1 and I4: no entry sits twice in one round of a flight."""
    seated: Counter[tuple[str, int, int]] = Counter()
    for name, item in pairings.items():
        node = book.seating.nodes.get(name)
        if node is not None:
            seated.update((node.flight, node.round, seat) for seat in (item["white"], item["black"]) if seat)
    for (flight, number, entry), count in seated.items():
        # A re-entered entry plays from each of its lines.
        often = 1 + book.returned[entry]
        book.notes.expect(count <= often, "I1", "twice_in_a_round", flight=flight, round=number, entry=entry)


def _check_places(book: CheckedState, shown_places: ShownData) -> None:
    stage = owner(MAIN, book.plan)
    if stage is None or MAIN in book.blind or not _can_rank(stage):
        return
    is_over = book.seating.is_over(MAIN) and not places.awaits_ratings(stage, MAIN, book.seating)
    counts = is_over or format_of(stage).is_bracket
    reached = places.places_reached(book, stage, MAIN, book.seating) if counts else {}
    given_places = {int(entry): (int(span[0]), int(span[1])) for entry, span in shown_places.items()}
    for entry in sorted({*reached, *given_places}):
        expected_span, given_span = reached.get(entry), given_places.get(entry)
        book.notes.expect(
            expected_span == given_span,
            "I11",
            "wrong_places",
            entry=entry,
            given=given_span,
            expected=expected_span,
        )
    if is_over:
        _check_sum(book, given_places)


def _can_rank(stage: CheckedStage) -> bool:
    if format_of(stage).is_bracket:
        return True
    return format_of(stage).has_table and tables.is_known(places.tie_breaks_of(stage))


def _check_sum(book: CheckedState, given_places: Mapping[int, tuple[int, int]]) -> None:
    """Check I12: when all are placed, the places are those from first to last, each once."""
    shares = Counter(given_places.values())
    listed_places = [place for (first, last), count in shares.items() for place in _split(first, last, count)]
    book.notes.expect(
        sorted(listed_places) == list(range(1, len(given_places) + 1)), "I12", "places_do_not_add_up"
    )


def _split(first: int, last: int, count: int) -> list[int]:
    """Return the places of a span shared by as many entries as it has places; else an invalid value."""
    return list(range(first, last + 1)) if last - first + 1 == count else [0] * count


def _check_standings(book: CheckedState, rows_by_flight: ShownData) -> None:
    """Check I11: recompute every figure of every table."""
    for flight, rows in rows_by_flight.items():
        stage = owner(flight, book.plan)
        if stage is None or not format_of(stage).has_table:
            continue
        tally = places.tally_of(book, stage, flight, book.seating)
        tie_breaks = places.tie_breaks_of(stage)
        spans = tables.rank_entries(tally, tie_breaks) if tables.is_known(tie_breaks) else {}
        listed = [int(row["entry"]) for row in rows]
        whole = sorted(listed) == sorted({*tally.turns, *tally.annulled})
        book.notes.expect(whole, "I11", "missing_from_table", flight=flight)
        for row in rows:
            entry = int(row["entry"])
            facts = {"entry": entry, "given": [row["place"], row["last"]], "expected": spans.get(entry)}
            right = not spans or spans.get(entry) == (row["place"], row["last"])
            book.notes.expect(right, "I11", "wrong_places", **facts)
            _check_figures(book, tally, flight, row)


def _check_figures(book: CheckedState, tally: RoundTally, flight: str, row: ShownData) -> None:
    entry = int(row["entry"])
    for name, value in row["values"].items():
        if name in tables.FIGURES and entry in tally.turns:
            figure = tables.FIGURES[name](tally, entry)
            facts = {"flight": flight, "entry": entry, "name": name, "given": value, "expected": str(figure)}
            book.notes.expect(Fraction(value) == figure, "I11", "wrong_figure", **facts)


def _check_tables(book: CheckedState, tables_by_pairing: Mapping[str, int]) -> None:
    """Check I20: no table has two matches, and no player sits at two tables."""
    for table, count in Counter(tables_by_pairing.values()).items():
        book.notes.expect(count == 1, "I20", "table_taken_twice", table=table)
    seated = Counter(
        seat
        for name in tables_by_pairing
        if name in book.seating.nodes
        for seat in _players(book.seating.fate(name))
    )
    for entry, count in seated.items():
        book.notes.expect(count == 1, "I20", "at_two_tables", entry=entry)


def _players(fate: Fate) -> list[int]:
    return [seat for seat in (fate.white, fate.black) if seat]


def _check_liveness(book: CheckedState) -> None:
    """Check I13: all undecided pairings depend on a playable one, or on figures of a table."""
    names = [name for name, node in book.seating.nodes.items() if node.flight not in book.blind]
    fates = [book.seating.fate(name) for name in names]
    is_open = any(fate.winner is None for fate in fates)
    can_play = any(fate.winner is None and fate.white and fate.black for fate in fates)
    flights = {node.flight for node in book.seating.nodes.values()}
    owners = {flight: owner(flight, book.plan) for flight in flights}
    is_waiting = any(
        stage and places.awaits_ratings(stage, flight, book.seating) for flight, stage in owners.items()
    )
    book.notes.expect(can_play or not is_open or is_waiting, "I13", "nothing_can_be_played")
