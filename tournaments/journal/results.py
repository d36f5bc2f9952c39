"""Results of an event: settled, reopened, corrected and measured."""

from dataclasses import replace
from typing import Any

from rules.errors import Refusal
from tournaments.journal import facts, teams
from tournaments.journal.book import Book, must
from tournaments.journal.correction import Chooser, results_after_change, strict_chooser
from tournaments.journal.facts import BLACK, PLAYED, WHITE, Measure, PairingResult
from tournaments.journal.formations import DOT
from tournaments.journal.standings import counts_ratings, is_complete, length_of


def settle(book: Book, fact: facts.Settled) -> None:
    """Set the result of an open pairing, for the two entries seated there, or of a board of a team match."""
    if DOT in fact.pairing:
        teams.settle_board(book, fact)
        return
    placed = book.board.get(fact.pairing)
    if placed is None:
        raise Refusal("pairing_unknown", pairing=fact.pairing)
    stage = book.stage(book.graph.by_id[fact.pairing].flight)
    must(stage.is_published, "draw_not_published")
    must(fact.pairing not in book.results, "pairing_settled", pairing=fact.pairing)
    must(not placed.is_decided, "already_decided", pairing=fact.pairing)
    teams.check_whole_meeting(book, fact.pairing, fact.result)
    _check_players(book, fact.pairing, fact.result)
    _check_score(book, fact.pairing, fact.result)
    book.results[fact.pairing] = fact.result
    book.propagate(fact.pairing)


def reopen(book: Book, fact: facts.Reopened) -> None:
    """Withdraw a result that no later match depends on."""
    if DOT in fact.pairing:
        teams.reopen_board(book, fact)
        return
    must(fact.pairing in book.results, "not_settled", pairing=fact.pairing)
    teams.check_whole_meeting(book, fact.pairing, None)
    del book.results[fact.pairing]
    _update_results(book, strict_chooser({}))


def correct(book: Book, fact: facts.Corrected, choose: Chooser | None = None) -> None:
    """Replace a result; later results become what was chosen."""
    if DOT in fact.pairing:
        teams.correct_board(book, fact, choose)
        return
    must(fact.pairing in book.results, "not_settled", pairing=fact.pairing)
    teams.check_whole_meeting(book, fact.pairing, fact.result)
    _check_players(book, fact.pairing, fact.result)
    before = book.results[fact.pairing]
    _check_score(book, fact.pairing, fact.result, before.length)
    book.results[fact.pairing] = replace(fact.result, measure=before.measure, length=before.length)
    _update_results(book, choose or strict_chooser(fact.choices))


def _update_results(book: Book, choose: Chooser) -> None:
    decided_names, team_choose = set(book.results), teams.chooser_without_rename(book, choose)
    book.recompute_board(results_after_change(book.results, team_choose))
    teams.move_lineups(book, decided_names, team_choose)


def _check_players(book: Book, pairing: str, result: PairingResult) -> None:
    seats = book.board[pairing].seats
    must(
        seats == (result.white, result.black),
        "wrong_players",
        pairing=pairing,
        expected=list(seats),
        given=[result.white, result.black],
    )


def _check_score(book: Book, pairing: str, result: PairingResult, length: int | None = None) -> None:
    """Check the score against a length, by default the planned one: only the winner has reached it."""
    if length is None:
        length = length_of(book, book.graph.by_id[pairing])
    if not length or result.ending != PLAYED:
        return
    scores = {WHITE: result.white_score, BLACK: result.black_score}
    other = BLACK if result.winner == WHITE else WHITE
    is_possible = scores[result.winner] >= length > scores[other]
    must(is_possible, "score_not_of_length", pairing=pairing, length=length)


def measure(book: Book, fact: facts.Measured) -> None:
    """Set or remove the performance ratings of a result; the result itself does not change.

    A row about a match whose result was withdrawn has no effect. Raises `choices_needed` where places of the
    table change and players have already played in later stages because of them.
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
    """Whether seats elsewhere depend on the places of a flight."""
    return any(book.wiring.targets.get(name) for name in book.wiring.of_flight.get(flight, ()))


def measured_payload(pairing: str, measure: Measure) -> dict[str, Any]:
    """Return the payload of `measured`."""
    payload = {"pairing": pairing, "white_pr": measure.white, "black_pr": measure.black}
    return {**payload, "ruling": measure.ruling} if measure.ruling else payload
