"""Handlers of journal lines about stages: plans, draws, lines, rounds and match lengths.

The guarantees they check are those of `findings.Guarantee`.
"""

from collections import Counter
from dataclasses import replace
from datetime import date

from tournaments.verification.checker import (
    drawn_fields,
    draws,
    pairing,
    results,
    stage_fields,
    stages,
)
from tournaments.verification.checker.checked_state import CheckedState, Payload
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.random_orders import matches_commitment
from tournaments.verification.checker.stages import MAIN, CheckedStage

# Options of a stage of rounds that may change after its draw.
FUTURE_OPTIONS = frozenset({"rounds", "forbidden"})


def apply_planned(state: CheckedState, payload: Payload) -> None:
    """Set the stages of the event; remove the draws of stages that are planned differently now."""
    before = {stage.key: stage for stage in state.plan}
    state.plan = stages.read_stages(payload)
    unchanged_keys = {stage.key for stage in state.plan if _is_same_until_now(before.get(stage.key), stage)}
    for key in [key for key in state.lines_by_stage if key not in unchanged_keys]:
        state.log.expect(
            key not in state.published, Guarantee.ROWS_IN_ORDER, "published_stage_replanned", flight=key
        )
        _remove_draw(state, key)
    results.move_results(state)


def _is_same_until_now(before: CheckedStage | None, now: CheckedStage) -> bool:
    """Whether a stage is unchanged, or changed only for future rounds."""
    if before is None or format_of(before).draw is not None:
        return before == now
    old_options = {name: value for name, value in before.options.items() if name not in FUTURE_OPTIONS}
    new_options = {name: value for name, value in now.options.items() if name not in FUTURE_OPTIONS}
    return old_options == new_options and replace(before, options=now.options) == now


def apply_committed(state: CheckedState, payload: Payload) -> None:
    """Set the commitment to the seed of the next draw."""
    state.commitment = str(payload["commitment"])


def apply_drawn(state: CheckedState, payload: Payload) -> None:
    """Check the lines of a stage against the committed draw seed."""
    seed, lines = str(payload["seed"]), [int(number) for number in payload["lines"]]
    if not state.plan:
        state.plan = stages.make_stages_without_plan(str(payload["format"]))
    flight = str(payload.get("flight", "")) or state.plan[0].key
    stage = next((one for one in state.plan if one.key == flight), CheckedStage(MAIN, "knockout"))
    state.log.expect(
        matches_commitment(seed, state.commitment),
        Guarantee.LINES_OF_SEED,
        "seed_not_promised",
        flight=flight,
    )
    state.log.expect(
        flight not in state.published, Guarantee.PLAYED_STAYS, "drawn_again_after_publishing", flight=flight
    )
    if state.repeats_draws:
        drawn_fields.check_draw(state.as_written or state, stage, payload, lines)
    _remove_draw(state, flight)
    state.lines_by_stage[flight], state.seeds[flight] = lines, seed
    stage_fields.note_draw(state, flight, lines)
    results.move_results(state)


def apply_published(state: CheckedState, payload: Payload) -> None:
    """Publish draws with their dependent stages."""
    flight = str(payload.get("flight", ""))
    state.log.expect(bool(state.lines_by_stage), Guarantee.ROWS_IN_ORDER, "published_undrawn")
    state.published |= {flight} if flight else set(state.lines_by_stage)


def apply_relined(state: CheckedState, payload: Payload) -> None:
    """Change lines; results move with their players, and no entry may be on two lines."""
    flight = str(payload["flight"])
    lines = state.lines_by_stage.setdefault(flight, [])
    before = Counter(lines)
    for line, entry in payload["lines"].items():
        lines.extend([0] * (int(line) - len(lines)))
        lines[int(line) - 1] = int(entry)
        is_present = not entry or state.is_here(int(entry), flight)
        state.log.expect(is_present, Guarantee.KNOWN_OPPONENTS, "line_of_nobody", flight=flight, entry=entry)
    if payload["cause"] == "reentry":
        state.returned += Counter(entry for entry in lines if entry) - before
    seated = {int(entry) for entry in payload["lines"].values()}
    state.staying_out -= seated
    state.waiting -= seated
    # Only a re-entry puts an entry on a second line, which then keeps both.
    counts = Counter(entry for entry in lines if entry)
    is_once = all(count <= max(1, before[entry]) for entry, count in counts.items())
    is_valid = payload["cause"] == "reentry" or is_once
    state.log.expect(is_valid, Guarantee.EACH_PLAYS_ONCE, "twice_on_the_lines", flight=flight)
    if payload["cause"] in {stage_fields.QUALIFIED, stage_fields.STANDS}:
        stage_fields.note_ruling(state, payload)
        results.reassign_results(state, payload["choices"])
        return
    results.move_results(state)


def apply_joined(state: CheckedState, payload: Payload) -> None:
    """Add an entry to a stage of rounds in progress."""
    flight, entry = str(payload["flight"]), int(payload["entry"])
    can_join = (
        state.is_here(entry, flight) and entry not in state.members(flight) and flight not in state.ended
    )
    state.log.expect(can_join, Guarantee.EACH_PLAYS_ONCE, "entered_twice", entry=entry)
    state.joined.setdefault(flight, []).append(entry)
    state.staying_out.discard(entry)
    state.waiting.discard(entry)


def apply_paired(state: CheckedState, payload: Payload) -> None:
    """Set the boards of a round."""
    flight, number = str(payload["flight"]), int(payload["round"])
    rounds = state.rounds.setdefault(flight, {})
    in_turn = number in {len(rounds), len(rounds) + 1} and number > 0 and flight not in state.ended
    state.log.expect(in_turn, Guarantee.ROWS_IN_ORDER, "round_out_of_turn", flight=flight, round=number)
    pairing.check_round(state, flight, payload)
    is_next = number not in rounds
    rounds[number] = payload
    if is_next:
        state.rebuild_seating()
    else:
        results.move_results(state)


def apply_ended(state: CheckedState, payload: Payload) -> None:
    """End a stage of rounds, which must be published, not ended yet, and without open boards."""
    flight = str(payload["flight"])
    stage = next((one for one in state.plan if one.key == flight), None)
    is_open = stage is not None and state.is_shown(flight) and flight not in state.ended
    can_end = is_open and stage is not None and format_of(stage).draw is None
    facts = {"flight": flight, "round": len(state.rounds.get(flight, {}))}
    state.log.expect(can_end, Guarantee.ROWS_IN_ORDER, "round_out_of_turn", **facts)
    outcomes = {node.name: state.seating.outcome(node.name) for node in state.seating.flight(flight)}
    waiting = [name for name, outcome in outcomes.items() if outcome.winner is None]
    state.log.expect(not waiting, Guarantee.ROWS_IN_ORDER, "paired_too_early", **facts, pairings=waiting)
    state.ended.add(flight)


def apply_lengthened(state: CheckedState, payload: Payload) -> None:
    """Change the match length of a round that exists and is not yet played."""
    flight, number = str(payload["flight"]), int(payload["round"])
    _expect_round(state, flight, number)
    nodes = [state.seating.nodes[name] for name in state.results]
    of_round = [node for node in nodes if node.round == number]
    played = [node for node in of_round if flight in {node.flight, state.seating.stage_of(node.flight)}]
    state.log.expect(not played, Guarantee.LEGAL_VALUES, "lengthened_after_play", flight=flight, round=number)
    state.lengths[flight, number] = int(payload["length"])


def apply_dated(state: CheckedState, payload: Payload) -> None:
    """Check a deadline, which has no effect on results: its flight or match, round and day."""
    if "pairing" in payload:
        state.log.expect(
            payload["pairing"] in state.seating.nodes,
            Guarantee.ROWS_IN_ORDER,
            "line_unreadable",
            kind="dated",
        )
        date.fromisoformat(payload["until"])
        return
    for number, until in payload["until"].items():
        date.fromisoformat(until)
        _expect_round(state, str(payload["flight"]), int(number))


def _expect_round(state: CheckedState, flight: str, number: int) -> None:
    state.log.expect(
        state.has_round(flight, number), Guarantee.ROWS_IN_ORDER, "round_unknown", flight=flight, round=number
    )


def _remove_draw(state: CheckedState, key: str) -> None:
    """Remove the draw of a stage, and those of stages that depend on it."""
    state.lines_by_stage.pop(key, None)
    state.rounds.pop(key, None)
    state.joined.pop(key, None)
    state.published.discard(key)
    state.ended.discard(key)
    for stage in state.plan:
        if key in stage.sources and draws.is_dependent(stage, state.plan):
            _remove_draw(state, stage.key)
