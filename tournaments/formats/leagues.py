"""League seasons as plans: round robin divisions, and play-offs between them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.errors import Refusal
from tournaments.formats.graph import LEAGUE, PLAYOFF
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.registry import format_of
from tournaments.formats.round_robin import RoundRobin

MOST_DIVISIONS, MOST_CYCLES, MOST_MOVING = 12, 4, 16
ROBIN, DECIDER = "round_robin", "knockout"
UP, DOWN = "up", "down"
NUMBERED = re.compile(rf"{LEAGUE}_([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class LeagueTerms:
    """The terms of a league season. `divisions` are names, the highest first.

    `up` entries of each lower division are promoted, `down` of each upper one relegated. With `playoff` the
    next of the lower division plays the last who would stay in the upper one. `scoring` maps fields of
    `standings.round_scores.Scoring` to fractions as text.
    """

    divisions: tuple[str, ...]
    cycles: int = 1
    length: int = 7
    up: int = 1
    down: int = 1
    playoff: bool = False
    scoring: Mapping[str, str] = field(default_factory=lambda: {"win": "3", "loss": "1"})
    tie_breaks: tuple[str, ...] = RoundRobin.tie_breaks


def division(number: int) -> str:
    """Return the flight of a division, counted from 1, the highest."""
    return f"{LEAGUE}_{number}"


def playoff(number: int) -> str:
    """Return the flight of the play-off between division `number` and the one below it."""
    return f"{PLAYOFF}_{number}"


def is_playoff(flight: str) -> bool:
    """Return whether a flight is a play-off between two divisions."""
    return flight.startswith(PLAYOFF)


def plan_of(terms: LeagueTerms) -> Plan:
    """Return the stages of a season. Refuses ("league_terms_wrong") invalid terms."""
    _must_be_possible(terms)
    last = len(terms.divisions)
    robins = [
        Stage(
            division(number),
            ROBIN,
            options={
                "cycles": terms.cycles,
                "criteria": list(terms.tie_breaks),
                "scoring": dict(terms.scoring),
                UP: terms.up if number > 1 else 0,
                DOWN: terms.down if number < last else 0,
            },
            lengths=(terms.length,),
            name=name,
        )
        for number, name in enumerate(terms.divisions, start=1)
    ]
    deciders = [
        Stage(playoff(number), DECIDER, lengths=(terms.length,)) for number in range(1, last) if terms.playoff
    ]
    return Plan((*robins, *deciders))


def terms_of(plan: Plan) -> LeagueTerms | None:
    """Return the terms of a plan; None if it is not that of a league season."""
    robins = [stage for stage in plan.stages if NUMBERED.fullmatch(stage.key)]
    if not robins or any(UP not in stage.options or not format_of(stage).can_be_division for stage in robins):
        return None
    first, options = robins[0], robins[0].options
    return LeagueTerms(
        divisions=tuple(stage.name for stage in robins),
        cycles=options.get("cycles", 1),
        length=first.lengths[0] if first.lengths else 0,
        up=max(stage.options[UP] for stage in robins),
        down=max(stage.options[DOWN] for stage in robins),
        # A knockout that the desk has added is no play-off between divisions.
        playoff=any(is_playoff(stage.key) for stage in plan.stages),
        scoring=dict(options.get("scoring", {})),
        tie_breaks=tuple(options.get("criteria", ())),
    )


def _must_be_possible(terms: LeagueTerms) -> None:
    count = len(terms.divisions)
    wrong = (
        not 1 <= count <= MOST_DIVISIONS
        or not all(name.strip() for name in terms.divisions)
        or len({name.casefold() for name in terms.divisions}) != count
        or not 1 <= terms.cycles <= MOST_CYCLES
        or not (0 <= terms.up <= MOST_MOVING and 0 <= terms.down <= MOST_MOVING)
    )
    if wrong:
        raise Refusal("league_terms_wrong", divisions=count, most=MOST_DIVISIONS)


def divisions_of(plan: Plan) -> tuple[str, ...]:
    """Return the flights of the divisions of a plan, the highest first."""
    return tuple(stage.key for stage in plan.stages if NUMBERED.fullmatch(stage.key))


def division_slices(people: int, sizes: Sequence[int]) -> tuple[slice, ...]:
    """Return the slice of `people` in each division: its size, or an equal share of the rest (0).

    The last division takes all remaining entries.
    """
    fixed = sum(sizes)
    free = sum(size == 0 for size in sizes)
    rest = max(0, people - fixed)
    slices, start, equal_shares = [], 0, 0
    for number, size in enumerate(sizes, start=1):
        division_size = size or rest * (equal_shares + 1) // free - rest * equal_shares // free
        equal_shares += size == 0
        stop = people if number == len(sizes) else min(people, start + division_size)
        slices.append(slice(start, stop))
        start = stop
    return tuple(slices)
