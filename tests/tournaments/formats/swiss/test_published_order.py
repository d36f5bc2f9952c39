"""The choice among equally good pairings by the slide, compared with trying all in the order of the rules."""

import random
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

import pytest

from rules.errors import Refusal
from tests.tournaments.formats.swiss.published_rules import (
    Pairs,
    list_heterogeneous_pairings,
    list_homogeneous_pairings,
)
from tournaments.formats.pairing import PairedRound, PairingCard, PairingRequest
from tournaments.formats.pairing_cards import PastBoard, PastRound, make_pairing_cards
from tournaments.formats.reasons import Reason, make_reason
from tournaments.formats.swiss.round_pairing import pair_round

Met = frozenset[tuple[int, int]]


def pair_cards(
    scores: Sequence[int], met: Met, unplayed: Sequence[int] = (), method: str = "slide"
) -> PairedRound:
    """Pair entrants 1, 2, ... with these scores, of whom these pairs have met."""
    cards = tuple(
        PairingCard(
            entry,
            entry,
            score=score,
            opponents=tuple(sum(pair) - entry for pair in met if entry in pair),
            unplayed=unplayed[entry - 1] if unplayed else 0,
        )
        for entry, score in enumerate(scores, start=1)
    )
    return pair_round(PairingRequest("swiss", 4, cards, {"method": method}))


def get_pairs(paired: PairedRound) -> Pairs:
    return frozenset((min(one.white, one.black), max(one.white, one.black)) for one in paired.boards)


def check_reasons(paired: PairedRound, met: Met, scores: Sequence[int]) -> None:
    """Check that each reason why two meet by the method, or could not, is true and the one that applies."""
    opponents = {one: other for pair in get_pairs(paired) for one, other in (pair, pair[::-1])}
    byes = {bye.entry for bye in paired.byes}
    for board in paired.boards:
        for reason in board.reasons:
            if reason.code in {"method_partner", "floater_partner"}:
                check_ideal_pair(reason, (board.white, board.black), scores)
            if reason.code != "next_partner":
                continue
            entry, partner = reason.facts["entry"], reason.facts["partner"]
            assert isinstance(entry, int)
            assert isinstance(partner, int)
            assert entry in (board.white, board.black)
            assert partner not in (board.white, board.black)
            if (min(entry, partner), max(entry, partner)) in met:
                expected = "met"
            elif partner in byes:
                expected = "has_bye"
            elif scores[opponents[partner] - 1] < min(scores[board.white - 1], scores[board.black - 1]):
                expected = "floats_down"
            elif reason.facts["method"] == "monrad":
                expected = "needed"
            else:
                left = opponents[entry], opponents[partner]
                expected = "no_exchange" if (min(left), max(left)) in met else "comes_later"
            assert reason.facts["because"] == expected, (reason, met)


def check_ideal_pair(reason: Reason, pair: tuple[int, int], scores: Sequence[int]) -> None:
    """Check the numbers of two who meet as the method would have it."""
    first, second = sorted(pair)
    facts = reason.facts
    residents = [entry for entry, score in enumerate(scores, start=1) if score == scores[second - 1]]
    if reason.code == "floater_partner":
        assert scores[first - 1] > scores[second - 1], reason
        assert facts["place"] == residents.index(second) + 1, reason
        return
    group, place, opposite = (int(facts[name]) for name in ("group", "place", "opposite"))
    if facts["method"] == "slide":
        assert (place <= group // 2, opposite - place) == (True, group // 2), reason
    if facts["method"] in {"adjacent", "monrad"}:
        assert opposite == place + 1, reason
    if facts["method"] == "fold":
        assert place + opposite == group // 2 * 2 + 1, reason
    if facts["method"] in {"slide", "adjacent", "monrad"}:
        higher_met = len(residents) - group
        assert [residents.index(one) + 1 - higher_met for one in (first, second)] == [place, opposite], reason


def test_a_player_who_floats_down_does_not_meet_the_first_of_the_lower_half() -> None:
    paired = pair_cards([2, 2, 2, 0, 0, 0], frozenset())
    assert [(board.white, board.black, board.reasons[1]) for board in paired.boards] == [
        (1, 2, make_reason("method_partner", method="slide", group=3, place=1, opposite=2)),
        (3, 4, make_reason("floater_partner", place=1)),
        (5, 6, make_reason("method_partner", method="slide", group=2, place=1, opposite=2)),
    ]


def list_sets_of_met(size: int) -> Iterator[Met]:
    """All sets of pairs who have met of up to 5 entrants, else 400 random ones."""
    pairs = list(combinations(range(1, size + 1), 2))
    if size <= 4:
        yield from map(
            frozenset, chain.from_iterable(combinations(pairs, count) for count in range(len(pairs) + 1))
        )
        return
    chance = random.Random(size)
    for _ in range(400):
        share = chance.random() * 0.8
        yield frozenset(pair for pair in pairs if chance.random() < share)


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_one_score_group_is_paired_as_by_trying_all_in_the_published_order(size: int) -> None:
    compared = 0
    for met in list_sets_of_met(size):
        pairings = list_homogeneous_pairings(range(1, size + 1), size // 2)
        first = next((pairs for pairs in pairings if not pairs & met), None)
        if first is not None:
            paired = pair_cards([0] * size, met)
            assert get_pairs(paired) == first, met
            check_reasons(paired, met, [0] * size)
            compared += 1
    assert compared > 30


@pytest.mark.parametrize("size", [5, 7])
def test_who_may_not_have_the_bye_is_paired_by_the_first_order_that_allows_it(size: int) -> None:
    """C9: those who have missed a round do not get the bye while there is another."""
    chance = random.Random(size)
    for met in list_sets_of_met(size):
        unplayed = [chance.randint(0, 1) for _ in range(size)]
        allowed = [
            pairs for pairs in list_homogeneous_pairings(range(1, size + 1), size // 2) if not pairs & met
        ]
        fewest = min((unplayed[find_bye(pairs, size) - 1] for pairs in allowed), default=0)
        first = next((pairs for pairs in allowed if unplayed[find_bye(pairs, size) - 1] == fewest), None)
        if first is not None:
            paired = pair_cards([0] * size, met, unplayed)
            assert get_pairs(paired) == first, (met, unplayed)
            check_reasons(paired, met, [0] * size)


def find_bye(pairs: Pairs, size: int) -> int:
    (bye,) = set(range(1, size + 1)) - {player for pair in pairs for player in pair}
    return bye


@pytest.mark.parametrize(("higher", "lower"), [(1, 3), (1, 4), (1, 5), (1, 6), (3, 3), (3, 4), (3, 5)])
def test_two_score_groups_are_paired_as_by_trying_all_in_the_published_order(higher: int, lower: int) -> None:
    """The higher ones have all met, and so come down together; all of them can meet lower ones."""
    size = higher + lower
    above, below = range(1, higher + 1), range(higher + 1, size + 1)
    compared = 0
    for met_below in list_sets_of_met(size):
        met = met_below | frozenset(combinations(above, 2))
        pairings = list_heterogeneous_pairings(above, below, higher, size // 2)
        first = next((pairs for pairs in pairings if not pairs & met), None)
        if first is not None:
            scores = [2] * higher + [0] * lower
            paired = pair_cards(scores, met)
            assert get_pairs(paired) == first, met
            check_reasons(paired, met, scores)
            compared += 1
    assert compared > 30


@pytest.mark.parametrize("method", ["slide", "fold", "adjacent", "random", "monrad"])
@pytest.mark.parametrize("scores", [[0] * 7, [2, 2, 2, 0, 0, 0, 0], [4, 4, 4, 2, 2, 2, 0, 0]])
def test_the_reason_why_the_first_choice_was_not_possible_is_true(method: str, scores: list[int]) -> None:
    for met in list_sets_of_met(len(scores)):
        try:
            paired = pair_cards(scores, met, method=method)
        except Refusal:
            continue
        check_reasons(paired, met, scores if method != "monrad" else [0] * len(scores))


@pytest.mark.parametrize("size", [8, 40, 64, 100, 120])
def test_halves_that_have_all_met_exchange_the_players_in_the_middle(size: int) -> None:
    """As few as possible, of the smallest difference: the lower ones of S1 with the higher ones of S2."""
    half, quarter = size // 2, size // 4
    met = frozenset((one, other) for one in range(1, half + 1) for other in range(half + 1, size + 1))
    upper = [*range(1, quarter + 1), *range(half + 1, half + quarter + 1)]
    assert get_pairs(pair_cards([0] * size, met)) == {(one, one + quarter) for one in upper}


def test_a_latecomer_who_cannot_have_the_bye_takes_the_place_next_to_it() -> None:
    """Of five with no point, 9 came late, so the bye goes to another (C9).

    S1 is 4 and 5, S2 is 6, 7 and 9. In the order 6-7-9 the latecomer has the bye; the next order is 6-9-7.
    """
    past = PastRound((PastBoard(1, 5, 1), PastBoard(2, 6, 2), PastBoard(3, 7, 3), PastBoard(4, 8, 8)))
    paired = pair_round(PairingRequest("swiss", 2, make_pairing_cards(range(1, 10), [past])))
    assert [(board.white, board.black) for board in paired.boards] == [(1, 3), (2, 8), (4, 6), (5, 9)]
    assert [bye.entry for bye in paired.byes] == [7]
    assert paired.boards[2].reasons[1] == make_reason(
        "method_partner", method="slide", group=5, place=1, opposite=3
    )
    assert paired.boards[3].reasons[1] == make_reason(
        "next_partner", method="slide", entry=5, partner=7, because="has_bye"
    )


def test_an_odd_group_keeps_its_halves_where_another_order_of_the_lower_half_will_do() -> None:
    """Of five with one point, S1 is 3 and 5, S2 is 7, 8 and 9; 3 has met 7, so the order is 8-7-9."""
    past = [
        PastRound((PastBoard(1, 5, 1), PastBoard(2, 6, 2), PastBoard(3, 7, 3), PastBoard(4, 8, 8))),
        PastRound(
            (PastBoard(1, 3, 1), PastBoard(2, 8, 2), PastBoard(4, 5, 5), PastBoard(6, 9, 9)),
            ((7, "pairing"),),
        ),
    ]
    paired = pair_round(PairingRequest("swiss", 3, make_pairing_cards(range(1, 10), past)))
    assert get_pairs(paired) == {(1, 2), (3, 8), (5, 7), (4, 9)}
    assert [bye.entry for bye in paired.byes] == [6]
