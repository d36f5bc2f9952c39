"""Whether the entries of stages drawn from results still come from these results.

A stage with a draw of its own, such as a last chance, keeps its lines when an earlier result changes. Then a
line of the journal must put the right entry there, or say that the drawn one stays.
"""

from collections.abc import Mapping, Sequence

from tournaments.verification.checker import draws, pairing
from tournaments.verification.checker.checked_state import CheckedState, Payload
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.checker.stages import ENTRIES, FIRST_LOSSES, LIVES, LOSERS, CheckedStage

QUALIFIED, STANDS = "qualified", "stands"


def note_draw(state: CheckedState, flight: str, lines: Sequence[int]) -> None:
    """Note who is in a stage by the results, and the pairings it is drawn from."""
    state.qualifiers[flight] = {entry for entry in lines if entry}
    stage = _get_stage(state, flight)
    if stage is not None:
        state.drawn_from[flight] = set(_list_sources(state, stage))


def note_ruling(state: CheckedState, payload: Payload) -> None:
    """Note a ruling on the field of a stage: other entries by the results, or by decision of the desk."""
    flight = str(payload["flight"])
    entries = {int(entry) for entry in payload["lines"].values()} - {0}
    if payload["cause"] == STANDS:
        state.qualifiers[flight] = state.qualifiers.get(flight, set()) - entries
        return
    replaced = {int(entry) for entry in payload["instead"].values()}
    state.qualifiers[flight] = (state.qualifiers.get(flight, set()) - replaced) | entries
    if flight in state.rounds:
        by_line = {int(payload["instead"][line]): int(entry) for line, entry in payload["lines"].items()}
        state.rounds[flight] = {
            number: _with_entries(paired, by_line) for number, paired in state.rounds[flight].items()
        }


def _with_entries(paired: Payload, new_entries: Mapping[int, int]) -> Payload:
    boards = [
        {**board, **{side: new_entries.get(board[side], board[side]) for side in ("white", "black")}}
        for board in paired["boards"]
    ]
    byes = [{**bye, "entry": new_entries.get(bye["entry"], bye["entry"])} for bye in paired.get("byes", ())]
    return {**paired, "boards": boards, "byes": byes}


def list_decided_sources(state: CheckedState) -> dict[str, set[str]]:
    """Return by stage the decided ones among the pairings it was drawn from."""
    return {
        flight: {name for name in names if _is_decided(state, name)}
        for flight, names in state.drawn_from.items()
        if names
    }


def forget_open_sources(state: CheckedState, decided: Mapping[str, set[str]]) -> None:
    """Forget the sources of stages that a row has opened again, as a correction does by a replayed match.

    The field of these stages is not known until they are decided.
    """
    for flight, names in decided.items():
        still_decided = {name for name in names if _is_decided(state, name)}
        state.drawn_from[flight] = state.drawn_from.get(flight, set()) - (names - still_decided)


def _is_decided(state: CheckedState, name: str) -> bool:
    return name in state.seating.nodes and state.seating.outcome(name).winner is not None


def check_fields(state: CheckedState) -> None:
    """Check I18: each entry that the results sent to a drawn stage is still sent there."""
    for flight, qualifiers in state.qualifiers.items():
        stage = _get_stage(state, flight)
        if stage is None or flight not in state.lines_by_stage or draws.is_dependent(stage, state.plan):
            continue
        members = qualifiers & set(state.lines_by_stage[flight])
        for entry in sorted(entry for entry in members if _is_staying(state, stage, entry)):
            is_sent = (
                _is_free(state, stage, entry) if stage.origin == ENTRIES else _is_sent(state, stage, entry)
            )
            state.log.expect(
                is_sent, Guarantee.KNOWN_OPPONENTS, "field_of_other_results", flight=flight, entry=entry
            )


def keep_lines(state: CheckedState, entry: int) -> None:
    """Note that an entry has its lines in drawn stages although the results do not send it there any more."""
    for flight, qualifiers in state.qualifiers.items():
        stage = _get_stage(state, flight)
        if stage is not None and stage.origin != ENTRIES and not _is_sent(state, stage, entry):
            qualifiers.discard(entry)


def _is_staying(state: CheckedState, stage: CheckedStage, entry: int) -> bool:
    """Whether an entry has left neither a stage nor the rounds for lives that it was drawn from.

    "A player who leaves the rounds for lives when a play-off has been drawn from them stays in the play-off."
    """
    left_flights = (stage.key, *(stage.sources if stage.origin == LIVES else ()))
    return all(state.is_here(entry, flight) for flight in left_flights)


def _get_stage(state: CheckedState, flight: str) -> CheckedStage | None:
    return next((stage for stage in state.plan if stage.key == flight), None)


def _list_sources(state: CheckedState, stage: CheckedStage) -> list[str]:
    """Return the pairings that decide who is sent to a stage."""
    nodes = [node for node in state.seating.nodes.values() if _is_source(state, stage, node.flight)]
    if stage.origin in {LOSERS, FIRST_LOSSES}:
        flights = dict.fromkeys(node.flight for node in nodes)
        nodes = [node for flight in flights for node in pairing.list_sending_nodes(state, stage, flight)]
    return [node.name for node in nodes]


def _is_source(state: CheckedState, stage: CheckedStage, flight: str) -> bool:
    return flight in stage.sources or state.seating.stage_of(flight) in stage.sources


def _is_sent(state: CheckedState, stage: CheckedStage, entry: int) -> bool:
    """Whether the results send an entry to a stage.

    Where pairings were added to its sources later, and are open, it is not known yet.
    """
    open_names = {name for name in _list_sources(state, stage) if not _is_decided(state, name)}
    if open_names and not open_names & state.drawn_from.get(stage.key, set()):
        return True
    possible_entries = pairing.eligible_entries(state, stage)
    is_known = bool(possible_entries) or bool(open_names)
    return not is_known or entry in possible_entries


def _is_free(state: CheckedState, stage: CheckedStage, entry: int) -> bool:
    """Whether an entry of a mini knockout is in play in no earlier one."""
    if "rolling" not in stage.options:
        return True
    earlier = [each.key for each in state.plan[: state.plan.index(stage)] if each.key in state.published]
    return not any(_is_in_play(state, key, entry) for key in earlier)


def _is_in_play(state: CheckedState, flight: str, entry: int) -> bool:
    outcomes = [state.seating.outcome(node.name) for node in state.seating.flight(flight)]
    has_lost = any(entry in outcome.eliminated for outcome in outcomes)
    is_over = all(outcome.winner is not None for outcome in outcomes)
    return entry in state.members(flight) and not has_lost and not is_over
