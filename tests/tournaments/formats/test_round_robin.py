"""Round robins: the published tables, also cut short, partial, and with two cycles."""

from collections import Counter
from itertools import combinations

import pytest

from rules.errors import Refusal
from tournaments.formats.berger_tables import (
    make_berger_table,
    make_cycles,
    make_partial_schedule,
    make_schedule,
    map_meeting_rounds,
)
from tournaments.formats.graph import BYE, entry_source
from tournaments.formats.round_robin import make_round_robin, withdrawal_effect

PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 "
    "| 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
}


def as_text(rounds: tuple[tuple[tuple[int, int], ...], ...]) -> str:
    return " | ".join(" ".join(f"{white}-{black}" for white, black in boards) for boards in rounds)


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_tables_are_the_published_ones(players: int) -> None:
    assert as_text(make_berger_table(players)) == PUBLISHED[players]


def everybody_meets_everybody(players: int) -> None:
    rounds = make_berger_table(players)
    counts = Counter(frozenset(board) for boards in rounds for board in boards)
    assert counts == {frozenset(pair): 1 for pair in combinations(range(1, players + 1), 2)}
    assert len(rounds) == players - 1 + players % 2
    for boards in rounds:
        seated = [number for board in boards for number in board]
        assert len(seated) == len(set(seated)) == players - players % 2


def test_every_pair_meets_once_and_no_player_is_twice_in_a_round() -> None:
    for players in range(2, 65):
        everybody_meets_everybody(players)


@pytest.mark.parametrize("players", [3, 5, 9, 21])
def test_among_an_odd_number_each_sits_out_once(players: int) -> None:
    everybody = set(range(1, players + 1))
    sitting_out = [
        everybody - {number for board in boards for number in board} for boards in make_berger_table(players)
    ]
    assert sorted(number for numbers in sitting_out for number in numbers) == sorted(everybody)


@pytest.mark.parametrize("players", [3, 4, 7, 10])
def test_two_cycles_change_sides(players: int) -> None:
    boards = [board for boards in make_cycles(players, 2) for board in boards]
    assert Counter(boards) == {
        (a, b): 1 for a in range(1, players + 1) for b in range(1, players + 1) if a != b
    }


def test_the_last_two_rounds_of_the_first_cycle_change_places() -> None:
    assert as_text(make_cycles(4, 2)) == "1-4 2-3 | 2-4 3-1 | 4-3 1-2 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3"


@pytest.mark.parametrize("players", [4, 6, 8, 10, 20])
def test_no_player_has_the_same_side_three_times_in_a_row_between_cycles(players: int) -> None:
    rounds = make_cycles(players, 2)
    middle = len(rounds) // 2
    for number in range(1, players - players % 2 + 1):
        sides = [
            next(b.index(number) for b in boards if number in b) for boards in rounds[middle - 2 : middle + 2]
        ]
        assert len(set(sides[:3])) == 2
        assert len(set(sides[1:])) == 2


def test_cut_short_the_first_rounds_are_played() -> None:
    assert make_schedule(8, {"rounds": 3}) == make_berger_table(8)[:3]


def test_in_a_partial_round_robin_all_play_the_same_number_of_matches() -> None:
    for players in range(2, 22):
        for matches in range(1, players):
            if players * matches % 2 == 0:
                everybody_plays(players, matches)


def everybody_plays(players: int, matches: int) -> None:
    rounds = make_partial_schedule(players, matches)
    counts = Counter(frozenset(board) for boards in rounds for board in boards)
    played = Counter(number for pair in counts for number in pair)
    assert set(counts.values()) == {1}
    assert played == dict.fromkeys(range(1, players + 1), matches)
    for boards in rounds:
        seated = [number for board in boards for number in board]
        assert len(seated) == len(set(seated))


@pytest.mark.parametrize(("players", "matches"), [(5, 3), (4, 4), (6, 0)])
def test_what_cannot_be_scheduled_is_refused(players: int, matches: int) -> None:
    with pytest.raises(Refusal) as refusal:
        make_partial_schedule(players, matches)
    assert refusal.value.code == "schedule_impossible"


def test_a_free_line_leaves_its_boards_empty_and_the_others_keep_their_names() -> None:
    full = make_round_robin(
        "group_2", [entry_source(7), entry_source(3), entry_source(5), entry_source(9)], {}
    )
    short = make_round_robin("group_2", [entry_source(7), entry_source(3), entry_source(5)], {})
    with_free = make_round_robin("group_2", [entry_source(7), entry_source(3), entry_source(5), BYE], {})
    assert short == with_free
    sources_by_id = {pairing.id: pairing.sources for pairing in full}
    assert {pairing.id: pairing.sources for pairing in short} == {
        name: sources_by_id[name] for name in ("GB1-2", "GB2-2", "GB3-2")
    }
    assert {(pairing.winner_range, pairing.loser_range) for pairing in short} == {((1, 3), (1, 3))}


def test_in_a_partial_round_robin_only_present_entries_are_scheduled() -> None:
    seats = [entry_source(1), BYE, entry_source(2), entry_source(3), BYE, entry_source(4)]
    meetings = [
        {pairing.white.entry, pairing.black.entry}
        for pairing in make_round_robin("main", seats, {"matches": 2})
    ]
    assert sorted(map(sorted, meetings)) == [[1, 2], [1, 4], [2, 3], [3, 4]]


def test_the_round_of_a_meeting_is_given_by_the_table() -> None:
    assert map_meeting_rounds(4)[frozenset({1, 2})] == 2


def test_results_are_annulled_when_under_half_were_played() -> None:
    assert [withdrawal_effect(played, 7) for played in (0, 3, 4, 7)] == [
        "annulled",
        "annulled",
        "forfeited",
        "forfeited",
    ]
    assert withdrawal_effect(3, 6) == "forfeited"
