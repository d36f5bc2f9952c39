"""Random league seasons: divisions with deadlines, play-offs, and the next season."""

import random
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from rules.errors import Refusal
from tournaments.formats import leagues
from tournaments.formats.leagues import LeagueTerms
from tournaments.formats.plan import Plan
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands
from tournaments.journal.league_play_offs import next_divisions, playoffs_due
from tournaments.standings.divisions import LEFT
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.simulator.simulation import Simulation

FEWEST, MOST = 3, 6
BEGINS = date(2026, 10, 1)
DAYS = 90
SCORINGS: tuple[dict[str, str], ...] = (
    {"win": "3", "loss": "1"},
    {"win": "1"},
    {"win": "3", "loss": "1", "close": "1/2", "within": "1"},
)


def season(rng: random.Random) -> Plan:
    """Return random divisions, numbers promoted and relegated, and whether there are play-offs."""
    divisions = rng.randint(1, 4)
    moving = rng.choice((0, 1, 1, 2))
    falling = rng.choice((moving, moving, moving, 1))
    terms = LeagueTerms(
        divisions=tuple(f"Division {number}" for number in range(1, divisions + 1)),
        cycles=rng.choice((1, 1, 2)),
        up=moving,
        down=falling,
        playoff=rng.random() < 0.5,
        scoring=rng.choice(SCORINGS),
    )
    return leagues.plan_of(terms)


def begin(simulation: Simulation) -> None:
    """Enter players, place them in divisions, set deadlines, and begin the season."""
    divisions = leagues.divisions_of(simulation.state.plan)
    sizes = [simulation.rng.randint(FEWEST, MOST) for _ in divisions]
    simulation.append_row(*commands.enter(simulation.state, [f"p{number}" for number in range(sum(sizes))]))
    numbers = list(simulation.state.entries)
    for flight, size in zip(divisions, sizes, strict=True):
        _draw_division(simulation, flight, [numbers.pop(0) for _ in range(size)])
    simulation.append_computed(commands.publish(""))


def _draw_division(simulation: Simulation, flight: str, people: list[int]) -> None:
    """Draw a division, with its deadlines spread over the season."""
    _draw(simulation, flight, people)
    rounds = simulation.state.graph.rounds(flight)
    until = {
        str(number): (BEGINS + timedelta(days=(DAYS + 1) * number // rounds - 1)).isoformat()
        for number in range(1, rounds + 1)
    }
    is_accepted = simulation.append_row("dated", {"flight": flight, "until": until})
    simulation.expect(is_accepted, Guarantee.CAN_BE_FINISHED, "own_act_refused", kind="dated")


def _draw(simulation: Simulation, flight: str, people: list[int]) -> bool:
    seed = f"{simulation.rng.getrandbits(128):032x}"
    simulation.append_row("committed", {"commitment": compute_commitment(seed)})
    return simulation.append_computed(commands.draw(simulation.state, seed, flight=flight, only=people))


def date_round(simulation: Simulation) -> bool:
    """Change the deadline of a whole round."""
    flight = simulation.rng.choice(leagues.divisions_of(simulation.state.plan))
    number = simulation.rng.randint(1, max(1, simulation.state.graph.rounds(flight)))
    return simulation.append_row("dated", {"flight": flight, "until": {str(number): _day(simulation)}})


def date_match(simulation: Simulation) -> bool:
    """Change the deadline of one match."""
    names = list(simulation.state.board)
    return bool(names) and simulation.append_row(
        "dated", {"pairing": simulation.rng.choice(names), "until": _day(simulation)}
    )


def _day(simulation: Simulation) -> str:
    return (BEGINS + timedelta(days=simulation.rng.randrange(2 * DAYS))).isoformat()


def play_off(simulation: Simulation) -> bool:
    """Draw and publish the play-offs that are due."""
    try:
        playoffs = playoffs_due(simulation.state)
    except Refusal:
        simulation.refused += 1
        return False
    for number, both in playoffs.items():
        flight = leagues.playoff(number)
        # Withdrawn or absent entries are not drawn.
        entrants = [simulation.state.entries[entry] for entry in both]
        if any(entrant.withdrawal_number(flight, flight) or entrant.stays_out for entrant in entrants):
            return False
        _draw(simulation, flight, list(both))
        simulation.append_row("dated", {"flight": flight, "until": {"1": _day(simulation)}})
        simulation.append_computed(commands.publish(flight))
    return bool(playoffs)


def start_next_season(simulation: Simulation) -> Simulation | None:
    """Start the next season of a league; None if too few players are left in a division.

    Checks that each active entry is placed once and moves by at most one division, and that without
    withdrawals as many are relegated as promoted.
    """
    try:
        placed = next_divisions(simulation.state)
    except Refusal:
        simulation.refused += 1
        return None
    members = {
        entry
        for key in leagues.divisions_of(simulation.state.plan)
        for entry in simulation.state.stages[key].members
    }
    simulation.expect(
        sorted(one.entry for one in placed) == sorted(members), Guarantee.WINNER_OF_RESULT, "placed_not_once"
    )
    withdrawn_entries = {entry for entry in simulation.state.withdrawn if entry in members}
    simulation.expect(
        {one.entry for one in placed if one.cause == LEFT} == withdrawn_entries,
        Guarantee.WINNER_OF_RESULT,
        "who_left_is_placed",
    )
    division_changes = [abs(one.before - one.after) for one in placed if one.after]
    simulation.expect(max(division_changes, default=0) <= 1, Guarantee.WINNER_OF_RESULT, "moved_too_far")
    people: dict[int, list[int]] = {}
    for one in placed:
        people.setdefault(one.after, []).append(one.entry)
    terms = leagues.terms_of(simulation.state.plan)
    if not withdrawn_entries and terms is not None and terms.up == terms.down:
        old_sizes = [
            len(simulation.state.stages[key].members) for key in leagues.divisions_of(simulation.state.plan)
        ]
        new_sizes = [len(people.get(number, ())) for number in range(1, len(old_sizes) + 1)]
        sizes = {"before": old_sizes, "after": new_sizes}
        is_kept = old_sizes == new_sizes
        simulation.expect(is_kept, Guarantee.WINNER_OF_RESULT, "division_of_another_size", **sizes)
    return _start_season(simulation, people)


def _start_season(simulation: Simulation, people: Mapping[int, list[int]]) -> Simulation | None:
    divisions = leagues.divisions_of(simulation.state.plan)
    if any(len(people.get(number, ())) < FEWEST - 1 for number in range(1, len(divisions) + 1)):
        return None
    later = Simulation(simulation.rng)
    later.append_row(*commands.set_plan(simulation.state.plan))
    players = {
        number: [simulation.state.entries[entry].player for entry in people[number]]
        for number in people
        if number
    }
    later.append_row(
        *commands.enter(later.state, [name for number in sorted(players) for name in players[number]])
    )
    entry_numbers = {entrant.player: entrant.number for entrant in later.state.entries.values()}
    for number, flight in enumerate(divisions, start=1):
        _draw_division(later, flight, [entry_numbers[name] for name in players[number]])
    later.append_computed(commands.publish(""))
    return later


ACTIONS: Mapping[str, tuple[int, Callable[[Simulation], bool]]] = {
    "date_round": (3, date_round),
    "date_match": (3, date_match),
    "play_off": (6, play_off),
}
