"""All static formats drawn for every field and played out: PROOF_ENTRANTS (129), PROOF_EVENTS (5) of each."""

from collections import Counter
from functools import partial

from tests.proofs.parallel_seeds import size, spread
from tests.tournaments.formats.drawn_plans import PLANS, draw
from tests.tournaments.formats.playouts import faults, gaps, play
from tests.tournaments.formats.test_static_formats import SHARED

ENTRANTS = size("PROOF_ENTRANTS", 129)
EVENTS = size("PROOF_EVENTS", 5)
LARGE = (255, 256, 257, 383, 385, 511, 512)


def wrong(events: int, entrants: int) -> tuple[Counter[str], list[str]]:
    """Matches played and what was wrong in so many events of each format with this field."""
    result, value = Counter[str](), list[str]()
    for name, plan in PLANS.items():
        pairings = draw(plan, entrants, seed=f"{entrants:032x}")
        for seed in range(events):
            played = play(pairings, seed)
            result[name] += len(played.matches())
            value += [f"{name} of {entrants}: {fault}" for fault in faults(played, entrants)]
            if name not in SHARED and (shared := gaps(played)):
                value.append(f"{name} of {entrants}: places {shared}")
    return result, value


def test_every_field_is_played_to_a_full_ranking():
    fields = [*range(2, ENTRANTS + 1)]
    result, value = Counter[str](), list[str]()
    for matches, faulty in spread(partial(wrong, EVENTS), fields):
        result += matches
        value += faulty
    print(f"\n{len(fields) * EVENTS} events of each of {len(PLANS)} formats, {sum(result.values())} matches")
    assert value == []


def test_large_fields_are_played_to_a_full_ranking():
    brackets = [name for name in PLANS if "robin" not in name]
    items = []
    for entrants in LARGE:
        for name in brackets:
            played = play(draw(PLANS[name], entrants), entrants)
            items += [f"{name} of {entrants}: {fault}" for fault in faults(played, entrants)]
            if name not in SHARED:
                items += [f"{name} of {entrants}: {flight}" for flight in gaps(played)]
    assert items == []
