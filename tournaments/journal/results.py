"""Handlers of rows about results: settled, reopened, corrected, and performance ratings."""

from dataclasses import replace
from typing import Any

from rules.errors import Refusal
from tournaments.journal import facts, teams
from tournaments.journal.correction import Chooser, results_after_change, strict_chooser
from tournaments.journal.facts import BLACK, PLAYED, WHITE, Measure, PairingResult
from tournaments.journal.mutable_state import MutableState, must
from tournaments.journal.standings import counts_ratings, is_complete, length_of
from tournaments.journal.team_facts import DOT


def settle(state: MutableState, fact: facts.Settled) -> None:
    """Set the result of an open pairing of its two seated entries, or of a board of a team meeting."""
    if DOT in fact.pairing:
        teams.settle_board(state, fact)
        return
    placed = state.board.get(fact.pairing)
    if placed is None:
        raise Refusal("pairing_unknown", pairing=fact.pairing)
    stage = state.stage(state.graph.by_id[fact.pairing].flight)
    must(stage.is_published, "draw_not_published")
    must(fact.pairing not in state.results, "pairing_settled", pairing=fact.pairing)
    must(not placed.is_decided, "already_decided", pairing=fact.pairing)
    teams.check_whole_meeting(state, fact.pairing, fact.result)
    _check_players(state, fact.pairing, fact.result)
    _check_score(state, fact.pairing, fact.result)
    state.results[fact.pairing] = fact.result
    state.propagate(fact.pairing)


def reopen(state: MutableState, fact: facts.Reopened) -> None:
    """Withdraw a result that no later match depends on."""
    if DOT in fact.pairing:
        teams.reopen_board(state, fact)
        return
    must(fact.pairing in state.results, "not_settled", pairing=fact.pairing)
    teams.check_whole_meeting(state, fact.pairing, None)
    del state.results[fact.pairing]
    _update_results(state, strict_chooser({}))


def correct(state: MutableState, fact: facts.Corrected, choose: Chooser | None = None) -> None:
    """Replace a result; `choose` (default: the choices of the fact) decides on later results it affects."""
    if DOT in fact.pairing:
        teams.correct_board(state, fact, choose)
        return
    must(fact.pairing in state.results, "not_settled", pairing=fact.pairing)
    teams.check_whole_meeting(state, fact.pairing, fact.result)
    _check_players(state, fact.pairing, fact.result)
    before = state.results[fact.pairing]
    _check_score(state, fact.pairing, fact.result, before.length)
    state.results[fact.pairing] = replace(fact.result, measure=before.measure, length=before.length)
    _update_results(state, choose or strict_chooser(fact.choices))


def _update_results(state: MutableState, choose: Chooser) -> None:
    decided_names, team_choose = set(state.results), teams.chooser_without_rename(state, choose)
    state.recompute_board(results_after_change(state.results, team_choose))
    teams.move_lineups(state, decided_names, team_choose)


def _check_players(state: MutableState, pairing: str, result: PairingResult) -> None:
    seats = state.board[pairing].seats
    must(
        seats == (result.white, result.black),
        "wrong_players",
        pairing=pairing,
        expected=list(seats),
        given=[result.white, result.black],
    )


def _check_score(state: MutableState, pairing: str, result: PairingResult, length: int | None = None) -> None:
    """Refuse a score unless only the winner has reached the match length (default: of the round)."""
    if length is None:
        length = length_of(state, state.graph.by_id[pairing])
    if not length or result.ending != PLAYED:
        return
    scores = {WHITE: result.white_score, BLACK: result.black_score}
    other = BLACK if result.winner == WHITE else WHITE
    is_possible = scores[result.winner] >= length > scores[other]
    must(is_possible, "score_not_of_length", pairing=pairing, length=length)


def measure(state: MutableState, fact: facts.Measured) -> None:
    """Set or remove the performance ratings of a result; the result itself does not change.

    Without a result the row has no effect. Raises `choices_needed` if a changed table would move entries that
    have already played in a later stage.
    """
    placed = state.board.get(fact.pairing)
    must(placed is not None, "pairing_unknown", pairing=fact.pairing)
    flight = state.graph.by_id[fact.pairing].flight
    is_counted = counts_ratings(state.stage(flight).stage) and not state.teams.entry_type.is_of_teams
    must(is_counted, "ratings_not_counted", pairing=fact.pairing)
    result = state.results.get(fact.pairing)
    if result is None or placed is None:
        return
    was_complete = _feeds_other_flights(state, flight) and is_complete(state, flight, state.board)
    measured_result = replace(result, measure=fact.measure)
    state.results[fact.pairing] = measured_result
    state.board[fact.pairing] = replace(placed, result=measured_result)
    state.recompute_places(flight)
    if _feeds_other_flights(state, flight) and (was_complete or is_complete(state, flight, state.board)):
        state.recompute_board(results_after_change(state.results, strict_chooser({})))


def _feeds_other_flights(state: MutableState, flight: str) -> bool:
    """Whether seats elsewhere depend on the places of a flight."""
    return any(state.wiring.targets.get(name) for name in state.wiring.of_flight.get(flight, ()))


def measured_payload(pairing: str, measure: Measure) -> dict[str, Any]:
    """Return the payload of a `measured` row."""
    payload = {"pairing": pairing, "white_pr": measure.white, "black_pr": measure.black}
    return {**payload, "ruling": measure.ruling} if measure.ruling else payload
