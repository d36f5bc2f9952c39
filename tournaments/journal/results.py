"""Rows about results: settled, reopened, corrected, and performance ratings."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from rules.errors import Refusal
from tournaments.journal import teams
from tournaments.journal.correction import Chooser, results_after_change, strict_chooser
from tournaments.journal.facts import (
    BLACK,
    CHOICES,
    PLAYED,
    WHITE,
    Measure,
    PairingResult,
)
from tournaments.journal.flight_places import is_complete
from tournaments.journal.mutable_state import MutableState, must
from tournaments.journal.row_kinds import RowKind, Subject
from tournaments.journal.standings import counts_ratings, length_of
from tournaments.journal.team_facts import DOT
from tournaments.payloads import Place, Text, one_of


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of a pairing."""

    pairing: Text
    result: Annotated[PairingResult, Place.INLINE]


@dataclass(frozen=True, slots=True)
class Reopened:
    """The withdrawal of a result."""

    pairing: Text


@dataclass(frozen=True, slots=True)
class Measured:
    """The performance ratings of a pairing, where they count; an empty measure removes earlier ones."""

    pairing: Text
    measure: Annotated[Measure, Place.INLINE]


@dataclass(frozen=True, slots=True)
class Corrected:
    """A replaced result. `choices` decide on later pairings that had begun: pairing -> one of `CHOICES`."""

    pairing: Text
    result: Annotated[PairingResult, Place.INLINE]
    choices: Mapping[str, Annotated[str, one_of(CHOICES)]] = field(default_factory=dict)


def settle(state: MutableState, fact: Settled) -> None:
    """Set the result of an open pairing of its two seated entries, or of a board of a team meeting."""
    if DOT in fact.pairing:
        teams.settle_board(state, fact.pairing, fact.result)
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


def reopen(state: MutableState, fact: Reopened) -> None:
    """Withdraw a result that no later match depends on."""
    if DOT in fact.pairing:
        teams.reopen_board(state, fact.pairing)
        return
    must(fact.pairing in state.results, "not_settled", pairing=fact.pairing)
    teams.check_whole_meeting(state, fact.pairing, None)
    del state.results[fact.pairing]
    update_results(state, strict_chooser({}))


def correct(state: MutableState, fact: Corrected, choose: Chooser | None = None) -> None:
    """Replace a result; `choose` (default: the choices of the fact) decides on later results it affects."""
    choose = choose or strict_chooser(fact.choices)
    if DOT in fact.pairing:
        teams.correct_board(state, fact.pairing, fact.result, choose)
        return
    must(fact.pairing in state.results, "not_settled", pairing=fact.pairing)
    teams.check_whole_meeting(state, fact.pairing, fact.result)
    _check_players(state, fact.pairing, fact.result)
    before = state.results[fact.pairing]
    _check_score(state, fact.pairing, fact.result, before.length)
    state.results[fact.pairing] = replace(fact.result, measure=before.measure, length=before.length)
    update_results(state, choose)


def update_results(state: MutableState, choose: Chooser) -> None:
    """Recompute the board; `choose` decides on results whose players have changed."""
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


def measure(state: MutableState, fact: Measured) -> None:
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
    state.board[fact.pairing] = placed._replace(result=measured_result)
    state.recompute_places(flight)
    if _feeds_other_flights(state, flight) and (was_complete or is_complete(state, flight, state.board)):
        state.recompute_board(results_after_change(state.results, strict_chooser({})))


def _feeds_other_flights(state: MutableState, flight: str) -> bool:
    """Whether seats elsewhere depend on the places of a flight."""
    return any(state.index.dependents.get(name) for name in state.index.by_flight.get(flight, ()))


RESULT_EXAMPLE = {
    "pairing": "M1-1",
    "white": 1,
    "black": 2,
    "winner": "white",
    "white_score": 7,
    "black_score": 3,
    "ending": "played",
}
KINDS = (
    RowKind("settled", Subject.RESULT, (Settled,), settle, "%(pairing)s final: %(result)s", RESULT_EXAMPLE),
    RowKind("reopened", Subject.RESULT, (Reopened,), reopen, "%(pairing)s reopened", {"pairing": "M1-1"}),
    RowKind(
        "measured",
        Subject.EVENT,
        (Measured,),
        measure,
        "PR of %(pairing)s: %(figures)s",
        {"pairing": "R1-1", "white_pr": "4.250", "black_pr": "5.100"},
    ),
    RowKind(
        "corrected",
        Subject.RESULT,
        (Corrected,),
        correct,
        "%(pairing)s corrected: %(result)s",
        {**RESULT_EXAMPLE, "choices": {"M2-1": "rename", "M3-1": "rule:white"}},
    ),
)
