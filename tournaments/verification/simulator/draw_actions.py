"""Random actions on draws and rounds: withdrawals, late entries, swaps, next rounds and stages."""

from collections.abc import Callable, Mapping
from functools import partial

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import ENTRIES, ROLLING
from tournaments.formats.round_robin import WITHDRAWAL_EFFECTS
from tournaments.journal import commands, draw_changes, pairing_commands, rolling_queue
from tournaments.journal.commands import JournalCommand
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.facts import AWAY, SWAP
from tournaments.journal.state import DrawnStage
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.simulator.entry_actions import ENTRY_ACTIONS
from tournaments.verification.simulator.openings import draw_and_publish
from tournaments.verification.simulator.simulation import Simulation

MOST_KNOCKOUTS = 6
END_STAGE_CHANCE = 0.2


def go_on(simulation: Simulation) -> bool:
    """Pair the next round, or draw the next stage."""
    return (
        any(_next_round(simulation, key) for key in simulation.state.stages)
        or any(
            _next_stage(simulation, stage.key)
            for stage in simulation.state.plan.stages
            if stage.key not in simulation.state.stages
        )
        or _next_knockout(simulation)
    )


def end_stage(simulation: Simulation) -> bool:
    """End a stage of rounds early; rarely, so that most events reach their last round."""
    if simulation.rng.random() > END_STAGE_CHANCE:
        return False
    for key, drawing in simulation.state.stages.items():
        if not format_of(drawing.stage).is_static and drawing.is_published:
            return simulation.append_row("ended", {"flight": key})
    return False


def pair_again(simulation: Simulation) -> bool:
    """Re-pair the last round."""
    return _pair_last_round(
        simulation, lambda key, away: pairing_commands.pair_again(simulation.state, key, away=away)
    )


def pair_late(simulation: Simulation) -> bool:
    """Add a late entry to a paired round with a board of its own."""
    for key, drawing in simulation.state.stages.items():
        if drawing.rounds and drawing.stage.feed.origin == ENTRIES and not drawing.is_ended:
            if not simulation.append_row(*commands.enter(simulation.state, [f"l{len(simulation.rows)}"])):
                return False
            entry = max(simulation.state.entries)
            if not simulation.append_row("joined", {"flight": key, "entry": entry}):
                return False
            arrivals = _unnamed_members(simulation, simulation.state.stages[key])
            pair_arrivals = partial(pairing_commands.pair_late, simulation.state, key, arrivals)
            return _append_proposal(simulation, pair_arrivals)
    return False


def _unnamed_members(simulation: Simulation, drawing: DrawnStage) -> list[int]:
    """Return active members missing in the last round; for lives, in any round."""
    rounds = drawing.rounds if format_of(drawing.stage).ends_by_itself else drawing.rounds[-1:]
    named_entries = {entry for paired in rounds for entry in paired.named_entries}
    return [entry for entry in _present_members(simulation, drawing) if entry not in named_entries]


def _pair_last_round(
    simulation: Simulation, make_command: Callable[[str, list[int]], JournalCommand]
) -> bool:
    for key, drawing in simulation.state.stages.items():
        if drawing.is_ended or not drawing.rounds:
            continue
        if _append_proposal(simulation, lambda: make_command(key, _random_absentees(simulation, drawing))):  # noqa: B023
            return True
    return False


def _append_proposal(simulation: Simulation, make_command: Callable[[], JournalCommand]) -> bool:
    try:
        command = make_command()
    except Refusal:
        simulation.refused += 1
        return False
    return simulation.append_computed(command)


def _next_round(simulation: Simulation, key: str) -> bool:
    drawing = simulation.state.stages[key]
    if format_of(drawing.stage).is_static:
        return False
    away = _random_absentees(simulation, drawing)
    asking = [entry for entry in _random_absentees(simulation, drawing) if entry not in away]
    fixed = _random_fixed_board(simulation, drawing, {*away, *asking})
    try:
        make_command = pairing_commands.pair(simulation.state, key, away=away, asking=asking, fixed=fixed)
    except Refusal:
        simulation.refused += 1
        return False
    return bool(make_command.payload["boards"]) and simulation.append_computed(make_command)


def _next_stage(simulation: Simulation, key: str) -> bool:
    """Draw a later stage, sometimes while some of its entries are absent."""
    stage = simulation.state.plan[key]
    try:
        candidates = eligible_entries(simulation.state, stage)
        away = simulation.rng.sample(candidates, min(len(candidates), simulation.rng.choice((0, 0, 1, 2))))
        if away:
            simulation.append_row(*commands.mark_presence(away, AWAY))
        if not draw_and_publish(simulation, key):
            return False
    except Refusal:
        simulation.refused += 1
        return False
    members = simulation.state.stages[key].members
    simulation.expect(
        set(members).isdisjoint(away), Guarantee.EACH_PLAYS_ONCE, "absentee_drawn", flight=key, entries=away
    )
    simulation.expect(
        bool(stage.options.get(ROLLING)) or {*members, *away} == {*candidates},
        Guarantee.EACH_PLAYS_ONCE,
        "left_out_of_a_draw",
    )
    return True


def _next_knockout(simulation: Simulation) -> bool:
    """Plan another small knockout and start it, if at least two entries wait."""
    state = simulation.state
    if not rolling_queue.is_rolling(state.plan) or len(state.plan.stages) >= MOST_KNOCKOUTS:
        return False
    if rolling_queue.open_stage(state) is not None or len(rolling_queue.pool(state).waiting) < 2:
        return False
    simulation.append_computed(commands.set_plan(rolling_queue.plan_with_next(state)))
    return _next_stage(simulation, simulation.state.plan.stages[-1].key)


def _random_absentees(simulation: Simulation, drawing: DrawnStage) -> list[int]:
    """Return some random absences for a round."""
    present = _present_members(simulation, drawing)
    return simulation.rng.sample(present, 1) if len(present) > 3 and simulation.rng.random() < 0.2 else []


def _random_fixed_board(
    simulation: Simulation, drawing: DrawnStage, busy: set[int]
) -> tuple[tuple[int, int], ...]:
    """Return a random manual board, sometimes."""
    free = [entry for entry in _present_members(simulation, drawing) if entry not in busy]
    if len(free) < 4 or simulation.rng.random() > 0.1:
        return ()
    white, black = simulation.rng.sample(free, 2)
    return ((white, black),)


def _present_members(simulation: Simulation, drawing: DrawnStage) -> list[int]:
    return [
        entry
        for entry in drawing.members
        if not simulation.state.entries[entry].withdrawal_number(drawing.stage.key, drawing.stage.key)
    ]


ROUND_ACTIONS: Mapping[str, tuple[int, Callable[[Simulation], bool]]] = {
    "go_on": (8, go_on),
    "pair_again": (1, pair_again),
    "pair_late": (1, pair_late),
    "end_stage": (1, end_stage),
}


def withdraw(simulation: Simulation) -> bool:
    """Withdraw an entry from the event, or from one flight."""
    staying = [entry.number for entry in simulation.state.entries.values() if not entry.is_withdrawn]
    if len(staying) < 2:
        return False
    before = dict(simulation.state.results)
    flight = simulation.rng.choice(["", "", *(stage.key for stage in simulation.state.plan.stages)])
    leaving = simulation.rng.choice(staying)
    has_round_robin = any(format_of(stage).is_round_robin for stage in simulation.state.plan.stages)
    results = simulation.rng.choice(["", *WITHDRAWAL_EFFECTS]) if has_round_robin else ""
    is_accepted = simulation.append_row(*commands.withdraw(leaving, flight, results))
    simulation.expect(
        dict(simulation.state.results) == before, Guarantee.PLAYED_STAYS, "withdrawal_changed_the_past"
    )
    return is_accepted


def reinstate(simulation: Simulation) -> bool:
    """Reinstate a withdrawn entry."""
    withdrawals = [
        (entry.number, flight)
        for entry in simulation.state.entries.values()
        for flight in ([""] if entry.is_withdrawn else list(entry.left_flights))
    ]
    return bool(withdrawals) and simulation.append_row(
        *commands.reinstate(*simulation.rng.choice(withdrawals))
    )


def substitute(simulation: Simulation) -> bool:
    """Replace the player of an entry."""
    entry = simulation.rng.choice(list(simulation.state.entries))
    return simulation.append_row(*commands.substitute(entry, f"q{len(simulation.rows)}"))


def come_late(simulation: Simulation) -> bool:
    """Add a late entry: on a bye, on a new line, or in rounds in progress."""
    drawing = _random_published_draw(simulation)
    if (
        drawing is None
        or drawing.stage.feed.origin != ENTRIES
        or not simulation.append_row(*commands.enter(simulation.state, [f"r{len(simulation.rows)}"]))
    ):
        return False
    entry = max(simulation.state.entries)
    return _append_computed(
        simulation, lambda: draw_changes.add_late(simulation.state, entry, drawing.stage.key)
    )


def step_in(simulation: Simulation) -> bool:
    """Replace an absent entry with an alternate on its line."""
    drawing = _random_static_draw(simulation)
    if drawing is None or not drawing.members:
        return False
    absent = simulation.rng.choice(drawing.members)
    if not simulation.append_row(*commands.enter(simulation.state, [f"a{len(simulation.rows)}"])):
        return False
    entry = max(simulation.state.entries)
    return _try_append(
        simulation, lambda: draw_changes.use_alternate(simulation.state, drawing.stage.key, absent, entry)
    )


def move_seed(simulation: Simulation) -> bool:
    """Move an entry to the line of another seed number."""
    drawing = _random_static_draw(simulation)
    if drawing is None or not drawing.members:
        return False
    entry, number = (
        simulation.rng.choice(drawing.members),
        simulation.rng.randint(1, min(8, len(drawing.lines))),
    )
    return _try_append(
        simulation, lambda: draw_changes.move_seed(simulation.state, drawing.stage.key, entry, number)
    )


def swap(simulation: Simulation) -> bool:
    """Exchange two lines of a draw, including byes."""
    drawing = _random_static_draw(simulation)
    if drawing is None or len(drawing.lines) < 2:
        return False
    one, other = simulation.rng.sample(range(len(drawing.lines)), 2)
    lines = {str(one + 1): drawing.lines[other], str(other + 1): drawing.lines[one]}
    return simulation.append_row("relined", {"flight": drawing.stage.key, "lines": lines, "cause": SWAP})


def re_enter(simulation: Simulation) -> bool:
    """Re-enter an eliminated entry, on a bye or on a new line."""
    drawing = _random_static_draw(simulation)
    eliminated = [entry for placed in simulation.state.board.values() for entry in placed.losers]
    if drawing is None or not eliminated:
        return False
    entry = simulation.rng.choice(eliminated)
    is_accepted = _append_computed(
        simulation, lambda: draw_changes.re_enter(simulation.state, entry, drawing.stage.key)
    )
    waiting = [
        placed
        for placed in simulation.state.board.values()
        if entry in placed.seats and not placed.is_decided
    ]
    simulation.expect(
        not is_accepted or bool(waiting), Guarantee.BYES_LOSE, "reentry_without_match", entry=entry
    )
    return is_accepted


def lengthen(simulation: Simulation) -> bool:
    """Change the match length of a round."""
    names = list(simulation.state.graph.by_id)
    if not names:
        return False
    pairing = simulation.state.graph.by_id[simulation.rng.choice(names)]
    return simulation.append_row(
        *commands.lengthen(pairing.flight, pairing.round, simulation.rng.choice((1, 3, 7, 11)))
    )


def _random_published_draw(simulation: Simulation) -> DrawnStage | None:
    published_draws = [drawing for drawing in simulation.state.stages.values() if drawing.is_published]
    return simulation.rng.choice(published_draws) if published_draws else None


def _random_static_draw(simulation: Simulation) -> DrawnStage | None:
    drawing = _random_published_draw(simulation)
    return drawing if drawing is not None and format_of(drawing.stage).is_static else None


def _append_computed(simulation: Simulation, make_command: Callable[[], JournalCommand]) -> bool:
    """Append a command that the engine computes, unless it refuses to; it must be valid."""
    try:
        command = make_command()
    except Refusal:
        simulation.refused += 1
        return False
    return simulation.append_computed(command)


def _try_append(simulation: Simulation, make_command: Callable[[], JournalCommand]) -> bool:
    """Append a command, which may be refused."""
    try:
        return simulation.append_row(*make_command())
    except Refusal:
        simulation.refused += 1
        return False


DRAW_ACTIONS: Mapping[str, tuple[int, Callable[[Simulation], bool]]] = {
    "withdraw": (3, withdraw),
    "reinstate": (2, reinstate),
    "substitute": (1, substitute),
    "come_late": (2, come_late),
    "step_in": (1, step_in),
    "move_seed": (1, move_seed),
    "swap": (2, swap),
    "re_enter": (3, re_enter),
    "lengthen": (1, lengthen),
    **ENTRY_ACTIONS,
    **ROUND_ACTIONS,
}
