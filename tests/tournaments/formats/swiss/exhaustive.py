"""Pair one field by the engine and by trying every pairing: both must agree on the best."""

import random
from collections import Counter
from itertools import combinations

from rules.errors import Refusal
from tests.tournaments.formats.swiss.fields import after, messy, shuffled
from tests.tournaments.formats.swiss.judge import Judge, Pairing
from tournaments.formats.pairing import PairingCard
from tournaments.formats.swiss.allowed_pairs import PairingField, build_field
from tournaments.formats.swiss.round_pairing import pair_field

METHODS = ("slide", "fold", "adjacent")


def best_of_all(judge: Judge, size: int) -> tuple[object, ...] | None:
    """The least key of all legal pairings, with as many as possible from the top separated by tags."""
    possible = judge.lawful(0)
    if not possible:
        return None
    bye = min(judge.bye(sits) for _, sits in possible)
    for top in range(size, -1, -1):
        legal = [pairing for pairing in judge.lawful(top) if judge.bye(pairing[1]) == bye]
        if legal:
            return min(judge.key(*pairing) for pairing in legal)
    raise AssertionError("the possible pairings were lost")


def random_field(chance: random.Random, most: int) -> tuple[PairingCard, ...]:
    """A field from an event paired by the engine, or from one with arbitrary results."""
    entrants = chance.randint(2, most)
    if chance.random() < 0.3:
        return after(chance, entrants, chance.randint(0, entrants), {"method": chance.choice(METHODS)})
    return messy(chance, entrants)


def try_one(seed: int, most: int) -> Counter[str]:
    """Pair one random field both ways; count its properties. Raise AssertionError if the ways differ."""
    chance = random.Random(seed)
    cards, method = random_field(chance, most), chance.choice(METHODS)
    forbidden = _forbidden(chance, cards)
    judge = Judge(cards, method, forbidden)
    best = best_of_all(judge, len(cards))
    field = build_field(shuffled(chance, cards), forbidden)
    try:
        field_pairing = pair_field(field, method, "")
    except Refusal as no:
        check_proof(cards, forbidden, no)
        assert best is None, seed
        return Counter(["no pairing"])
    pairs: Pairing = tuple(
        (field.cards[one].entry, field.cards[two].entry) for one, two, _ in field_pairing.pairs
    )
    sits = field.cards[field_pairing.bye_index].entry if field_pairing.bye_index >= 0 else 0
    assert judge.key(pairs, sits) == best, seed
    return _seen(field, best or ())


def _forbidden(chance: random.Random, cards: tuple[PairingCard, ...]) -> frozenset[frozenset[int]]:
    if chance.random() < 0.7 or len(cards) < 4:
        return frozenset()
    entries = [card.entry for card in cards]
    return frozenset(frozenset(chance.sample(entries, 2)) for _ in range(chance.randint(1, len(cards))))


def _seen(field: PairingField, key: tuple[object, ...]) -> Counter[str]:
    floats = max(part for part in key[1::15] if isinstance(part, int))
    shared = any(not one.tags.isdisjoint(other.tags) for one, other in combinations(field.cards, 2))
    return Counter(
        {"paired": 1, "with floats": floats > 0, "with two floats": floats > 1, "with shared tags": shared}
    )


def check_proof(cards: tuple[PairingCard, ...], forbidden: frozenset[frozenset[int]], no: Refusal) -> None:
    """Check that without the entries `through`, the parts are closed, odd, and too many."""
    assert no.code == "no_pairing"
    through, parts = no.facts["through"], no.facts["parts"]
    assert isinstance(through, list)
    assert isinstance(parts, list)
    by_entry = {card.entry: card for card in cards}
    home = {entry: number for number, part in enumerate(parts) for entry in part}
    for entry, number in home.items():
        excluded = {
            *by_entry[entry].opponents,
            *(other for pair in forbidden for other in pair if entry in pair),
        }
        reach = set(by_entry) - excluded - {entry} - set(through)
        assert all(home.get(other) == number for other in reach), (entry, reach)
    assert all(len(part) % 2 for part in parts)
    assert len(parts) > len(through) + len(cards) % 2
