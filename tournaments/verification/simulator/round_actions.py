"""Random actions on rounds: next round, re-pairing, late boards, next stage or knockout."""

from collections.abc import Callable, Mapping

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import ENTRIES, ROLLING
from tournaments.journal import commands, rolling
from tournaments.journal.commands import JournalCommand
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.entrants import AWAY
from tournaments.journal.state import Drawing
from tournaments.verification.simulator.openings import draw_and_publish
from tournaments.verification.simulator.simulation import Simulation

MOST_KNOCKOUTS = 6
SELDOM = 0.2


def go_on(simulation: Simulation) -> bool:
    """The next round is paired, or the next stage is drawn; what cannot be is refused with a reason."""
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
    """The desk goes no further with a stage of rounds; that is rare, or few would see their last round."""
    if simulation.rng.random() > SELDOM:
        return False
    for key, drawing in simulation.state.stages.items():
        if not format_of(drawing.stage).is_static and drawing.is_published:
            return simulation.append_row("ended", {"flight": key})
    return False


def pair_again(simulation: Simulation) -> bool:
    """The last round gets other boards."""
    return _of_rounds(simulation, lambda key, away: commands.pair_again(simulation.state, key, away=away))


def pair_late(simulation: Simulation) -> bool:
    """Somebody comes after the round was paired, and gets a board in it."""
    for key, drawing in simulation.state.stages.items():
        if drawing.rounds and drawing.stage.feed.origin == ENTRIES and not drawing.is_ended:
            if not simulation.append_row(*commands.enter(simulation.state, [f"l{len(simulation.rows)}"])):
                return False
            entry = max(simulation.state.entries)
            if not simulation.append_row("joined", {"flight": key, "entry": entry}):
                return False
            arrivals = _unnamed_members(simulation, simulation.state.stages[key])
            return _append_proposal(simulation, lambda: commands.pair_late(simulation.state, key, arrivals))  # noqa: B023
    return False


def _unnamed_members(simulation: Simulation, drawing: Drawing) -> list[int]:
    """Members who play and are not in the last round; for lives, not in any."""
    rounds = drawing.rounds if format_of(drawing.stage).ends_by_itself else drawing.rounds[-1:]
    named_entries = {entry for paired in rounds for entry in paired.named}
    return [entry for entry in _present_members(simulation, drawing) if entry not in named_entries]


def _of_rounds(simulation: Simulation, act: Callable[[str, list[int]], JournalCommand]) -> bool:
    for key, drawing in simulation.state.stages.items():
        if drawing.is_ended or not drawing.rounds:
            continue
        if _append_proposal(simulation, lambda: act(key, _random_absentees(simulation, drawing))):  # noqa: B023
            return True
    return False


def _append_proposal(simulation: Simulation, act: Callable[[], JournalCommand]) -> bool:
    try:
        command = act()
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
        act = commands.pair(simulation.state, key, away=away, asking=asking, fixed=fixed)
    except Refusal:
        simulation.refused += 1
        return False
    return bool(act.payload["boards"]) and simulation.append_computed(act)


def _next_stage(simulation: Simulation, key: str) -> bool:
    """A later stage is drawn, now and then while some of those who come to it are away."""
    stage = simulation.state.plan[key]
    try:
        candidates = eligible_entries(simulation.state, stage)
        away = simulation.rng.sample(candidates, min(len(candidates), simulation.rng.choice((0, 0, 1, 2))))
        if away:
            simulation.append_row(*commands.note(away, AWAY))
        if not draw_and_publish(simulation, key):
            return False
    except Refusal:
        simulation.refused += 1
        return False
    members = simulation.state.stages[key].members
    simulation.expect(set(members).isdisjoint(away), "I1", "absentee_drawn", flight=key, entries=away)
    simulation.expect(
        bool(stage.options.get(ROLLING)) or {*members, *away} == {*candidates}, "I1", "left_out_of_a_draw"
    )
    return True


def _next_knockout(simulation: Simulation) -> bool:
    """A further small knockout opens, and begins when two wait for it."""
    state = simulation.state
    if not rolling.is_rolling(state.plan) or len(state.plan.stages) >= MOST_KNOCKOUTS:
        return False
    if rolling.open_stage(state) is not None or len(rolling.pool(state).waiting) < 2:
        return False
    simulation.append_computed(commands.set_plan(rolling.plan_with_next(state)))
    return _next_stage(simulation, simulation.state.plan.stages[-1].key)


def _random_absentees(simulation: Simulation, drawing: Drawing) -> list[int]:
    """Now and then somebody asks to miss a round."""
    present = _present_members(simulation, drawing)
    return simulation.rng.sample(present, 1) if len(present) > 3 and simulation.rng.random() < 0.2 else []


def _random_fixed_board(
    simulation: Simulation, drawing: Drawing, busy: set[int]
) -> tuple[tuple[int, int], ...]:
    """Now and then the director makes a board himself."""
    free = [entry for entry in _present_members(simulation, drawing) if entry not in busy]
    if len(free) < 4 or simulation.rng.random() > 0.1:
        return ()
    white, black = simulation.rng.sample(free, 2)
    return ((white, black),)


def _present_members(simulation: Simulation, drawing: Drawing) -> list[int]:
    return [
        entry for entry in drawing.members if not simulation.state.entries[entry].gone(drawing.stage.key, "")
    ]


ROUND_ACTIONS: Mapping[str, tuple[int, Callable[[Simulation], bool]]] = {
    "go_on": (8, go_on),
    "pair_again": (1, pair_again),
    "pair_late": (1, pair_late),
    "end_stage": (1, end_stage),
}
