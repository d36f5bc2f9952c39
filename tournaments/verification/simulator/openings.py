"""Random openings of simulated events: plan, entries, draw and publication."""

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from tournaments.formats import FORMATS
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.event_formats import BLITZ_PLANNERS
from tournaments.formats.graph import LEAGUE, LIVES, MAIN, PLAYOFF
from tournaments.formats.plan import BEFORE_FINAL, ENTRIES, ROLLING, Feed, Plan, Stage
from tournaments.formats.plan import LIVES as HAVING_LIVES
from tournaments.formats.random_order import compute_commitment
from tournaments.formats.registry import EVENT_FORMATS, make_plan
from tournaments.formats.separation import CLUB, COUNTRY, DETAIL_TAGS, FAMILY, PARTNER
from tournaments.formats.swiss.pairing_methods import METHODS
from tournaments.journal import commands, stage_changes
from tournaments.journal.facts import AWAY, HERE, WAITING
from tournaments.name_lists.details import EntryDetails
from tournaments.standings.tiebreaks import EVENT_TIE_BREAKS, TIE_BREAKS
from tournaments.verification.simulator import leagues, teams
from tournaments.verification.simulator.entry_actions import ENTRY_ACTIONS, random_details
from tournaments.verification.simulator.simulation import Simulation

NO_FINAL = "none"
FINALS = ("single", "reset", "advantage", NO_FINAL)
APART = (
    *((), (), (CLUB,), (CLUB, COUNTRY), (FAMILY,)),
    *(DETAIL_TAGS, (PARTNER,), (CLUB, PARTNER)),
)
# Tie-breaks that wait for performance ratings are simulated only by "pr_event", figures of lives by "lives".
SIMULATED_TIE_BREAKS = tuple(name for name in EVENT_TIE_BREAKS if not TIE_BREAKS[name].awaits_ratings)
TIE_BREAK_CHOICES = ((), (), SIMULATED_TIE_BREAKS[::2], SIMULATED_TIE_BREAKS[1::2])
SCORINGS: tuple[dict[str, str], ...] = ({}, {}, {"win": "3", "loss": "1", "bye": "3/2"})
Planner = Callable[[random.Random], Plan]


def random_options(rng: random.Random) -> FormatOptions:
    """Return random options for an event format."""
    return FormatOptions(
        main=rng.choice(((), (7,), (5, 7, 9))),
        consolation=rng.choice(((), (5,), (3, 5))),
        last_chance=rng.choice(((), (3,))),
        fed=rng.choice((0, BEFORE_FINAL, 1, 2, 3)),
        placed=rng.choice((2, 2, 4, 8, 0)),
        rounds=rng.choice((3, 5)),
        method=rng.choice(METHODS),
        lives=rng.choice((2, 3)),
        size=rng.choice((3, 4, 5)),
        best=rng.choice((1, 2)),
        cycles=rng.choice((1, 1, 2)),
        blocks=rng.random() < 0.3,
        apart=rng.choice(APART),
        shape=rng.choice(tuple(BLITZ_PLANNERS)),
        seats=rng.choice((4, 8)),
        hours=((1440, 5),),
        first_method=rng.choice(("", "", "random")),
        acceleration=rng.choice(("none", "none", "baku")),
        tie_breaks=rng.choice(TIE_BREAK_CHOICES),
        scoring=rng.choice(SCORINGS),
        paid=rng.choice((0, 0, 3)),
    )


def random_forbidden_pairs(rng: random.Random) -> list[list[int]]:
    """Return random forbidden pairs of the first entries, sometimes."""
    pairs = [[1, 2], [1, 3], [4, 2]] if rng.random() < 0.4 else []
    return pairs[: rng.randint(1, 3)]


def _double(rng: random.Random) -> Plan:
    """Double elimination with any kind of final; without one, the two winners tie."""
    plan, final = make_plan("double", random_options(rng)), rng.choice(FINALS)
    *rest, last = plan.stages
    if final == NO_FINAL:
        return Plan(tuple(rest))
    options: dict[str, Any] = {"final": final}
    if final == "advantage":
        options["head_start"] = rng.randint(1, 2)
    return Plan((*rest, replace(last, options=options)))


def _schedule(rng: random.Random) -> Plan:
    """A round robin cut short, or one with a fixed number of matches each."""
    options = rng.choice(({"rounds": 3}, {"matches": 4}, {"matches": 2, "numbers": "lot"}))
    return Plan((Stage(LEAGUE, "round_robin", options=options),))


def _paid_lives(rng: random.Random) -> Plan:
    """Lives with paid places, and a play-off of three."""
    options = {"lives": rng.choice((2, 3)), "places": rng.choice((3, 3, 4, 6))}
    play_off = Stage(PLAYOFF, "contingent", Feed(HAVING_LIVES, LIVES))
    return Plan((Stage(LIVES, "lives", options=options), play_off))


def _pr_event(rng: random.Random) -> Plan:
    """An event with a point for the match and one for the lower performance rating."""
    format_options = replace(
        random_options(rng),
        tie_breaks=(),
        pr_shape=rng.choice(("round_robin", "swiss")),
        pr_equal=rng.choice(("1/2", "1", "0")),
        pr_within=rng.choice(("0", "1/100", "1/2")),
        pr_best=rng.choice((0, 2, 4)),
    )
    return make_plan("pr_event", format_options)


def _play_off_of_three(rng: random.Random) -> Plan:
    """The play-off of three by itself."""
    return Plan((Stage(MAIN, "contingent", lengths=rng.choice(((), (5, 7)))),))


def _split(rng: random.Random) -> Plan:
    """A knockout with its dependent stages, which the simulator splits in two before it is published."""
    return make_plan(rng.choice(("knockout", "knockout_consolation")), random_options(rng))


def _by_event_format(name: str) -> Planner:
    """Return a planner of an event format, with forbidden pairs where its first stage knows them."""

    def plan(rng: random.Random) -> Plan:
        first, *others = make_plan(name, random_options(rng)).stages
        if "forbidden" not in FORMATS[first.format].options:
            return Plan((first, *others))
        options = {**first.options, "forbidden": random_forbidden_pairs(rng)}
        return Plan((replace(first, options=options), *others))

    return plan


def _is_playable(planner: Planner) -> bool:
    return all(stage.format in FORMATS for stage in planner(random.Random(0)).stages)


ALL_PLANS: Mapping[str, Planner] = {
    **{name: _by_event_format(name) for name in EVENT_FORMATS},
    "double": _double,
    "lives_paid": _paid_lives,
    "pr_event": _pr_event,
    "schedule": _schedule,
    "three": _play_off_of_three,
    "split": _split,
}
PLANS: Mapping[str, Planner] = {name: planner for name, planner in ALL_PLANS.items() if _is_playable(planner)}


SMALLEST, LARGEST = 2, 130
POWERS = (4, 8, 16, 32, 64, 128)
# Most entries by format: round robins of many entries would have too many matches.
MOST_ENTRIES = {"round_robin": 14, "pr_event": 12, "schedule": 16, "mini": 24, "jackpot": 24}
PLAY_OFF_SIZE, FEWEST_PRESENT = 3, 8
REPEAT_CHANCE = 0.3
TEAM_EVENTS: Mapping[str, Planner] = {
    "team_knockout": teams.knockout,
    "team_round_robin": teams.round_robin,
    "team_swiss": teams.swiss,
}
SEASON = "league_season"
OPENINGS: Mapping[str, Planner] = {**PLANS, **TEAM_EVENTS, SEASON: leagues.season}


def random_entry_count(rng: random.Random) -> int:
    """Return a random number of entries: mostly small, often odd, often next to a power of two."""
    if rng.random() < 0.3:
        return max(SMALLEST, rng.choice(POWERS) + rng.choice((-1, 0, 1)))
    top = rng.choice((8, 16, 40, LARGEST))
    count = rng.randint(SMALLEST, top)
    return count - 1 if count % 2 == 0 and count > 3 and rng.random() < 0.5 else count


def random_seed(rng: random.Random) -> str:
    """Return a random draw seed."""
    return f"{rng.getrandbits(128):032x}"


def random_entries(rng: random.Random, format_name: str) -> dict[str, EntryDetails]:
    """Return random entries for an event of a format: the details of each by the id of the player."""
    count = (
        PLAY_OFF_SIZE
        if format_name == "three"
        else min(random_entry_count(rng), MOST_ENTRIES.get(format_name, LARGEST))
    )
    return {f"p{number}": random_details(rng) for number in range(count)}


def _change_entries(simulation: Simulation, fewest: int) -> None:
    """Sometimes change entries before the draw: pairs, details, presence."""
    for _, action in ENTRY_ACTIONS.values():
        while simulation.rng.random() < REPEAT_CHANCE:
            action(simulation)
    if len(_present_entries(simulation)) < fewest:
        simulation.append_row(*commands.mark_presence(sorted(simulation.state.entries), HERE))


def _present_entries(simulation: Simulation) -> list[int]:
    entrants = simulation.state.entries.values()
    return sorted(each.number for each in entrants if each.presence not in {AWAY, WAITING})


def begin(simulation: Simulation, format_name: str) -> None:
    """Set the plan, add entries, and publish the first draw."""
    rng = simulation.rng
    plan = OPENINGS[format_name](rng)
    simulation.append_row(*commands.set_plan(plan))
    if format_name == SEASON:
        leagues.begin(simulation)
        return
    if format_name in TEAM_EVENTS:
        teams.enter_teams(simulation)
    else:
        details = random_entries(rng, format_name)
        simulation.append_row(*commands.enter(simulation.state, list(details), details))
        _change_entries(
            simulation, len(simulation.state.entries) if format_name == "three" else FEWEST_PRESENT
        )
    if format_name == "split" and len(_present_entries(simulation)) > PLAY_OFF_SIZE:
        _split_main(simulation)
        return
    for stage in plan.stages:
        if stage.feed.origin == ENTRIES:
            draw_and_publish(simulation, stage.key)


def _split_main(simulation: Simulation) -> None:
    """Split the first flight in two, each drawn with its own entries; sometimes merge them again."""
    rng, twin = simulation.rng, f"{MAIN}_2"
    simulation.append_computed(stage_changes.split(simulation.state, MAIN, twin))
    entries = _present_entries(simulation)
    rng.shuffle(entries)
    cut = rng.randint(2, len(entries) - 2)
    draw(simulation, MAIN, entries[:cut])
    draw(simulation, twin, entries[cut:])
    if rng.random() < 0.4:
        simulation.append_computed(stage_changes.merge(simulation.state, twin, MAIN))
        draw(simulation, MAIN)
        simulation.append_computed(commands.publish(MAIN))
        return
    for flight in (MAIN, twin):
        simulation.append_computed(commands.publish(flight))


def draw(simulation: Simulation, flight: str, only: Collection[int] = ()) -> bool:
    """Commit to a draw seed and draw a stage, of all eligible entries or of `only` these."""
    rng, seed = simulation.rng, random_seed(simulation.rng)
    simulation.append_row("committed", {"commitment": compute_commitment(seed)})
    entries = sorted(only or _present_entries(simulation))
    seeds = rng.sample(entries, rng.randint(0, min(8, len(entries)))) if rng.random() < 0.8 else []
    stage = simulation.state.plan[flight]
    has_order = stage.feed.origin != ENTRIES or ROLLING in stage.options
    command = commands.draw(
        simulation.state, seed, flight=flight, seeds=() if has_order else seeds, only=only
    )
    return simulation.append_computed(command)


def draw_and_publish(simulation: Simulation, flight: str, only: Collection[int] = ()) -> bool:
    """Draw a stage and publish it."""
    return draw(simulation, flight, only) and simulation.append_computed(commands.publish(flight))
