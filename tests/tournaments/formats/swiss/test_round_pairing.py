"""One Swiss round: byes, absences, manual pairings, separations, late entries, reasons."""

import random
from itertools import combinations, product

import pytest

from rules.errors import Refusal
from tests.tournaments.formats.swiss.fields import after, played
from tournaments.formats import FORMATS
from tournaments.formats.pairing import Board, Bye, PairedRound, PairingCard, PairingRequest, in_points
from tournaments.formats.pairing_cards import PastBoard, PastRound, RoundContext, make_pairing_cards
from tournaments.formats.reasons import make_reason
from tournaments.formats.swiss.acceleration import accelerated_entries, virtual_points
from tournaments.formats.swiss.round_pairing import pair_round


def fresh(entrants: int) -> tuple[PairingCard, ...]:
    return make_pairing_cards(range(1, entrants + 1), ())


def pairs(round: PairedRound) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in round.boards]


@pytest.mark.parametrize(
    ("method", "boards"),
    [
        ("slide", [(1, 4), (2, 5), (3, 6)]),
        ("fold", [(1, 6), (2, 5), (3, 4)]),
        ("adjacent", [(1, 2), (3, 4), (5, 6)]),
        ("monrad", [(1, 2), (3, 4), (5, 6)]),
    ],
)
def test_the_first_round_is_the_methods_own(method: str, boards: list[tuple[int, int]]) -> None:
    result = pair_round(PairingRequest("swiss", 1, fresh(7), {"method": method}))
    assert pairs(result) == boards
    assert result.byes == (Bye(7, "pairing", (make_reason("bye_lowest", score="0", eligible=7),)),)


def with_unplayed(*unplayed: int, met: tuple[int, int] = (0, 0)) -> tuple[PairingCard, ...]:
    """Cards with so many unplayed rounds, of which two have met."""
    one, other = met
    opponents = {one: (other,), other: (one,)}
    return tuple(
        PairingCard(entry, entry, opponents=opponents.get(entry, ()), unplayed=count)
        for entry, count in enumerate(unplayed, start=1)
    )


def test_fewest_unplayed_rounds_are_a_reason_only_where_they_decide_the_bye() -> None:
    lowest = make_reason("bye_lowest", score="0", eligible=3)
    fewest = make_reason("bye_fewest_unplayed", unplayed=0)

    def bye(form: str, cards: tuple[PairingCard, ...], **options: str) -> Bye:
        (only,) = FORMATS[form].pair_round(PairingRequest("swiss", 1, cards, options)).byes
        return only

    cards = with_unplayed(1, 0, 1)
    assert bye("swiss", cards, method="slide") == Bye(2, "pairing", (lowest, fewest))
    cards = with_unplayed(2, 0, 1)
    assert bye("swiss", cards, method="monrad") == Bye(3, "pairing", (lowest,))
    assert bye("score_swiss", cards) == Bye(3, "pairing", (lowest,))
    cards = with_unplayed(1, 1, 0)
    assert bye("swiss", cards, method="monrad") == Bye(3, "pairing", (lowest,))


def test_fewest_unplayed_rounds_are_no_reason_if_a_player_with_fewer_was_needed() -> None:
    lowest = make_reason("bye_lowest", score="0", eligible=3)
    (bye,) = pair_round(PairingRequest("swiss", 2, with_unplayed(0, 1, 2, met=(2, 3)))).byes
    assert bye == Bye(2, "pairing", (lowest,))


def test_a_second_bye_is_explained_by_the_byes_of_all_only_if_all_had_one() -> None:
    met = {2: (3,), 3: (2,)}
    cards = tuple(
        PairingCard(entry, entry, opponents=met.get(entry, ()), byes=byes)
        for entry, byes in ((1, ()), (2, (1,)), (3, (1,)))
    )
    lowest = make_reason("bye_lowest", score="0", eligible=2)
    (bye,) = pair_round(PairingRequest("swiss", 2, cards)).byes
    assert bye.reasons == (lowest,)
    cards = tuple(PairingCard(entry, entry, byes=(1,)) for entry in (1, 2, 3))
    (bye,) = pair_round(PairingRequest("swiss", 2, cards)).byes
    lowest = make_reason("bye_lowest", score="0", eligible=3)
    assert bye.reasons == (lowest, make_reason("bye_again", byes=1))


def test_the_draw_seed_alone_orders_a_group() -> None:
    first, again, other = (
        pairs(pair_round(PairingRequest("swiss", 1, fresh(20), {"method": "random"}, seed)))
        for seed in ("a", "a", "b")
    )
    assert first == again != other


def test_a_board_has_its_reasons() -> None:
    result = pair_round(PairingRequest("swiss", 1, fresh(4)))
    assert result.boards[0].reasons == (
        make_reason("same_score", score="0"),
        make_reason("method_partner", method="slide", group=4, place=1, opposite=3),
    )


def test_a_partner_who_was_met_is_named_with_the_reason() -> None:
    field = make_pairing_cards(
        range(1, 5),
        [
            PastRound((PastBoard(1, 3, 1), PastBoard(2, 4, 2))),
            PastRound((PastBoard(3, 2, 3), PastBoard(4, 1, 4))),
        ],
    )
    result = pair_round(PairingRequest("swiss", 3, field))
    assert pairs(result) == [(1, 2), (3, 4)]
    assert result.boards[0].reasons[1] == make_reason(
        "next_partner", method="slide", entry=1, partner=3, because="met"
    )


def test_a_floater_is_named_with_both_scores() -> None:
    field = make_pairing_cards(
        range(1, 7), [PastRound((PastBoard(1, 4, 1), PastBoard(2, 5, 2), PastBoard(3, 6, 3)))]
    )
    result = pair_round(PairingRequest("swiss", 2, field))
    assert pairs(result) == [(1, 2), (3, 4), (5, 6)]
    assert result.boards[1].reasons[0] == make_reason("float_down", entry=3, score="1", other=4)


def test_absent_entries_and_requested_byes_are_separate() -> None:
    field = make_pairing_cards(range(1, 9), (), RoundContext(away=frozenset({2}), asking=frozenset({5})))
    result = pair_round(PairingRequest("swiss", 1, field))
    assert pairs(result) == [(1, 6), (3, 7), (4, 8)]
    assert result.byes == (
        Bye(2, "zero", (make_reason("bye_absent"),)),
        Bye(5, "half", (make_reason("bye_asked", kind="half"),)),
    )


def test_withdrawn_entries_are_not_paired_but_count_in_the_field_size() -> None:
    field = make_pairing_cards(range(1, 9), (), RoundContext(withdrawn=frozenset({2, 6})))
    result = pair_round(PairingRequest("swiss", 1, field, {"acceleration": "baku"}))
    assert (pairs(result), result.byes) == ([(1, 3), (4, 5), (7, 8)], ())
    assert result.reasons == (make_reason("accelerated", entries=4, points="1"),)


def test_a_bye_requested_in_the_last_rounds_is_worth_nothing() -> None:
    field = make_pairing_cards(range(1, 9), (), RoundContext(asking=frozenset({5, 6})))
    kinds = {
        number: {bye.kind for bye in pair_round(PairingRequest("swiss", number, field, options)).byes}
        for number, options in ((2, {"rounds": 4, "no_half_byes_last": 2}), (3, {"no_half_byes_last": 1}))
    }
    assert kinds == {2: {"half"}, 3: {"zero"}}


def test_manual_pairings_stand_whatever_was_before() -> None:
    field = make_pairing_cards(
        range(1, 8),
        [PastRound((PastBoard(1, 4, 1), PastBoard(2, 5, 2), PastBoard(3, 6, 3)), ((7, "pairing"),))],
    )
    result = pair_round(PairingRequest("swiss", 2, field, fixed=((1, 4), (6, 0))))
    assert result.boards[0] == Board(1, 4, (make_reason("paired_by_hand"),))
    assert result.byes == (Bye(6, "full", (make_reason("bye_by_hand"),)),)
    assert sorted(entry for board in pairs(result) for entry in board) == [1, 2, 3, 4, 5, 7]


@pytest.mark.parametrize("fixed", [((1, 1),), ((1, 2), (2, 3)), ((1, 9),), ((0, 1),)])
def test_manual_pairings_need_two_known_and_free_entries(fixed: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(Refusal) as excinfo:
        pair_round(PairingRequest("swiss", 1, fresh(6), fixed=fixed))
    assert (excinfo.value.code, excinfo.value.facts) == ("fixed_wrong", {"boards": [list(b) for b in fixed]})


def test_no_board_is_paired_when_all_are_absent() -> None:
    field = make_pairing_cards(range(1, 5), (), RoundContext(away=frozenset({1, 2, 4})))
    result = pair_round(PairingRequest("swiss", 1, field))
    assert result.boards == ()
    assert sorted((bye.entry, bye.kind) for bye in result.byes) == [
        (1, "zero"),
        (2, "zero"),
        (3, "pairing"),
        (4, "zero"),
    ]


def test_an_entry_stands_once_in_a_request() -> None:
    with pytest.raises(Refusal, match="card_twice"):
        pair_round(PairingRequest("swiss", 1, (*fresh(4), PairingCard(2, 9))))


def test_forbidden_pairs_never_meet_whether_in_the_request_or_in_the_options() -> None:
    request = PairingRequest(
        "swiss", 1, fresh(4), {"forbidden": [[1, 3]]}, forbidden=frozenset({frozenset({2, 3})})
    )
    assert pairs(pair_round(request)) == [(1, 2), (3, 4)]


def test_clubs_are_separated_from_the_top_as_far_as_possible() -> None:
    club = {entry: frozenset({"club:Bari"}) for entry in range(1, 7)} | {7: frozenset({"club:Roma"})}
    result = pair_round(
        PairingRequest(
            "swiss", 1, make_pairing_cards(range(1, 9), (), RoundContext(tags=club, apart=("club",)))
        )
    )
    same = [pair for pair in pairs(result) if max(pair) <= 6]
    assert same == [(3, 5), (4, 6)] or len(same) == 2
    assert {1, 2} <= {min(pair) for pair in pairs(result) if pair not in same}
    assert result.reasons == (make_reason("separations_protected", places=2, clashes=2),)


@pytest.mark.parametrize("method", ["random", "slide", "fold", "adjacent"])
def test_all_players_of_a_large_field_are_paired_if_clubs_cannot_be_separated(method: str) -> None:
    clubs = ["club:Roma"] * 31 + ["club:Milano"] * 29
    cards = tuple(PairingCard(number, number, tags=frozenset({club})) for number, club in enumerate(clubs, 1))

    round_ = pair_round(PairingRequest("swiss", 1, cards, {"method": method, "first_method": method}))

    assert sorted(entry for pair in pairs(round_) for entry in pair) == list(range(1, 61))
    club_of = dict(enumerate(clubs, 1))
    assert sum(club_of[one] == club_of[other] for one, other in pairs(round_)) == 1


def test_a_complete_separation_is_reported() -> None:
    club = {1: frozenset({"club:Bari"}), 3: frozenset({"club:Bari", "family:Rossi"})}
    result = pair_round(
        PairingRequest(
            "swiss", 1, make_pairing_cards(range(1, 5), (), RoundContext(tags=club, apart=("club",)))
        )
    )
    assert (1, 3) not in pairs(result)
    assert result.reasons == (make_reason("separations_kept"),)


def test_tags_of_a_kind_that_is_not_separated_do_nothing() -> None:
    country = {entry: frozenset({"country:IT"}) for entry in range(1, 5)}
    result = pair_round(
        PairingRequest(
            "swiss", 1, make_pairing_cards(range(1, 5), (), RoundContext(tags=country, apart=("club",)))
        )
    )
    assert (pairs(result), result.reasons) == ([(1, 3), (2, 4)], ())


def test_the_upper_half_is_accelerated_for_half_of_the_rounds() -> None:
    options = {"acceleration": "baku", "rounds": 9}
    assert [virtual_points(options, number, 40) for number in range(1, 10)] == [
        2,
        2,
        2,
        1,
        1,
        0,
        0,
        0,
        0,
    ]
    assert accelerated_entries(fresh(11)) == (1, 2, 3, 4, 5, 6)
    result = pair_round(PairingRequest("swiss", 1, fresh(8), {"acceleration": "baku", "rounds": 5}))
    assert pairs(result) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert result.reasons == (make_reason("accelerated", entries=4, points="1"),)


def test_late_entries_meet_waiting_players_and_published_boards_stand() -> None:
    published = pair_round(PairingRequest("swiss", 1, fresh(7)))
    request = PairingRequest("swiss", 1, fresh(9))
    one = FORMATS["swiss"].pair_late_entries(PairingRequest("swiss", 1, fresh(8)), published, [8])
    two = FORMATS["swiss"].pair_late_entries(request, published, [8, 9])
    assert (pairs(one), one.byes) == ([*pairs(published), (7, 8)], ())
    assert pairs(two) == [*pairs(published), (7, 8)]
    assert [bye.entry for bye in two.byes] == [9]
    assert one.boards[-1].reasons[0] == make_reason("paired_late", entry=8)


def test_a_single_arrival_to_a_full_round_gets_the_bye() -> None:
    published = pair_round(PairingRequest("swiss", 1, fresh(6)))
    result = FORMATS["swiss"].pair_late_entries(PairingRequest("swiss", 1, fresh(7)), published, [7])
    assert (result.boards, result.byes) == (
        published.boards,
        (Bye(7, "pairing", (make_reason("bye_only_left"),)),),
    )


def test_invariants_hold_in_random_events(subtests: pytest.Subtests) -> None:
    """No rematches, every player plays or sits out, and nobody has two byes before all have one."""
    for entrants, method in product((2, 3, 7, 18, 33), ("slide", "fold", "adjacent", "random", "monrad")):
        with subtests.test(entrants=entrants, method=method):
            chance = random.Random(entrants)
            past: list[PastRound] = []
            met_pairs: set[frozenset[int]] = set()
            for number in range(1, min((entrants + 1) // 2 + 1, 9)):
                field = make_pairing_cards(range(1, entrants + 1), past)
                result = pair_round(PairingRequest("swiss", number, field, {"method": method}, "s"))
                seated = [
                    *(entry for board in pairs(result) for entry in board),
                    *(bye.entry for bye in result.byes),
                ]
                assert sorted(seated) == list(range(1, entrants + 1))
                boards = {frozenset(board) for board in pairs(result)}
                assert not boards & met_pairs
                met_pairs |= boards
                past.append(played(chance, result, absent=0.0))
            byes = [len(card.byes) for card in make_pairing_cards(range(1, entrants + 1), past)]
            assert max(byes) - min(byes) <= entrants % 2


@pytest.mark.parametrize("entrants", [4, 9])
def test_rounds_can_be_paired_until_all_have_met(entrants: int) -> None:
    cards = after(random.Random(1), entrants, 20, {})
    met_pairs = {frozenset((card.entry, other)) for card in cards for other in card.opponents}
    assert len(cards[0].floats) <= entrants
    for one, other in combinations(cards, 2):
        if frozenset((one.entry, other.entry)) not in met_pairs:
            with pytest.raises(Refusal, match="no_pairing"):
                pair_round(PairingRequest("swiss", 21, cards))
            return
    assert all(len(card.opponents) == entrants - 1 for card in cards)


def test_scores_are_given_in_points() -> None:
    assert [in_points(score) for score in (0, 1, 2, 3, 10)] == ["0", "½", "1", "1½", "5"]


def test_rounds_by_running_count_pair_the_leader_with_the_next_unmet() -> None:
    past = [
        PastRound(
            (PastBoard(1, 2, 1, margin=5), PastBoard(3, 4, 4, margin=1), PastBoard(5, 6, 5, margin=3)),
            ((7, "pairing"),),
        ),
        PastRound(
            (
                PastBoard(1, 5, 1, margin=2),
                PastBoard(4, 7, 7, was_played=False),
                PastBoard(2, 3, 3, margin=4),
            ),
            ((6, "zero"),),
        ),
    ]
    field = make_pairing_cards(range(1, 8), past, RoundContext(by_margin=True))
    assert {card.entry: card.score // 2 for card in field} == {
        1: 207,
        2: -9,
        3: 103,
        4: 101,
        5: 101,
        6: -3,
        7: 200,
    }
    pair_round = FORMATS["score_swiss"].pair_round
    round_ = pair_round(PairingRequest("score", 3, field))
    assert (pairs(round_), [bye.entry for bye in round_.byes]) == ([(1, 7), (3, 5), (4, 6)], [2])
