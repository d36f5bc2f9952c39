"""Swiss rounds as another program pairs them, where colours force nothing: floats, byes, methods."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.peers.cases import Case, each_case, each_difference, get_expected
from tournaments.formats.pairing import PAIRING_BYE, PairingCard, PairingRequest
from tournaments.formats.pairing_cards import PastBoard, PastRound, RoundContext, make_pairing_cards
from tournaments.formats.swiss.round_pairing import pair_round


def make_past_round(data: Mapping[str, Any]) -> PastRound:
    boards = tuple(
        PastBoard(
            *result["pair"],
            winner=result["winner"],
            was_played=result["how"] != "walkover",
            was_drawn=result["how"] == "drawn",
        )
        for result in data["results"]
    )
    return PastRound(boards, tuple((bye["entry"], bye["kind"]) for bye in data["byes"]))


def list_pairs(pairs: Iterable[Iterable[int]]) -> list[list[int]]:
    return sorted(sorted(pair) for pair in pairs)


def make_request(case: Case) -> PairingRequest:
    data = case["input"]
    past = [make_past_round(played) for played in data["past"]]
    context = RoundContext(away=frozenset(data.get("absent", ())))
    cards = make_pairing_cards(data["entries"], past, context)
    return PairingRequest("swiss", data["next_round"], cards)


@each_case("pairing")
def test_a_round_has_the_same_scores_against_each_other_and_the_same_bye(case: Case) -> None:
    request = make_request(case)
    paired = pair_round(request)
    cards = {card.entry: card for card in request.cards}
    scores = {entry: card.score / request.unit for entry, card in cards.items()}
    pairs = [(board.white, board.black) for board in paired.boards]
    met = sorted(sorted((scores[one], scores[other]), reverse=True) for one, other in pairs)
    bye = next((bye.entry for bye in paired.byes if bye.kind == PAIRING_BYE), None)
    ours = {
        "scores": {str(entry): score for entry, score in scores.items()},
        "pairs_by_score": met,
        "floats": [pair for pair in met if pair[0] != pair[1]],
        "bye_score": scores[bye] if bye else None,
        "bye_received_before": len(cards[bye].byes) if bye else None,
        "pairs_there": list_pairs(pairs),
        "bye_there": bye,
    }
    expected = get_expected(case)
    assert {part: ours[part] for part in expected} == {
        part: sorted(sorted(pair, reverse=part != "pairs_there") for pair in value)
        if part in {"pairs_by_score", "floats", "pairs_there"}
        else value
        for part, value in expected.items()
    }


@each_difference("pairing")
def test_a_round_is_better_here_where_it_differs(case: Case) -> None:
    """The bye goes to a lower score (C5); or the largest gap between the scores of two players is smaller."""
    request = make_request(case)
    paired = pair_round(request)
    scores = {card.entry: card.score for card in request.cards}
    bye_there = case["expected"]["bye_there"]
    if bye_there:
        (bye,) = paired.byes
        assert scores[bye.entry] < scores[bye_there]
    else:
        gaps = [abs(scores[board.white] - scores[board.black]) for board in paired.boards]
        gaps_there = [abs(scores[one] - scores[other]) for one, other in case["expected"]["pairs_there"]]
        assert max(gaps) < max(gaps_there)


@each_case("pairing_method")
def test_a_score_group_is_paired_by_the_same_method(case: Case) -> None:
    cards = tuple(PairingCard(entry, entry) for entry in case["input"]["group"])
    paired = pair_round(PairingRequest("swiss", 1, cards, {"method": case["input"]["method"]}))
    assert {"pairs": list_pairs((board.white, board.black) for board in paired.boards)} == get_expected(case)
