"""Random actions on results: reports, absences, corrections, undo and redo.

The guarantees are those of `checker.findings.Guarantee`.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rules.errors import Refusal
from tournaments.journal import commands
from tournaments.journal.facts import (
    FIELD_CAUSES,
    MAKE_VOID,
    RULE_BLACK,
    RULE_WHITE,
    UNDONE,
    UNMEASURED,
    Measure,
    PairingResult,
    StoredRow,
)
from tournaments.journal.replay import fold
from tournaments.journal.results import Measured, Settled
from tournaments.journal.standings import counts_ratings
from tournaments.journal.state import EventState, Placement
from tournaments.journal.undo import make_undo_row
from tournaments.journal.undone_rows import live_rows
from tournaments.payloads import make_payload
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.simulator.draw_actions import DRAW_ACTIONS
from tournaments.verification.simulator.simulation import LENGTH, Simulation, are_same_states

MEASURE_CHANCE = 0.3
UNPLAYED_ENDINGS = ("walkover", "forfeit", "retired")
NONSENSE: tuple[tuple[Guarantee, str, dict[str, Any]], ...] = (
    (Guarantee.KNOWN_OPPONENTS, "wrong_players", {"white": 9999}),
    (Guarantee.NO_MEETING_ONESELF, "met_himself", {}),
    (Guarantee.ROWS_IN_ORDER, "settled_twice", {}),
)
OPENING_KINDS = frozenset({"planned", "entered", "committed", "drawn", "published"})


def report(simulation: Simulation) -> bool:
    """Play a match to its end."""
    return _settle(simulation, "played")


def forfeit(simulation: Simulation) -> bool:
    """Record a no-show, a retirement or a disqualification."""
    return _settle(simulation, simulation.rng.choice(UNPLAYED_ENDINGS))


def nobody_came(simulation: Simulation) -> bool:
    """Record a double no-show."""
    return _settle(simulation, "double_walkover")


def report_nonsense(simulation: Simulation) -> bool:
    """Submit a result for wrong players, against oneself, a second time or too early: it must be refused."""
    if not simulation.state.board:
        return False
    rng, board = simulation.rng, list(simulation.state.board.values())
    placed = rng.choice(board)
    payload = _payload(simulation, placed, "played")
    guarantee, code, changes = rng.choice(NONSENSE)
    if code == "settled_twice":
        placed = rng.choice([one for one in board if one.result] or board)
        payload = _payload(simulation, placed, "played")
        if not placed.result:
            changes = {"white": 9999}
    elif code == "met_himself":
        changes = {"black": payload["white"] or 1, "white": payload["white"] or 1}
    is_accepted = simulation.append_row("settled", {**payload, **changes})
    simulation.expect(not is_accepted, guarantee, code, pairing=placed.id)
    return True


def enter_twice(simulation: Simulation) -> bool:
    """Enter a player a second time: it must be refused."""
    entrant = simulation.rng.choice(list(simulation.state.entries.values()))
    is_accepted = simulation.append_row(*commands.enter(simulation.state, [entrant.player]))
    simulation.expect(not is_accepted, Guarantee.EACH_PLAYS_ONCE, "entered_twice", entry=entrant.number)
    return True


def correct(simulation: Simulation) -> bool:
    """Correct any result, also if later matches have been played."""
    if not simulation.state.results:
        return False
    return _correct(simulation, simulation.rng.choice(list(simulation.state.results)), ())


def correct_again(simulation: Simulation) -> bool:
    """Correct a result with rulings or voids for later matches, then correct it and adjacent ones again."""
    results = simulation.state.results
    with_later_results = [
        name
        for name in results
        if any(further in results for further in simulation.state.index.find_all_dependents(name))
    ]
    if not with_later_results:
        return False
    name = simulation.rng.choice(with_later_results)
    if not _correct(simulation, name, (RULE_WHITE, RULE_BLACK, MAKE_VOID)):
        return False
    ruled = [one for one, result in simulation.state.results.items() if result.is_ruling]
    adjacent = {
        source.pairing
        for one in ruled
        for source in simulation.state.graph.by_id[one].sources
        if source.pairing
    }
    for again in [name, *sorted(adjacent & set(simulation.state.results) - {name})]:
        if again in simulation.state.results:
            _correct(simulation, again, ())
    return True


def _correct(simulation: Simulation, name: str, preferred: Collection[str]) -> bool:
    """Correct one result; affected matches become what is `preferred`, or any allowed choice."""
    payload = _payload(simulation, simulation.state.board[name], "played")
    choices: dict[str, str] = {}
    for _ in range(len(simulation.state.results) + 1):
        row = StoredRow(len(simulation.rows) + 1, "corrected", {**payload, "choices": choices})
        try:
            preview = commands.preview_row(simulation.state, row, None)
        except Refusal as refusal:
            if refusal.code != "choices_needed":
                simulation.expect(
                    False, Guarantee.ROWS_IN_ORDER, "correction_refused", pairing=name, reason=refusal.code
                )
                return False
            context: Any = refusal.facts
            allowed = [one for one in context["allowed"] if one in preferred] or context["allowed"]
            choices |= {pairing: simulation.rng.choice(allowed) for pairing in context["pairings"]}
        else:
            is_accepted = simulation.append_row("corrected", row.payload)
            simulation.expect(
                is_accepted and are_same_states(preview.after, simulation.state_of(row.seq)),
                Guarantee.ROWS_IN_ORDER,
                "preview_differs",
                pairing=name,
            )
            return is_accepted
    return False


def _rules_on_field(row: StoredRow) -> bool:
    """Whether a row belongs to the command of the one before it, and is undone only with it."""
    return row.payload.get("cause") in FIELD_CAUSES


def undo(simulation: Simulation) -> bool:
    """Undo the last row in effect: the state must be that before it."""
    live = [row for row in live_rows(simulation.rows) if row.kind not in OPENING_KINDS]
    if not live or _rules_on_field(live[-1]):
        return False
    row = live[-1]
    undo_row = make_undo_row(simulation.rows, row.seq)
    was_last = row.seq == simulation.rows[-1].seq
    before = simulation.previous_states.get(row.seq - 1)
    is_accepted = simulation.append_row(undo_row.kind, undo_row.payload)
    simulation.expect(is_accepted or not was_last, Guarantee.ROWS_IN_ORDER, "undo_refused", line=row.seq)
    if is_accepted and was_last and before is not None:
        simulation.expect(
            are_same_states(before, simulation.state), Guarantee.SAME_BYTES, "undo_not_exact", line=row.seq
        )
    return is_accepted


def undo_any(simulation: Simulation) -> bool:
    """Undo any row: the state must be that of the other rows."""
    live = [
        row
        for row in live_rows(simulation.rows)
        if row.kind not in OPENING_KINDS and not _rules_on_field(row)
    ]
    if not live:
        return False
    row = simulation.rng.choice(live)
    if not simulation.append_row(UNDONE, {"seq": row.seq}):
        return False
    simulation.expect(
        are_same_states(fold(live_rows(simulation.rows)), simulation.state),
        Guarantee.SAME_BYTES,
        "undo_not_exact",
        line=row.seq,
    )
    return True


def redo(simulation: Simulation) -> bool:
    """Redo: undo the last row, itself an undo."""
    if not simulation.rows or simulation.rows[-1].kind != UNDONE:
        return False
    last = simulation.rows[-1]
    before = simulation.previous_states.get(last.seq - 1)
    is_accepted = simulation.append_row(UNDONE, {"seq": last.seq})
    simulation.expect(is_accepted, Guarantee.ROWS_IN_ORDER, "undo_refused", line=last.seq)
    if is_accepted and before is not None:
        simulation.expect(
            are_same_states(before, simulation.state), Guarantee.SAME_BYTES, "redo_not_exact", line=last.seq
        )
    return is_accepted


def play_round(simulation: Simulation) -> int:
    """Play all playable matches and return their number."""
    ready = simulation.playable
    for placed in ready:
        # A stage drawn from results may have followed an earlier result of this round.
        current = simulation.state.board[placed.id]
        if current.is_seated and not current.is_decided:
            is_accepted = simulation.append_row("settled", _payload(simulation, current, "played"))
            simulation.expect(is_accepted, Guarantee.CAN_BE_FINISHED, "result_refused", pairing=placed.id)
    return len(ready)


def _settle(simulation: Simulation, ending: str) -> bool:
    ready = simulation.playable
    if not ready:
        return False
    placed = simulation.rng.choice(ready)
    is_accepted = simulation.append_row("settled", _payload(simulation, placed, ending))
    simulation.expect(is_accepted, Guarantee.CAN_BE_FINISHED, "result_refused", pairing=placed.id)
    return is_accepted


def _payload(simulation: Simulation, placed: Placement, ending: str) -> dict[str, Any]:
    rng = simulation.rng
    # A result may have moved to a round of another length; it is corrected under its own.
    played_length = placed.result.length if placed.result else None
    length = (simulation.state.length(placed.id) if played_length is None else played_length) or LENGTH
    winner = "" if ending == "double_walkover" else rng.choice(("white", "black"))
    lost = rng.randrange(length) if ending in {"played", "retired"} else 0
    won = length if ending == "played" else 0
    scores = (won, lost) if winner == "white" else (lost, won)
    return make_payload(
        Settled(placed.id, PairingResult(placed.white or 0, placed.black or 0, winner, *scores, ending))
    )


def measure(simulation: Simulation) -> bool:
    """Set, change, rule on or remove performance ratings in an event that counts them.

    In other events no random number is drawn, so that their seeds give the same events as ever.
    """
    rng, state = simulation.rng, simulation.state
    counting = [key for key, drawing in state.stages.items() if counts_ratings(drawing.stage)]
    names = [name for key in counting for name in _pairings_of_stage(state, key) if name in state.results]
    if not names or rng.random() > MEASURE_CHANCE:
        return False
    figures = (f"{rng.randrange(9)}.{rng.randrange(4):03}", f"{rng.randrange(9)}.{rng.randrange(4):03}")
    ruling = rng.choice(("white", "black", "half", "nobody"))
    ratings = rng.choice(
        (Measure(*figures), Measure(*figures), Measure(*figures, "figures"), Measure("", "", ruling))
    )
    for name in rng.sample(names, min(len(names), rng.randint(1, 6))):
        simulation.append_row(
            "measured", make_payload(Measured(name, UNMEASURED if rng.random() < 0.05 else ratings))
        )
    return True


def _pairings_of_stage(state: EventState, key: str) -> list[str]:
    return [name for name in state.board if state.stage_of(state.graph.by_id[name].flight) == key]


ACTIONS: Mapping[str, tuple[int, Callable[[Simulation], bool]]] = {
    "report": (40, report),
    "forfeit": (5, forfeit),
    "nobody_came": (2, nobody_came),
    "report_nonsense": (2, report_nonsense),
    "enter_twice": (1, enter_twice),
    "correct": (10, correct),
    "correct_again": (3, correct_again),
    "undo": (7, undo),
    "undo_any": (4, undo_any),
    "redo": (7, redo),
    **DRAW_ACTIONS,
}
