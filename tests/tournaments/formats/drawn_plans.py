"""Plans of static stages for tests, drawn for any number of entries in the same way as the engine does."""

from collections.abc import Sequence

from tournaments.formats import format_of
from tournaments.formats.feeds import fill_in_entries
from tournaments.formats.graph import BYE, GraphPairing, Source, entry_source
from tournaments.formats.plan import BEFORE_FINAL, ENTRIES, DrawEntry, Feed, Plan, Stage
from tournaments.formats.plan_checks import check_plan

SEED = "5e" * 16


def main(**options: object) -> Stage:
    return Stage("main", "knockout", options=options)


def fed(key: str, form: str, origin: str, flight: str, rounds: int = 0, **options: object) -> Stage:
    return Stage(key, form, Feed(origin, flight, rounds=rounds), options)


def double(final: str = "single", **options: object) -> Plan:
    """A plan of main, backdraw and a final of that kind; "none" omits the final."""
    stages = (main(), fed("backdraw", "feed_in", "losers", "main", first=2))
    last = Stage(
        "final", "final", Feed("places", flights=("main", "backdraw"), last=1), {"final": final, **options}
    )
    return Plan(stages if final == "none" else (*stages, last))


PLANS = {
    "knockout": Plan((main(),)),
    "third place": Plan((main(placed=4),)),
    "all places": Plan((main(placed=0),)),
    "first losers": Plan((main(), fed("consolation", "consolation", "first_losses", "main"))),
    "progressive": Plan((main(), fed("consolation", "feed_in", "losers", "main"))),
    "progressive before final": Plan((main(), fed("consolation", "feed_in", "losers", "main", BEFORE_FINAL))),
    "progressive to 2": Plan((main(), fed("consolation", "feed_in", "losers", "main", 2))),
    "last chance": Plan(
        (
            main(),
            fed("consolation", "feed_in", "losers", "main", 3),
            fed("last_chance", "knockout", "losers", "consolation", 2),
        )
    ),
    "double": double(),
    "double reset": double("reset"),
    "double advantage": double("advantage", head_start=2),
    "double none": double("none"),
    "round robin": Plan((Stage("main", "round_robin"),)),
    "double round robin": Plan((Stage("main", "round_robin", options={"cycles": 2}),)),
    "groups": Plan(
        (
            Stage("group", "groups", options={"size": 4}),
            Stage("main", "knockout", Feed("places", "group", first=1, last=2), {"placed": 4}),
        )
    ),
}


def entries(lines: Sequence[int]) -> tuple[Source, ...]:
    """The seats of lines: entry numbers, 0 for a bye."""
    return tuple(entry_source(entry) if entry else BYE for entry in lines)


def draw(plan: Plan, entrants: int, seeds: Sequence[int] = (), seed: str = SEED) -> tuple[GraphPairing, ...]:
    """All pairings of the plan for entries 1..n."""
    check_plan(plan)
    people = [DrawEntry(entry) for entry in range(1, entrants + 1)]
    pairings: tuple[GraphPairing, ...] = ()
    for stage in plan.stages:
        form = format_of(stage)
        if stage.feed.origin == ENTRIES:
            sources = entries(form.draw(stage, people, seeds, seed).lines)
        else:
            sources = fill_in_entries(form.sources(stage, pairings), ())
        pairings += form.pairings(stage, sources)
    return pairings
