"""Rounds for lives: byes, similar records, rematches, the final play-off, and the end."""

import random
from collections.abc import Sequence
from itertools import product

import pytest

from rules.errors import Refusal
from tests.tournaments.formats.swiss.judge import pairings
from tournaments.formats import lives
from tournaments.formats.lives import OF_THREE, OVER, PLAY_OFF, RUNNING, Phase, find_phase, pair_round
from tournaments.formats.pairing import NO_ENTRY, PAIRING_BYE, Bye, PairedRound, PairingCard, PairingRequest
from tournaments.formats.pairing_cards import PastBoard, PastRound, RoundContext, make_pairing_cards
from tournaments.formats.reasons import make_reason


def request_for(
    field: Sequence[PairingCard], number: int = 1, start: int = 3, places: int = 0
) -> PairingRequest:
    return PairingRequest("lives", number, tuple(field), {"lives": start, "places": places}, f"seed {number}")


def pairs(round: PairedRound) -> list[set[int]]:
    return [{board.white, board.black} for board in round.boards]


def results(chance: random.Random, round: PairedRound) -> PastRound:
    boards = tuple(PastBoard(b.white, b.black, chance.choice((b.white, b.black))) for b in round.boards)
    return PastRound(boards, tuple((bye.entry, bye.kind) for bye in round.byes))


def random_cards(chance: random.Random, entrants: int) -> tuple[PairingCard, ...]:
    order = range(1, entrants + 1)
    opponents = {entry: list[int]() for entry in order}
    for _ in range(chance.randint(0, 2 * entrants)):
        one, other = chance.sample(order, 2)
        opponents[one].append(other)
        opponents[other].append(one)
    last_opponents = dict.fromkeys(order, NO_ENTRY)
    last_players = chance.sample(order, 2 * chance.randint(0, entrants // 2))
    for one, other in zip(last_players[::2], last_players[1::2], strict=True):
        last_opponents |= {one: other, other: one}
        opponents[one].append(other)
        opponents[other].append(one)
    return tuple(
        PairingCard(
            entry,
            entry,
            opponents=tuple(opponents[entry]),
            last_opponent=last_opponents[entry],
            lives=chance.randint(1, 3),
            byes=(1,) * chance.randint(0, 1),
        )
        for entry in order
    )


def key(field: Sequence[PairingCard], boards: Sequence[tuple[int, int]], sits: int) -> tuple[object, ...]:
    """The published criteria, implemented again: byes, record of the bye holder, records, rematches."""
    card = {player.entry: player for player in field}
    bye = (len(card[sits].byes), card[sits].lives) if sits else (0, 0)
    gaps = sum((card[one].lives - card[other].lives) ** 2 for one, other in boards)
    times = sum(card[one].opponents.count(other) ** 2 for one, other in boards)
    at_once = sum(card[one].last_opponent == other for one, other in boards)
    return (bye, gaps, times, at_once)


def test_the_round_is_the_best_of_all_by_the_published_order(subtests: pytest.Subtests) -> None:
    for seed in range(60):
        with subtests.test(seed=seed):
            chance = random.Random(seed)
            field = random_cards(chance, chance.randint(2, 8))
            paired = pair_round(request_for(field))
            boards = [(board.white, board.black) for board in paired.boards]
            sits = paired.byes[0].entry if paired.byes else 0
            # the last opponent is checked from the side of the better record
            best = min(
                key(field, list(boards_tried), out)[:3]
                for boards_tried, out in pairings([card.entry for card in field])
            )
            assert key(field, boards, sits)[:3] == best


def test_an_event_for_lives_ends_with_one(subtests: pytest.Subtests) -> None:
    for entrants, start in product((2, 3, 9, 16, 31), (1, 2, 3, 4)):
        with subtests.test(entrants=entrants, start=start):
            chance = random.Random(entrants * start)
            past: list[PastRound] = []
            for number in range(1, 99):
                field = make_pairing_cards(range(1, entrants + 1), past, RoundContext(lives=start))
                if find_phase(field).name == OVER:
                    break
                paired = pair_round(request_for(field, number, start))
                alive = {card.entry for card in field if card.lives}
                assert {
                    *(entry for board in pairs(paired) for entry in board),
                    *(b.entry for b in paired.byes),
                } == alive
                byes = {card.entry: len(card.byes) for card in field if card.lives}
                assert all(byes[bye.entry] == min(byes.values()) for bye in paired.byes)
                past.append(results(chance, paired))
            count = sum(len(past_round.boards) for past_round in past)
            assert len(find_phase(field).remaining) == 1
            assert (entrants - 1) * start <= count <= entrants * start - 1


def test_a_large_field_is_paired_among_neighbours_as_on_the_full_graph(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    past: list[PastRound] = []
    chance = random.Random(1)
    for number in range(1, 4):
        past.append(
            results(
                chance,
                pair_round(
                    request_for(make_pairing_cards(range(1, 121), past, RoundContext(lives=3)), number)
                ),
            )
        )
    request = request_for(make_pairing_cards(range(1, 121), past, RoundContext(lives=3)), 4)
    near = pair_round(request)
    monkeypatch.setattr(lives, "MANY_PLAYERS", 500)
    assert pair_round(request) == near


def test_the_bye_goes_to_a_worst_record_with_a_reason() -> None:
    field = [PairingCard(1, 1, lives=3), PairingCard(2, 2, lives=1, byes=(1,)), PairingCard(3, 3, lives=2)]
    result = pair_round(request_for(field))
    assert result.byes == (Bye(3, "pairing", (make_reason("bye_worst_record", losses=1, byes=0),)),)
    assert result.boards[0].reasons == (make_reason("other_lives", entry=1, lives=3, other=2, left=1),)


def test_a_rematch_is_reported() -> None:
    field = [PairingCard(1, 1, opponents=(2, 2), lives=1), PairingCard(2, 2, opponents=(1, 1), lives=1)]
    assert pair_round(request_for(field)).boards[0].reasons == (
        make_reason("same_lives", lives=1),
        make_reason("rematch", times=2),
    )


def test_only_a_rematch_of_the_round_before_counts_as_recent() -> None:
    """1, 2 and 3 have all met, with a bye each; 4 is late. Only 2 and 3 met in the round before."""
    past = [
        PastRound((PastBoard(1, 3, 1),), ((2, PAIRING_BYE),)),
        PastRound((PastBoard(1, 2, 2),), ((3, PAIRING_BYE),)),
        PastRound((PastBoard(2, 3, 3),), ((1, PAIRING_BYE),)),
    ]
    cards = make_pairing_cards([1, 2, 3], past, RoundContext(lives=3))
    rounds = [
        pairs(pair_round(request_for((*cards, PairingCard(4, 4, lives=3)), number))) for number in range(100)
    ]
    opponents_of_late = [next(pair for pair in round if 4 in pair) - {4} for round in rounds]
    # The lot decides between the two rematches of earlier rounds.
    assert {1} not in opponents_of_late
    assert 40 <= opponents_of_late.count({2}) <= 60


def test_absentees_lose_a_life_and_so_do_both_of_a_double_no_show() -> None:
    result = pair_round(
        request_for(make_pairing_cards(range(1, 6), (), RoundContext(lives=2, away=frozenset({5}))), start=2)
    )
    assert result.byes == (Bye(5, "zero", (make_reason("bye_absent"),)),)
    past = PastRound(
        (PastBoard(1, 2, 0, was_played=False, both_lost=True), PastBoard(3, 4, 3)), ((5, "zero"),)
    )
    assert [card.lives for card in make_pairing_cards(range(1, 6), [past], RoundContext(lives=2))] == [
        1,
        1,
        2,
        1,
        1,
    ]


@pytest.mark.parametrize(
    ("result", "places", "expected"),
    [
        ((3, 3, 2, 1, 0), 3, Phase(RUNNING, (1, 2, 3, 4), (1, 2, 3, 4))),
        ((3, 3, 2, 1), 4, Phase(PLAY_OFF, (1, 2, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4))),
        ((3, 3, 1, 1), 4, Phase(PLAY_OFF, (1, 2, 3, 4), (1, 2), (1, 2, 3, 4))),
        ((1, 1, 1, 1), 4, Phase(PLAY_OFF, (1, 2, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4))),
        ((2, 1, 1, 1), 4, Phase(OVER, (1, 2, 3, 4), (), (1, 2, 3, 4))),
        ((2, 2, 2), 3, Phase(OF_THREE, (1, 2, 3), (), (1, 2, 3))),
        ((2, 0, 0), 0, Phase(OVER, (1,), (), (1,))),
        ((0, 0), 0, Phase(OVER, ())),
    ],
)
def test_the_play_off_begins_when_all_who_are_left_are_paid(
    result: tuple[int, ...], places: int, expected: Phase
) -> None:
    items = [PairingCard(entry, entry, lives=each) for entry, each in enumerate(result, 1)]
    assert find_phase(items, places) == expected


def test_withdrawn_entries_are_out_whatever_their_lives() -> None:
    field = make_pairing_cards(range(1, 4), (), RoundContext(lives=3, withdrawn=frozenset({1, 3})))
    assert find_phase(field) == Phase(OVER, (2,), (), (2,))


def test_nobody_is_paired_after_the_end() -> None:
    refusals = []
    for lives_left, places in (((2, 0), 0), ((1, 1, 1), 3)):
        field = [
            PairingCard(entry, entry, lives=lives_of_entry)
            for entry, lives_of_entry in enumerate(lives_left, 1)
        ]
        with pytest.raises(Refusal) as no:
            pair_round(request_for(field, 5, places=places))
        refusals.append((no.value.code, no.value.facts))
    assert refusals == [
        ("rounds_over", {"flight": "lives", "rounds": 4}),
        ("play_off_of_three", {"flight": "lives", "entrants": 3, "entries": [1, 2, 3]}),
    ]


def test_forbidden_pairs_stand_and_an_impossible_round_is_proven() -> None:
    field = [PairingCard(entry, entry, lives=2) for entry in range(1, 5)]
    two = PairingRequest("lives", 1, tuple(field), {"forbidden": [[1, 2], [1, 3]]}, "s")
    assert {1, 4} in pairs(pair_round(two))
    none = PairingRequest("lives", 1, tuple(field), {"forbidden": [[1, other] for other in (2, 3, 4)]}, "s")
    with pytest.raises(Refusal) as no:
        pair_round(none)
    assert no.value.facts == {"through": [], "parts": [[1], [2, 3, 4]]}


def test_manual_pairings_stand_in_a_round_for_lives() -> None:
    field = [PairingCard(entry, entry, lives=2) for entry in range(1, 5)]
    result = pair_round(PairingRequest("lives", 1, tuple(field), {}, "s", fixed=((1, 2),)))
    assert pairs(result) == [{1, 2}, {3, 4}]
    assert result.boards[0].reasons == (make_reason("paired_by_hand"),)


def test_tags_are_separated_where_records_allow_it() -> None:
    club = frozenset({"club:Bari"})
    field = [
        PairingCard(entry, entry, lives=2, tags=club if entry < 3 else frozenset()) for entry in range(1, 5)
    ]
    together = [
        pairs(pair_round(PairingRequest("lives", 1, tuple(field), {}, f"s{n}"))).count({1, 2})
        for n in range(8)
    ]
    assert together == [0] * 8
    everybody = [PairingCard(entry, entry, lives=2, tags=club) for entry in range(1, 3)]
    reasons = pair_round(request_for(everybody)).boards[0].reasons
    assert reasons == (make_reason("same_lives", lives=2), make_reason("separation_relaxed", tag="club:Bari"))


def test_all_pairs_are_possible_at_random() -> None:
    field = tuple(PairingCard(entry, entry, lives=2) for entry in range(1, 5))
    rounds = [pair_round(PairingRequest("lives", 1, field, {}, str(number))) for number in range(40)]
    assert len({frozenset(map(frozenset, pairs(round))) for round in rounds}) == 3


def test_a_manual_bye_is_reported_and_everybody_else_is_paired() -> None:
    round_ = pair_round(
        PairingRequest(
            "lives", 1, tuple(PairingCard(n, n, lives=3) for n in range(1, 6)), seed="s", fixed=((2, 0),)
        )
    )
    assert [(bye.entry, bye.kind) for bye in round_.byes] == [(2, "full")]
    assert sorted(entry for pair_ in pairs(round_) for entry in pair_) == [1, 3, 4, 5]


def test_an_absent_entry_with_a_manual_board_has_no_bye() -> None:
    cards = make_pairing_cards(range(1, 6), (), RoundContext(lives=3, away=frozenset({2, 5})))
    round_ = pair_round(PairingRequest("lives", 1, cards, seed="s", fixed=((1, 2),)))
    assert pairs(round_) == [{1, 2}, {3, 4}]
    assert round_.byes == (Bye(5, "zero", (make_reason("bye_absent"),)),)


def test_a_requested_bye_costs_a_life_and_is_not_called_an_absence() -> None:
    cards = make_pairing_cards(range(1, 4), (), RoundContext(lives=3, asking=frozenset({2})))
    round_ = pair_round(PairingRequest("lives", 1, cards, seed="s"))
    assert round_.byes == (Bye(2, "zero", (make_reason("bye_asked", kind="zero"),)),)


@pytest.mark.parametrize("fixed", [((1, 9),), ((1, 2), (2, 0)), ((0, 1),), ((5, 1),)])
def test_manual_pairings_with_wrong_entries_are_refused(
    fixed: tuple[tuple[int, int], ...],
) -> None:
    field = (*(PairingCard(n, n, lives=3) for n in range(1, 5)), PairingCard(5, 5, lives=0))
    with pytest.raises(Refusal) as excinfo:
        pair_round(PairingRequest("lives", 1, field, seed="s", fixed=fixed))
    assert excinfo.value.code == "fixed_wrong"
