"""All formats of rounds for every field, played to a full ranking: PROOF_ENTRANTS (129), PROOF_ROUNDS (1)."""

from collections import Counter
from functools import partial

from tests.proofs.parallel_seeds import size, spread
from tests.tournaments.journal.rounds_to_the_end import PLANS, faults

ENTRANTS = size("PROOF_ENTRANTS", 129)
EVENTS = size("PROOF_ROUNDS", 1)


def wrong(events: int, entrants: int) -> tuple[Counter[str], list[str]]:
    """How many events of each plan were played with this field, and what was wrong in them."""
    items: list[str] = []
    for name in PLANS:
        for seed in range(events):
            items += faults(name, entrants, seed)
    return Counter(dict.fromkeys(PLANS, events)), items


def test_every_field_of_every_format_of_rounds_is_played_to_a_full_ranking():
    result, value = Counter[str](), list[str]()
    for played, faulty in spread(partial(wrong, EVENTS), range(2, ENTRANTS + 1)):
        result += played
        value += faulty
    print(f"\n{result.total()} events of {len(result)} formats of rounds")
    assert value == []
