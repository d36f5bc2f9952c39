"""Every static format, drawn for every number of entrants (2 to PROOF_ENTRANTS, 129) and played out
PROOF_EVENTS (5) times."""

from collections import Counter
from functools import partial

from tests.proofs.parallel_seeds import size, spread
from tests.tournaments.formats.drawn_plans import PLANS, draw
from tests.tournaments.formats.playouts import faults, gaps, play
from tests.tournaments.formats.test_static_formats import SHARED

ENTRANTS = size("PROOF_ENTRANTS", 129)
EVENTS = size("PROOF_EVENTS", 5)
LARGE = (255, 256, 257, 383, 385, 511, 512, 513, 1024)


def wrong(events: int, entrants: int) -> tuple[Counter[str], list[str]]:
    """The matches played, and the faults found, in `events` events of each format with so many entrants."""
    match_counts, errors = Counter[str](), list[str]()
    for name, plan in PLANS.items():
        pairings = draw(plan, entrants, seed=f"{entrants:032x}")
        for seed in range(events):
            played = play(pairings, seed)
            match_counts[name] += len(played.matches())
            errors += [f"{name} of {entrants}: {fault}" for fault in faults(played, entrants)]
            if name not in SHARED and (shared := gaps(played)):
                errors.append(f"{name} of {entrants}: places {shared}")
    return match_counts, errors


def test_every_field_is_played_to_a_full_ranking():
    fields = [*range(2, ENTRANTS + 1)]
    match_counts, errors = Counter[str](), list[str]()
    for matches, faulty in spread(partial(wrong, EVENTS), fields):
        match_counts += matches
        errors += faulty
    print(f"\n{len(fields) * EVENTS} events of each of {len(PLANS)} formats, {match_counts.total()} matches")
    assert errors == []


def test_large_fields_are_played_to_a_full_ranking():
    brackets = [name for name in PLANS if "robin" not in name]
    errors = []
    for entrants in LARGE:
        for name in brackets:
            played = play(draw(PLANS[name], entrants), entrants)
            errors += [f"{name} of {entrants}: {fault}" for fault in faults(played, entrants)]
            if name not in SHARED:
                errors += [f"{name} of {entrants}: {flight}" for flight in gaps(played)]
    assert errors == []
