"""Random actions on entries: details, doubles partners, presence."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from tournaments.journal import commands
from tournaments.journal.facts import AWAY, HERE, UNMARKED, WAITING, Newcomer
from tournaments.verification.simulator.simulation import Simulation

CLUBS, COUNTRIES, FAMILIES = ("", "A", "B", "C"), ("", "IT", "CH"), ("", "", "", "Rossi", "Bianchi")
MOST_CHANGED = 5


def random_newcomer(rng: random.Random, player: str) -> Newcomer:
    """Return a player with random club, country and family, rated or not."""
    return Newcomer(
        player=player,
        club=rng.choice(CLUBS),
        country=rng.choice(COUNTRIES),
        family=rng.choice(FAMILIES),
        rating=rng.choice((0, 1500)),
    )


def describe(simulation: Simulation) -> bool:
    """Change details of some entries; seats must not change."""
    entries = _random_entries(simulation)
    details = {
        entry: replace(random_newcomer(simulation.rng, ""), partners=_partners(simulation, entry))
        for entry in entries
    }
    return _append_without_effect(simulation, commands.describe(details))


def partner(simulation: Simulation) -> bool:
    """Make two entries partners elsewhere in the tournament, to be separated in later draws."""
    entries = sorted(simulation.state.entries)
    if len(entries) < 2:
        return False
    pair = f"d{len(simulation.rows)}"
    both = simulation.rng.sample(entries, 2)
    details = {
        entry: replace(
            simulation.state.entries[entry].details, partners=(*_partners(simulation, entry), pair)
        )
        for entry in both
    }
    return _append_without_effect(simulation, commands.describe(details))


def mark_presence(simulation: Simulation) -> bool:
    """Change the presence of some entries; an entry in a draw cannot be on the waiting list."""
    entries, presence = _random_entries(simulation), simulation.rng.choice((UNMARKED, HERE, AWAY, WAITING))
    drawn_entries = {entry for drawing in simulation.state.stages.values() for entry in drawing.members}
    is_accepted = _append_without_effect(simulation, commands.mark_presence(entries, presence))
    simulation.expect(
        is_accepted != (presence == WAITING and bool(drawn_entries & set(entries))), "I1", "waiting_misjudged"
    )
    return is_accepted


def _random_entries(simulation: Simulation) -> list[int]:
    entries = sorted(simulation.state.entries)
    return simulation.rng.sample(entries, simulation.rng.randint(1, min(MOST_CHANGED, len(entries))))


def _partners(simulation: Simulation, entry: int) -> tuple[str, ...]:
    return simulation.state.entries[entry].details.partners


def _append_without_effect(simulation: Simulation, command: commands.JournalCommand) -> bool:
    before = simulation.state
    is_accepted = simulation.append_row(*command)
    after = simulation.state
    is_unchanged = (
        before.board == after.board and before.results == after.results and before.stages == after.stages
    )
    simulation.expect(is_unchanged, "I8", "particulars_moved_somebody")
    return is_accepted


ENTRY_ACTIONS: Mapping[str, tuple[int, Callable[[Simulation], bool]]] = {
    "describe": (2, describe),
    "partner": (2, partner),
    "mark_presence": (2, mark_presence),
}
