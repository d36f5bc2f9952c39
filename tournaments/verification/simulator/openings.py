"""How a random event begins: a plan of some format, a field of awkward size, a draw, its publication."""

import random
from collections.abc import Collection, Mapping

from tournaments.formats.draw_seed import commitment
from tournaments.formats.field import MAIN
from tournaments.formats.plan import ENTRIES, ROLLING
from tournaments.journal import commands, draw_changes
from tournaments.journal.entrants import AWAY, HERE, WAITING, Newcomer
from tournaments.verification.simulator import leagues, teams
from tournaments.verification.simulator.entry_actions import ENTRY_ACTIONS, random_newcomer
from tournaments.verification.simulator.plans import PLANS, Planner
from tournaments.verification.simulator.simulation import Simulation

SMALLEST, LARGEST = 2, 130
POWERS = (4, 8, 16, 32, 64, 128)
# Everybody against everybody has too many matches for the largest fields.
MOST = {"round_robin": 14, "pr_event": 12, "schedule": 16, "mini": 24, "jackpot": 24}
THREE, FEW = 3, 8
OFTEN = 0.3
TEAM_EVENTS: Mapping[str, Planner] = {
    "team_knockout": teams.knockout,
    "team_round_robin": teams.round_robin,
    "team_swiss": teams.swiss,
}
SEASON = "league_season"
OPENINGS: Mapping[str, Planner] = {**PLANS, **TEAM_EVENTS, SEASON: leagues.season}


def size(rng: random.Random) -> int:
    """A number of entrants: mostly small, often odd, often one beside a power of two."""
    if rng.random() < 0.3:
        return max(SMALLEST, rng.choice(POWERS) + rng.choice((-1, 0, 1)))
    top = rng.choice((8, 16, 40, LARGEST))
    count = rng.randint(SMALLEST, top)
    return count - 1 if count % 2 == 0 and count > 3 and rng.random() < 0.5 else count


def random_seed(rng: random.Random) -> str:
    """A seed for lots."""
    return f"{rng.getrandbits(128):032x}"


def crowd(rng: random.Random, form: str) -> list[Newcomer]:
    """The people of an event, with clubs, countries and families."""
    count = THREE if form == "three" else min(size(rng), MOST.get(form, LARGEST))
    return [random_newcomer(rng, f"p{number}") for number in range(count)]


def _prepare(simulation: Simulation, fewest: int) -> None:
    """Now and then more is told about people before the draw: pairs, particulars, who is there."""
    for _, action in ENTRY_ACTIONS.values():
        while simulation.rng.random() < OFTEN:
            action(simulation)
    if len(_present_entries(simulation)) < fewest:
        simulation.append_row(*commands.note(sorted(simulation.state.entries), HERE))


def _present_entries(simulation: Simulation) -> list[int]:
    entrants = simulation.state.entries.values()
    return sorted(each.number for each in entrants if each.presence not in {AWAY, WAITING})


def begin(simulation: Simulation, form: str) -> None:
    """Plan, entries, and the first draw, shown."""
    rng = simulation.rng
    plan = OPENINGS[form](rng)
    simulation.append_row(*commands.set_plan(plan))
    if form == SEASON:
        leagues.begin(simulation)
        return
    if form in TEAM_EVENTS:
        teams.enter_teams(simulation)
    else:
        simulation.append_row(*commands.enter(simulation.state, crowd(rng, form)))
        _prepare(simulation, len(simulation.state.entries) if form == "three" else FEW)
    if form == "split" and len(_present_entries(simulation)) > THREE:
        _split_main(simulation)
        return
    for stage in plan.stages:
        if stage.feed.origin == ENTRIES:
            draw_and_publish(simulation, stage.key)


def _split_main(simulation: Simulation) -> None:
    """The first flight is parted in two, each drawn with its own people; perhaps they are one again."""
    rng, twin = simulation.rng, f"{MAIN}_2"
    simulation.append_computed(draw_changes.split(simulation.state, MAIN, twin))
    entries = _present_entries(simulation)
    rng.shuffle(entries)
    cut = rng.randint(2, len(entries) - 2)
    draw(simulation, MAIN, entries[:cut])
    draw(simulation, twin, entries[cut:])
    if rng.random() < 0.4:
        simulation.append_computed(draw_changes.merge(simulation.state, twin, MAIN))
        draw(simulation, MAIN)
        simulation.append_computed(commands.publish(MAIN))
        return
    for flight in (MAIN, twin):
        simulation.append_computed(commands.publish(flight))


def draw(simulation: Simulation, flight: str, only: Collection[int] = ()) -> bool:
    """Commit to lots and draw a stage by them, of all who belong there or of `only` these."""
    rng, seed = simulation.rng, random_seed(simulation.rng)
    simulation.append_row("committed", {"commitment": commitment(seed)})
    entries = sorted(only or _present_entries(simulation))
    seeds = rng.sample(entries, rng.randint(0, min(8, len(entries)))) if rng.random() < 0.8 else []
    stage = simulation.state.plan[flight]
    has_order = stage.feed.origin != ENTRIES or ROLLING in stage.options
    act = commands.draw(simulation.state, seed, flight=flight, seeds=() if has_order else seeds, only=only)
    return simulation.append_computed(act)


def draw_and_publish(simulation: Simulation, flight: str, only: Collection[int] = ()) -> bool:
    """Draw a stage and publish it."""
    return draw(simulation, flight, only) and simulation.append_computed(commands.publish(flight))
