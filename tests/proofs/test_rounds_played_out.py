"""Every format of rounds, for every number of entrants (2 to PROOF_ENTRANTS, 129), is played to a full
ranking PROOF_ROUNDS (1) times."""

from collections import Counter
from functools import partial

from tests.proofs.parallel_seeds import size, spread
from tests.tournaments.journal.rounds_to_the_end import PLANS, faults

ENTRANTS = size("PROOF_ENTRANTS", 129)
EVENTS = size("PROOF_ROUNDS", 1)


def wrong(events: int, entrants: int) -> tuple[Counter[str], list[str]]:
    """How many events of each plan were played with so many entrants, and the faults found in them."""
    errors: list[str] = []
    for name in PLANS:
        for seed in range(events):
            errors += faults(name, entrants, seed)
    return Counter(dict.fromkeys(PLANS, events)), errors


def test_every_field_of_every_format_of_rounds_is_played_to_a_full_ranking():
    event_counts, errors = Counter[str](), list[str]()
    for played, faulty in spread(partial(wrong, EVENTS), range(2, ENTRANTS + 1)):
        event_counts += played
        errors += faulty
    print(f"\n{event_counts.total()} events of {len(event_counts)} formats of rounds")
    assert errors == []
