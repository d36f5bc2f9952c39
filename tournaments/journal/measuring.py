"""How well a match was played, where the table counts that: told beside its result."""

from dataclasses import replace
from typing import Any

from tournaments.journal import facts
from tournaments.journal.book import Book, must
from tournaments.journal.correction import results_after_change, strict_chooser
from tournaments.journal.facts import Measure
from tournaments.journal.ranking import is_complete
from tournaments.journal.tables import counts_ratings


def measure(book: Book, fact: facts.Measured) -> None:
    """A result is told with its performance ratings, or without them again; no result changes by that.

    A line about a match whose result was taken back says nothing any more. Refuses `choices_needed` where
    others have played already in the places the table gives.
    """
    placed = book.board.get(fact.pairing)
    must(placed is not None, "pairing_unknown", pairing=fact.pairing)
    flight = book.graph.by_id[fact.pairing].flight
    is_counted = counts_ratings(book.stage(flight).stage) and not book.teams.formed.is_of_teams
    must(is_counted, "ratings_not_counted", pairing=fact.pairing)
    result = book.results.get(fact.pairing)
    if result is None or placed is None:
        return
    was_complete = _feeds_other_flights(book, flight) and is_complete(book, flight, book.board)
    measured_result = replace(result, measure=fact.measure)
    book.results[fact.pairing] = measured_result
    book.board[fact.pairing] = replace(placed, result=measured_result)
    book.recompute_places(flight)
    if _feeds_other_flights(book, flight) and (was_complete or is_complete(book, flight, book.board)):
        book.recompute_board(results_after_change(book.results, strict_chooser({})))


def _feeds_other_flights(book: Book, flight: str) -> bool:
    """Whether seats elsewhere wait for the places of a flight."""
    return any(book.wiring.targets.get(name) for name in book.wiring.of_flight.get(flight, ()))


def measured_payload(pairing: str, measure: Measure) -> dict[str, Any]:
    """The payload of `measured`."""
    payload = {"pairing": pairing, "white_pr": measure.white, "black_pr": measure.black}
    return {**payload, "ruling": measure.ruling} if measure.ruling else payload
