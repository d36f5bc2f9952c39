"""One random tournament from its seed: opened, acted upon, played to its end, checked on the way."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time

from tournaments.journal.facts import Row
from tournaments.journal.replay import fold
from tournaments.verification.checker.findings import Finding
from tournaments.verification.simulator import leagues, teams
from tournaments.verification.simulator.openings import OPENINGS, SEASON, TEAM_EVENTS, begin
from tournaments.verification.simulator.result_actions import ACTIONS, measure, play_round
from tournaments.verification.simulator.round_actions import go_on
from tournaments.verification.simulator.simulation import Simulation

FEWEST, MOST = 30, 80
CHECKS = 3
ActionTable = Mapping[str, tuple[int, Callable[[Simulation], bool]]]
# What asks for results of pairings, where teams have those of boards.
PLAYER_ACTIONS = frozenset(
    {"report", "forfeit", "nobody_came", "report_nonsense", "correct", "correct_again", "measure"}
)


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """What became of one seed: its format, its journal, what was done how often, and what was found."""

    seed: str
    form: str
    rows: tuple[Row, ...]
    actions: Counter[str]
    refused: int
    faults: tuple[Finding, ...]
    entrants: int = 0
    seconds: float = field(default=0.0, compare=False)


def run_simulation(seed: str, forms: Sequence[str] = tuple(OPENINGS)) -> SimulationResult:
    """Play the tournament of a seed. The same seed gives the same journal, byte for byte."""
    start = process_time()
    rng = random.Random(seed)
    form = rng.choice(list(forms))
    simulation = Simulation(rng)
    begin(simulation, form)
    actions = _run_actions(simulation, actions_for(form))
    _finish(simulation, form, actions)
    simulation.check()
    simulation.expect(fold(list(simulation.rows)) == simulation.state, "I15", "fold_not_repeatable")
    return SimulationResult(
        seed=seed,
        form=form,
        rows=tuple(simulation.rows),
        actions=actions,
        refused=simulation.refused,
        faults=tuple(simulation.faults),
        entrants=len(simulation.state.entries),
        seconds=process_time() - start,
    )


def actions_for(form: str) -> ActionTable:
    """What can be done in an event of a format, with how often it is."""
    if form in TEAM_EVENTS:
        shared = {name: action for name, action in ACTIONS.items() if name not in PLAYER_ACTIONS}
        return {**shared, **teams.ACTIONS}
    return {**ACTIONS, **leagues.ACTIONS} if form == SEASON else ACTIONS


def _run_actions(simulation: Simulation, action_table: ActionTable) -> Counter[str]:
    """30 to 80 deeds, with the checker called in at random moments; stops at the first fault."""
    counts: Counter[str] = Counter()
    count = simulation.rng.randint(FEWEST, MOST)
    check_points = set(simulation.rng.sample(range(count), CHECKS))
    names, weights = list(action_table), [weight for weight, _ in action_table.values()]
    for number in range(count):
        name = simulation.rng.choices(names, weights)[0]
        if action_table[name][1](simulation):
            counts[name] += 1
        if measure(simulation):
            counts["measure"] += 1
        if number in check_points:
            simulation.check()
        if simulation.faults:
            break
    return counts


def _finish(simulation: Simulation, form: str, counts: Counter[str]) -> None:
    """Play what is left, in a random order, so that every event is seen to its end now and then."""
    if simulation.rng.random() < 0.5:
        return
    play = teams.play_on if form in TEAM_EVENTS else play_round
    advance = leagues.play_off if form == SEASON else go_on
    while not simulation.faults:
        played = play(simulation)
        counts["report"] += played
        if not played:
            if not advance(simulation):
                break
            counts[advance.__name__] += 1
    later = leagues.start_next_season(simulation) if form == SEASON else None
    if later is not None:
        later.check()
        simulation.faults.extend(later.faults)
