"""Swiss pairings: a round is the best of all rounds by the criteria, and a refusal comes with a proof."""

import random
from collections.abc import Mapping

import pytest

from rules.errors import Refusal
from tests.tournaments.formats.swiss.exhaustive import check_proof, try_one
from tests.tournaments.formats.swiss.fields import after, messy, shuffled
from tests.tournaments.formats.swiss.judge import pairings
from tournaments.formats.pairing import PairingCard, PairingRequest
from tournaments.formats.swiss import minimum_cost_matching, score_bracket_choice
from tournaments.formats.swiss.allowed_pairs import build_field
from tournaments.formats.swiss.byes import find_bye_class
from tournaments.formats.swiss.monrad import pair_monrad
from tournaments.formats.swiss.round_pairing import pair_round
from tournaments.formats.swiss.score_bracket_choice import Width
from tournaments.formats.swiss.score_bracket_search import ScoreBracketSearch


@pytest.mark.parametrize("start", range(0, 150, 50))
def test_the_round_is_the_best_of_all_by_the_criteria(start: int) -> None:
    for seed in range(start, start + 50):
        try_one(seed, 8)


@pytest.mark.parametrize("seed", range(12))
def test_brackets_searched_alone_agree_with_the_whole_search(seed: int) -> None:
    chance = random.Random(seed)
    cards = after(chance, chance.randint(20, 36), chance.randint(3, 9), {"method": "slide"})
    field = build_field(cards)
    sitting = find_bye_class(field)
    assert sitting is not None
    walks = [
        ScoreBracketSearch(field, sitting, "slide", "", width).search()
        for width in (Width.ALONE, Width.WHOLE)
    ]
    choices = [[step.choice.pairs for step in walk or ()] for walk in walks]
    assert choices[0] == choices[1] != []


@pytest.mark.parametrize("method", ["slide", "fold", "adjacent", "random"])
@pytest.mark.parametrize(("entrants", "rounds"), [(90, 1), (151, 3), (130, 5)])
def test_the_sparse_graph_gives_the_round_of_the_full_graph(
    monkeypatch: pytest.MonkeyPatch, method: str, entrants: int, rounds: int
) -> None:
    cards = after(random.Random(entrants), entrants, rounds, {"method": method})
    field = build_field(cards)
    searches: Mapping[int, list[object]] = {small: [] for small in (12, entrants)}
    for small, search in searches.items():
        monkeypatch.setattr(score_bracket_choice, "SMALL_BRACKET", small)
        steps = ScoreBracketSearch(field, find_bye_class(field) or (), method, "a").search() or ()
        search += [any(step.choice.is_sparse for step in steps), [step.choice.pairs for step in steps]]
    assert searches[12][1] == searches[entrants][1]
    assert (searches[12][0], searches[entrants][0]) == (True, False)


def test_monrad_gives_the_first_the_nearest_then_the_next(subtests: pytest.Subtests) -> None:
    for seed in range(40):
        with subtests.test(seed=seed):
            chance = random.Random(seed)
            field = build_field(messy(chance, chance.randint(2, 8)))
            sitting = find_bye_class(field)
            legal = [
                (-sits, pairs)
                for pairs, sits in pairings(tuple(range(1, len(field) + 1)))
                if all(field.may_meet(one - 1, other - 1) for one, other in pairs)
                and (not sits or sits - 1 in (sitting or ()))
            ]
            round_pairing = pair_monrad(field, sitting) if sitting is not None else None
            if round_pairing is None:
                assert legal == []
            else:
                sits, pairs = min(legal)
                assert round_pairing == (tuple((one - 1, other - 1) for one, other in pairs), -sits - 1)


def test_the_order_of_the_cards_does_not_matter() -> None:
    chance = random.Random(5)
    cards = after(chance, 23, 5, {})
    first = pair_round(PairingRequest("swiss", 6, cards))
    assert [pair_round(PairingRequest("swiss", 6, shuffled(chance, cards))) for _ in range(5)] == [first] * 5


def test_an_impossible_pairing_is_reported_with_its_proof() -> None:
    """Four who have all met, and two more who met everybody but each other and one of the four."""
    met = {1: (2, 3, 4), 2: (1, 3, 4), 3: (1, 2, 4), 4: (1, 2, 3), 5: (2, 3, 4), 6: (2, 3, 4)}
    opponents = {
        entry: (
            *met_by_entry,
            *(other for other, others in met.items() if entry in others and other not in met_by_entry),
        )
        for entry, met_by_entry in met.items()
    }
    cards = tuple(PairingCard(entry, entry, opponents=opponents[entry]) for entry in met)
    with pytest.raises(Refusal) as excinfo:
        pair_round(PairingRequest("swiss", 5, cards))
    assert excinfo.value.code == "no_pairing"
    assert excinfo.value.facts == {"through": [], "parts": [[1, 5, 6], [2], [3], [4]]}
    check_proof(cards, frozenset(), excinfo.value)


def test_criteria_that_do_not_fit_into_one_number_are_brought_in_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(minimum_cost_matching, "LARGEST_WEIGHT", 1)
    for seed in range(700, 720):
        try_one(seed, 7)


def test_no_weight_is_larger_than_the_library_can_add_up() -> None:
    """Many floaters from many scores: all criteria together do not fit into one number."""
    chance = random.Random(3)
    cards = after(chance, 16, 13, {"method": "adjacent"})
    field = build_field(cards)
    steps = ScoreBracketSearch(field, find_bye_class(field) or (), "adjacent", "", Width.WHOLE).search()
    assert sum(len(step.choice.pairs) for step in steps or ()) == 8


@pytest.mark.parametrize("kind", ["floated", "clubs"])
def test_near_partners_are_certain_where_the_criteria_cannot_all_be_met(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """All floated down last time, so one must again; or two clubs leave each player half of the field."""
    floats = ("down",) if kind == "floated" else ()
    tag = [
        frozenset({f"club:{entry * 7 % 31 % 2}"}) if kind == "clubs" else frozenset() for entry in range(64)
    ]
    field = build_field(PairingCard(entry, entry, floats=floats, tags=tag[entry]) for entry in range(1, 64))
    strict = field.with_separated(len(field))
    choices = []
    for small in (12, 63):
        monkeypatch.setattr(score_bracket_choice, "SMALL_BRACKET", small)
        steps = ScoreBracketSearch(strict, find_bye_class(strict) or (), "slide", "").search() or ()
        choices.append([step.choice.pairs for step in steps])
    assert choices[0] == choices[1] != []
