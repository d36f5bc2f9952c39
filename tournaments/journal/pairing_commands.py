"""Commands that pair the rounds of a stage: when a round may be paired, paired again, or joined late."""

from collections.abc import Collection, Sequence

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.pairing import PAIRING_BYE, PairedRound, Pairs
from tournaments.journal.commands import JournalCommand, make_command
from tournaments.journal.event_end import is_stage_played_out
from tournaments.journal.facts import Paired
from tournaments.journal.pairing_requests import make_pairing_request, round_seed
from tournaments.journal.state import DrawnStage, EventState
from tournaments.journal.team_facts import meeting_of


def pair(
    state: EventState,
    flight: str,
    *,
    away: Collection[int] = (),
    asking: Collection[int] = (),
    fixed: Pairs = (),
    forbidden: Collection[frozenset[int]] = (),
) -> JournalCommand:
    """Pair the next round of a stage.

    Refuses `not_drawn`, `draw_not_published`, `round_open` with the boards still without a result,
    `rounds_over`, `nobody_to_pair` for a round of byes only, and what the format refuses (`no_pairing` with
    the proof).
    """
    drawing = _get_round_stage(state, flight)
    number = len(drawing.rounds) + 1
    if not drawing.is_published:
        raise Refusal("draw_not_published")
    if drawing.is_ended:
        raise Refusal("stage_ended", flight=flight)
    _must_be_over(state, drawing)
    rounds_due = _rounds_due(drawing)
    if rounds_due and number > rounds_due:
        raise Refusal("rounds_over", flight=flight, rounds=rounds_due)
    return _pair_command(state, drawing, number, away, asking, fixed, forbidden)


def pair_again(
    state: EventState,
    flight: str,
    *,
    away: Collection[int] = (),
    asking: Collection[int] = (),
    fixed: Pairs = (),
    forbidden: Collection[frozenset[int]] = (),
) -> JournalCommand:
    """Re-pair the last round before play. Refuses `round_begun`."""
    drawing = _get_round_stage(state, flight)
    number = len(drawing.rounds)
    if not number:
        raise Refusal("round_out_of_turn", round=number)
    begun = begun_pairings(state, flight, number)
    if begun:
        raise Refusal("round_begun", flight=flight, round=number, pairings=begun)
    return _pair_command(state, drawing, number, away, asking, fixed, forbidden)


def pair_late(state: EventState, flight: str, arrivals: Sequence[int]) -> JournalCommand:
    """Add boards for late arrivals to the last round; its other boards do not change."""
    drawing = _get_round_stage(state, flight)
    if not drawing.rounds:
        raise Refusal("round_out_of_turn", round=0)
    last = drawing.rounds[-1]
    pairing_request = make_pairing_request(state, drawing, number=last.round)
    round_ = format_of(drawing.stage).pair_late_entries(pairing_request, _as_paired_round(last), arrivals)
    return _make_command(drawing, last.round, round_)


def boards_of(state: EventState, flight: str, number: int) -> tuple[str, ...]:
    """Return the pairings of a round of a flight."""
    names = state.index.by_flight.get(flight, ())
    return tuple(name for name in names if state.graph.by_id[name].round == number)


def begun_pairings(state: EventState, flight: str, number: int) -> list[str]:
    """Return the pairings of a round that have a result, or in team events a board with one."""
    names_with_results = {*state.results, *map(meeting_of, state.teams.results)}
    return [name for name in boards_of(state, flight, number) if name in names_with_results]


def _get_round_stage(state: EventState, flight: str) -> DrawnStage:
    """Return a drawn stage of rounds. Refuses `not_drawn`, `stage_of_lines`."""
    drawing = state.stages.get(flight)
    if drawing is None:
        raise Refusal("not_drawn", flight=flight)
    if format_of(drawing.stage).is_static:
        raise Refusal("stage_of_lines", flight=flight)
    return drawing


def _must_be_over(state: EventState, drawing: DrawnStage) -> None:
    """Refuse (`round_open`) while a board of a stage is undecided."""
    names = state.index.by_flight.get(drawing.stage.key, ())
    waiting = [name for name in names if not state.board[name].is_decided]
    if waiting:
        raise Refusal("round_open", flight=drawing.stage.key, pairings=waiting)


def _rounds_due(drawing: DrawnStage) -> int:
    return format_of(drawing.stage).round_count(drawing.stage, len(drawing.members))


def _pair_command(
    state: EventState,
    drawing: DrawnStage,
    number: int,
    away: Collection[int],
    asking: Collection[int],
    fixed: Pairs,
    forbidden: Collection[frozenset[int]],
) -> JournalCommand:
    pairing_request = make_pairing_request(
        state, drawing, number=number, away=away, asking=asking, fixed=fixed, forbidden=forbidden
    )
    round_ = format_of(drawing.stage).pair_round(pairing_request)
    if not round_.boards:
        present = sum(bye.kind == PAIRING_BYE for bye in round_.byes)
        raise Refusal("nobody_to_pair", flight=drawing.stage.key, present=present)
    return _make_command(drawing, number, round_)


def _make_command(drawing: DrawnStage, number: int, paired: PairedRound) -> JournalCommand:
    key = drawing.stage.key
    seed = round_seed(drawing.seed, key, number)
    return make_command(Paired(key, number, seed, paired.boards, paired.byes, paired.reasons))


def _as_paired_round(paired: Paired) -> PairedRound:
    return PairedRound(paired.boards, paired.byes, paired.reasons)


def can_pair_round(state: EventState, key: str) -> bool:
    """Whether all boards of a published stage of rounds are decided and another round is due.

    Whether a legal pairing exists is only known after pairing.
    """
    if format_of(state.stages[key].stage).is_static:
        return False
    names = state.index.by_flight.get(key, ())
    return all(state.board[name].is_decided for name in names) and not is_stage_played_out(
        state, key, state.board
    )
