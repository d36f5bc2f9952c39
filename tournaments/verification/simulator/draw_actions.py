"""Random actions on entries and draws: withdrawals, late entries, swaps, match lengths."""

from collections.abc import Callable, Mapping

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import ENTRIES
from tournaments.journal import commands, draw_changes
from tournaments.journal.commands import JournalCommand
from tournaments.journal.facts import SWAP
from tournaments.journal.state import Drawing
from tournaments.verification.simulator.entry_actions import ENTRY_ACTIONS
from tournaments.verification.simulator.round_actions import ROUND_ACTIONS
from tournaments.verification.simulator.simulation import Simulation


def withdraw(simulation: Simulation) -> bool:
    """Somebody goes home, or leaves one flight."""
    staying = [entry.number for entry in simulation.state.entries.values() if not entry.is_withdrawn]
    if len(staying) < 2:
        return False
    before = dict(simulation.state.results)
    flight = simulation.rng.choice(["", "", *(stage.key for stage in simulation.state.plan.stages)])
    is_accepted = simulation.append_row(*commands.withdraw(simulation.rng.choice(staying), flight))
    simulation.expect(dict(simulation.state.results) == before, "I8", "withdrawal_changed_the_past")
    return is_accepted


def reinstate(simulation: Simulation) -> bool:
    """Somebody who left comes back."""
    withdrawals = [
        (entry.number, flight)
        for entry in simulation.state.entries.values()
        for flight in ([""] if entry.is_withdrawn else list(entry.left))
    ]
    return bool(withdrawals) and simulation.append_row(
        *commands.reinstate(*simulation.rng.choice(withdrawals))
    )


def substitute(simulation: Simulation) -> bool:
    """Somebody else plays for an entry."""
    entry = simulation.rng.choice(list(simulation.state.entries))
    return simulation.append_row(*commands.substitute(entry, f"q{len(simulation.rows)}"))


def come_late(simulation: Simulation) -> bool:
    """Somebody is entered after the draw: into a bye or on a new line, or into rounds that are going on."""
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
    """An alternate takes the line of somebody who did not come."""
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
    """Somebody gets the line of another seed number."""
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
    """Two lines of a draw are exchanged, byes among them."""
    drawing = _random_static_draw(simulation)
    if drawing is None or len(drawing.lines) < 2:
        return False
    one, other = simulation.rng.sample(range(len(drawing.lines)), 2)
    lines = {str(one + 1): drawing.lines[other], str(other + 1): drawing.lines[one]}
    return simulation.append_row("relined", {"flight": drawing.stage.key, "lines": lines, "cause": SWAP})


def re_enter(simulation: Simulation) -> bool:
    """Somebody who is out buys in again, on a bye or on a new line."""
    drawing = _random_static_draw(simulation)
    eliminated = [entry for placed in simulation.state.board.values() for entry in placed.out]
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
    simulation.expect(not is_accepted or bool(waiting), "I6", "reentry_without_match", entry=entry)
    return is_accepted


def lengthen(simulation: Simulation) -> bool:
    """A round goes to another number of points."""
    names = list(simulation.state.graph.by_id)
    if not names:
        return False
    pairing = simulation.state.graph.by_id[simulation.rng.choice(names)]
    return simulation.append_row(
        *commands.lengthen(pairing.flight, pairing.round, simulation.rng.choice((1, 3, 7, 11)))
    )


def _random_published_draw(simulation: Simulation) -> Drawing | None:
    published_draws = [drawing for drawing in simulation.state.stages.values() if drawing.is_published]
    return simulation.rng.choice(published_draws) if published_draws else None


def _random_static_draw(simulation: Simulation) -> Drawing | None:
    drawing = _random_published_draw(simulation)
    return drawing if drawing is not None and format_of(drawing.stage).is_static else None


def _append_computed(simulation: Simulation, act: Callable[[], JournalCommand]) -> bool:
    """An act the engine finds a place for: what it proposes must stand."""
    try:
        command = act()
    except Refusal:
        simulation.refused += 1
        return False
    return simulation.append_computed(command)


def _try_append(simulation: Simulation, act: Callable[[], JournalCommand]) -> bool:
    """An act that a later line may forbid."""
    try:
        return simulation.append_row(*act())
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
