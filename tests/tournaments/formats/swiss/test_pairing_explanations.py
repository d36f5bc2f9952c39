"""Why two of a Swiss round do not meet: each reason is compared with the pairing in which they would."""

import random
from collections import Counter

import pytest

from tests.tournaments.formats.swiss.fields import after
from tests.tournaments.formats.swiss.judge import Judge, Key, Pairing
from tournaments.formats.pairing import PairingCard, PairingRequest
from tournaments.formats.swiss.round_pairing import pair_round

# Parts of a `Key`: the bye, then for each score bracket these, of which the last two are of the method.
PARTS_OF_BRACKET, PARTS_OF_METHOD = 15, 2


def list_criteria(key: Key) -> list[object]:
    """The parts of a key that are the same for all methods."""
    return [
        part
        for number, part in enumerate(key[1:])
        if number % PARTS_OF_BRACKET < PARTS_OF_BRACKET - PARTS_OF_METHOD
    ]


def check_exchanges(cards: tuple[PairingCard, ...], method: str) -> Counter[str]:
    """Check each reason about a first choice who meets another, and count them."""
    paired = pair_round(PairingRequest("swiss", 9, cards, {"method": method}))
    pairs: Pairing = tuple((board.white, board.black) for board in paired.boards)
    bye = next((one.entry for one in paired.byes), 0)
    opponents = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    met = {card.entry: card.opponents for card in cards}
    judge = Judge(cards, method, frozenset())
    seen: Counter[str] = Counter()
    for reason in (reason for board in paired.boards for reason in board.reasons):
        because = reason.facts.get("because")
        if because not in {"no_exchange", "floats_again", "comes_later"}:
            continue
        entry, partner = int(reason.facts["entry"]), int(reason.facts["partner"])
        left = opponents[entry], opponents[partner]
        exchanged = (*(pair for pair in pairs if not {entry, partner} & set(pair)), (entry, partner), left)
        seen[str(because)] += 1
        assert partner not in met[entry], reason
        assert (because == "no_exchange") == (left[1] in met[left[0]]), reason
        if because == "no_exchange":
            continue
        chosen_key, other_key = judge.key(pairs, bye), judge.key(exchanged, bye)
        assert other_key > chosen_key, reason
        has_same_floats = list_criteria(other_key) == list_criteria(chosen_key)
        assert has_same_floats == (because == "comes_later"), reason
    return seen


@pytest.mark.parametrize("method", ["slide", "fold", "adjacent"])
def test_the_reason_why_the_first_choice_meets_another_is_true(method: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        chance = random.Random(seed)
        entrants = chance.randint(14, 24)
        seen += check_exchanges(after(chance, entrants, chance.randint(2, 6), {"method": method}), method)
    assert min(seen[because] for because in ("no_exchange", "floats_again", "comes_later")) > 0, seen
