"""How a random event begins: a plan of some format, a field of awkward size, a draw, its publication."""

import random
from collections.abc import Callable, Mapping

from tournaments.draws import FORMATS
from tournaments.draws.lots import commitment
from tournaments.draws.plan import ENTRIES, Plan, Stage
from tournaments.draws.schemes import SCHEMES, Wishes
from tournaments.journal import acting
from tournaments.journal.facts import Newcomer
from tournaments.trials.trial import Trial

SMALLEST, LARGEST = 2, 130
POWERS = (4, 8, 16, 32, 64, 128)
# Everybody against everybody has too many matches for the largest fields.
MOST = {"round_robin": 14, "schedule": 16}
METHODS = ("fold", "slide", "adjacent", "random", "monrad")
Opening = Callable[[random.Random], Plan]


def size(rng: random.Random) -> int:
    """A number of entrants: mostly small, often odd, often one beside a power of two."""
    if rng.random() < 0.3:
        return max(SMALLEST, rng.choice(POWERS) + rng.choice((-1, 0, 1)))
    top = rng.choice((8, 16, 40, LARGEST))
    found = rng.randint(SMALLEST, top)
    return found - 1 if found % 2 == 0 and found > 3 and rng.random() < 0.5 else found


def lots_of(rng: random.Random) -> str:
    """A seed for lots."""
    return f"{rng.getrandbits(128):032x}"


def wishes(rng: random.Random) -> Wishes:
    """What a director might ask for."""
    return Wishes(
        main=rng.choice(((), (7,), (5, 7, 9))),
        consolation=rng.choice(((), (5,), (3, 5))),
        last_chance=rng.choice(((), (3,))),
        fed=rng.choice((0, 0, 1, 2, 3)),
        placed=rng.choice((2, 2, 4, 8, 0)),
        final=rng.choice(("single", "reset", "advantage")),
        rounds=rng.choice((3, 5)),
        method=rng.choice(METHODS),
        lives=rng.choice((2, 3)),
        size=rng.choice((3, 4, 5)),
        best=rng.choice((1, 2)),
        cycles=rng.choice((1, 1, 2)),
        blocks=rng.random() < 0.3,
        apart=rng.choice(((), (), ("club",))),
    )


def _schedule(rng: random.Random) -> Plan:
    """A round robin cut short, or one in which everybody plays as many matches."""
    options = rng.choice(({"rounds": 3}, {"matches": 4}, {"matches": 2, "numbers": "lot"}))
    return Plan((Stage("league", "round_robin", options=options),))


def _planned(name: str) -> Opening:
    return lambda rng: SCHEMES[name](wishes(rng))


def _is_playable(opening: Opening) -> bool:
    return all(stage.format in FORMATS for stage in opening(random.Random(0)).stages)


KNOWN: Mapping[str, Opening] = {**{name: _planned(name) for name in SCHEMES}, "schedule": _schedule}
OPENINGS: Mapping[str, Opening] = {name: found for name, found in KNOWN.items() if _is_playable(found)}


def begin(trial: Trial, form: str) -> None:
    """Plan, entries, and the first draw, shown."""
    rng = trial.rng
    plan = OPENINGS[form](rng)
    count = min(size(rng), MOST.get(form, LARGEST))
    trial.tell(*acting.lay_out(plan))
    people = [Newcomer(f"p{number}", club=rng.choice(("", "A", "B", "C"))) for number in range(count)]
    trial.tell(*acting.enter(trial.state, people))
    for stage in plan.stages:
        if stage.feed.origin == ENTRIES:
            show(trial, stage.key)


def show(trial: Trial, flight: str) -> bool:
    """Commit to lots, draw a stage by them and publish it; undone where it cannot be drawn."""
    rng, seed = trial.rng, lots_of(trial.rng)
    trial.tell("committed", {"commitment": commitment(seed)})
    entries = sorted(trial.state.entries)
    wanted = rng.sample(entries, rng.randint(0, min(8, len(entries)))) if flight == "main" else []
    fed = trial.state.plan[flight].feed.origin != ENTRIES
    act = acting.draw(trial.state, seed, flight=flight, seeds=() if fed else wanted)
    return trial.tell_own(act) and trial.tell_own(acting.publish(flight))
