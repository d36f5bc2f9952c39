"""Random actions on entries: details, doubles partners, presence."""

import random
from collections.abc import Callable, Mapping

from tournaments.journal import commands
from tournaments.journal.entries import DescribedEntry
from tournaments.journal.facts import AWAY, HERE, UNMARKED, WAITING
from tournaments.name_lists.details import EntryDetails
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.simulator.simulation import Simulation

CLUBS, COUNTRIES, FAMILIES = ("", "A", "B", "C"), ("", "IT", "CH"), ("", "", "", "Rossi", "Bianchi")
MOST_CHANGED = 5


def random_details(rng: random.Random) -> EntryDetails:
    """Return a random club, country and family, and a rating or none."""
    return EntryDetails(
        club=rng.choice(CLUBS),
        country=rng.choice(COUNTRIES),
        family=rng.choice(FAMILIES),
        rating=rng.choice((0, 1500)),
    )


def describe(simulation: Simulation) -> bool:
    """Change details of some entries; seats must not change."""
    entries = _random_entries(simulation)
    described = [
        DescribedEntry(entry, random_details(simulation.rng), simulation.state.entries[entry].partners)
        for entry in entries
    ]
    return _append_without_effect(simulation, commands.describe(described))


def partner(simulation: Simulation) -> bool:
    """Make two entries partners elsewhere in the tournament, to be separated in later draws."""
    entries = sorted(simulation.state.entries)
    if len(entries) < 2:
        return False
    pair = f"d{len(simulation.rows)}"
    both = simulation.rng.sample(entries, 2)
    entrants = [simulation.state.entries[entry] for entry in both]
    described = [
        DescribedEntry(entrant.number, entrant.details, (*entrant.partners, pair)) for entrant in entrants
    ]
    return _append_without_effect(simulation, commands.describe(described))


def mark_presence(simulation: Simulation) -> bool:
    """Change the presence of some entries; an entry in a draw cannot be on the waiting list."""
    entries, presence = _random_entries(simulation), simulation.rng.choice((UNMARKED, HERE, AWAY, WAITING))
    drawn_entries = {entry for drawing in simulation.state.stages.values() for entry in drawing.members}
    is_accepted = _append_without_effect(simulation, commands.mark_presence(entries, presence))
    simulation.expect(
        is_accepted != (presence == WAITING and bool(drawn_entries & set(entries))),
        Guarantee.EACH_PLAYS_ONCE,
        "waiting_misjudged",
    )
    return is_accepted


def _random_entries(simulation: Simulation) -> list[int]:
    entries = sorted(simulation.state.entries)
    return simulation.rng.sample(entries, simulation.rng.randint(1, min(MOST_CHANGED, len(entries))))


def _append_without_effect(simulation: Simulation, command: commands.JournalCommand) -> bool:
    before = simulation.state
    is_accepted = simulation.append_row(*command)
    after = simulation.state
    is_unchanged = (
        before.board == after.board and before.results == after.results and before.stages == after.stages
    )
    simulation.expect(is_unchanged, Guarantee.PLAYED_STAYS, "particulars_moved_somebody")
    return is_accepted


ENTRY_ACTIONS: Mapping[str, tuple[int, Callable[[Simulation], bool]]] = {
    "describe": (2, describe),
    "partner": (2, partner),
    "mark_presence": (2, mark_presence),
}
