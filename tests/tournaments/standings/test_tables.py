"""Standings of a flight: every criterion by example, shared places, and the parts of each figure."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.standings.round_scores import (
    WINNING,
    ByeKind,
    FlightResults,
    Meeting,
    MeetingBye,
    Results,
    RoundKind,
    Scoring,
)
from tournaments.standings.tables import TableRow, table
from tournaments.standings.tiebreaks import TIE_BREAKS

HALF = Fraction(1, 2)
FIGURES = {name: tie.figure for name, tie in TIE_BREAKS.items() if tie.figure is not None}


def met(number: int, winner: int, loser: int, lost: int = 3, won: int = 5, ending: str = "played") -> Meeting:
    return Meeting(number, winner, loser, winner, won, lost, 5, ending)


# Round 1: 1 beats 4, 2 beats 3. Round 2: 1 beats 2, 3 beats 4. Round 3: 3 beats 1, 2 beats 4.
ALL_PLAY_ALL = (
    met(1, 1, 4, 0),
    met(1, 2, 3, 4),
    met(2, 1, 2, 2),
    met(2, 3, 4, 1),
    met(3, 3, 1, 4),
    met(3, 2, 4),
)


def figures(results: Results, name: str) -> dict[int, Fraction]:
    return {row.entry: row.values[0].amount for row in table(results, [name])}


def order(rows: tuple[TableRow, ...]) -> list[tuple[int, int, int]]:
    return [(row.entry, row.place, row.last) for row in rows]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("score", {1: 2, 2: 2, 3: 2, 4: 0}),
        ("wins", {1: 2, 2: 2, 3: 2, 4: 0}),
        ("wins_played", {1: 2, 2: 2, 3: 2, 4: 0}),
        ("points_for", {1: 14, 2: 12, 3: 14, 4: 4}),
        ("points_against", {1: -7, 2: -12, 3: -10, 4: -15}),
        ("difference", {1: 7, 2: 0, 3: 4, 4: -11}),
        ("points_share", {1: Fraction(14, 15), 2: Fraction(12, 15), 3: Fraction(14, 15), 4: Fraction(4, 15)}),
        ("cumulative", {1: 5, 2: 4, 3: 3, 4: 0}),
        ("cumulative_cut_1", {1: 4, 2: 3, 3: 3, 4: 0}),
        ("buchholz", {1: 4, 2: 4, 3: 4, 4: 6}),
        ("buchholz_cut_1", {1: 4, 2: 4, 3: 4, 4: 4}),
        ("buchholz_cut_2", {1: 2, 2: 2, 3: 2, 4: 2}),
        ("median_1", {1: 2, 2: 2, 3: 2, 4: 2}),
        ("median_2", {1: 0, 2: 0, 3: 0, 4: 0}),
        ("sonneborn_berger", {1: 2, 2: 2, 3: 2, 4: 0}),
        ("koya", {1: 1, 2: 1, 3: 1, 4: 0}),
        ("strength_of_losses", {1: 2, 2: 2, 3: 2, 4: 6}),
    ],
)
def test_each_criterion_counts_what_it_says(name: str, expected: dict[int, int]) -> None:
    assert figures(Results((1, 2, 3, 4), ALL_PLAY_ALL, rounds=3), name) == expected


def test_sonneborn_berger_counts_the_opponents_beaten_whatever_a_loss_is_worth() -> None:
    league = Scoring(win=Fraction(3), loss=Fraction(1), clear=Fraction(1))
    results = Results((1, 2, 3, 4), ALL_PLAY_ALL, rounds=3, is_round_robin=True, scoring=league)

    assert figures(results, "score") == {1: 8, 2: 7, 3: 7, 4: 3}
    assert figures(results, "sonneborn_berger") == {1: 10, 2: 10, 3: 11, 4: 0}


def test_a_circle_of_three_stays_tied_head_to_head_and_the_next_criterion_breaks_it() -> None:
    results = Results((1, 2, 3, 4), ALL_PLAY_ALL, rounds=3)
    assert order(table(results, ["score", "head_to_head"])) == [(1, 1, 3), (2, 1, 3), (3, 1, 3), (4, 4, 4)]
    assert order(table(results, ["score", "head_to_head", "difference"])) == [
        (1, 1, 1),
        (3, 2, 2),
        (2, 3, 3),
        (4, 4, 4),
    ]


def test_head_to_head_compares_again_those_it_left_tied() -> None:
    # 1, 2, 3, 4 all score 2 of 4; among them 1 beat 2 and 3, 2 beat 3, 4 lost to all but beat others outside.
    among = (met(1, 1, 2), met(2, 1, 3), met(3, 2, 3), met(4, 2, 4), met(5, 3, 4), met(6, 1, 4))
    rows = table(Results((1, 2, 3, 4), among, is_round_robin=True), ["head_to_head"])
    assert order(rows) == [(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)]


def test_level_head_to_head_figures_state_the_deciding_criterion() -> None:
    # 1 beat all but 2 and 2 only 1: three are level with 1 win each, and among them 2 lost to both others.
    among = (met(1, 1, 3), met(1, 1, 4), met(2, 2, 1), met(2, 3, 2), met(3, 4, 2), met(3, 3, 4))
    rows = {row.entry: row.values[0] for row in table(Results((1, 2, 3, 4), among), ["head_to_head"])}
    assert {entry: value.amount for entry, value in rows.items()} == {1: 2, 3: 2, 2: 1, 4: 1}
    assert {entry: value.again for entry, value in rows.items()} == {1: (1,), 3: (0,), 2: (0,), 4: (1,)}
    assert [(part.code, part.opponent) for part in rows[1].parts if "again" in part.code] == [
        ("again_won", 3)
    ]
    assert [(part.code, part.opponent) for part in rows[4].parts if "again" in part.code] == [
        ("again_won", 2)
    ]
    assert all(sum(part.amount for part in value.parts) == value.amount for value in rows.values())


def test_head_to_head_waits_while_a_missing_match_could_turn_it() -> None:
    undecided = Results((1, 2, 3), (met(1, 1, 2),))
    assert order(table(undecided, ["head_to_head"])) == [(1, 1, 3), (2, 1, 3), (3, 1, 3)]
    values = [row.values[0] for row in table(undecided, ["head_to_head"])]
    assert [(value.is_decisive, value.parts[0].code) for value in values] == [(False, "not_all_met")] * 3
    decided = Results((1, 2, 3), (met(1, 1, 2), met(2, 1, 3)))
    assert order(table(decided, ["head_to_head"])) == [(1, 1, 1), (2, 2, 3), (3, 2, 3)]
    assert [row.values[0].is_decisive for row in table(decided, ["head_to_head"])] == [True, False, False]


def test_among_players_who_have_not_all_met_nobody_is_ranked_last() -> None:
    """C.07, article 6: the one alone at the top is ranked, "the same then applies to the second rank"."""
    # 4 lost to all others; 1, 2 and 3 have not all met.
    results = Results((1, 2, 3, 4), (met(1, 1, 4), met(2, 2, 4), met(3, 3, 4), met(4, 1, 2)))
    assert order(table(results, ["head_to_head"])) == [(1, 1, 4), (2, 1, 4), (3, 1, 4), (4, 1, 4)]


def test_two_meetings_count_by_their_mean() -> None:
    results = Results((1, 2), (met(1, 1, 2), met(2, 2, 1), met(3, 1, 2)), is_round_robin=True)
    (first, second) = table(results, ["head_to_head"])
    assert (first.entry, first.values[0].amount, second.values[0].amount) == (
        1,
        Fraction(2, 3),
        Fraction(1, 3),
    )


def test_a_play_off_decides_among_those_who_played_it() -> None:
    results = Results(
        (1, 2, 3, 4), ALL_PLAY_ALL, rounds=3, playoffs=(met(4, 3, 1), met(5, 3, 2), met(6, 2, 1))
    )
    assert [row.entry for row in table(results, ["score", "playoff"])] == [3, 2, 1, 4]


def test_the_random_order_breaks_remaining_ties() -> None:
    results = Results((1, 2, 3), tie_order={1: 3, 2: 1, 3: 2})
    assert [row.entry for row in table(results, ["score", "lots"])] == [2, 3, 1]


def test_without_a_random_order_places_are_shared() -> None:
    assert order(table(Results((5, 2, 9)), ["score"])) == [(2, 1, 3), (5, 1, 3), (9, 1, 3)]


def analysed(
    number: int, white: int, black: int, prs: tuple[str | None, str | None], to: str = ""
) -> Meeting:
    """White won; the performance ratings of both, and who has the point where that was ruled."""
    white_pr, black_pr = (Fraction(pr) if pr else None for pr in prs)
    return Meeting(number, white, black, white, 5, 2, 5, "played", white_pr, black_pr, to)


def test_ties_are_broken_by_mean_performance_and_missing_ones_come_last() -> None:
    met_twice = (analysed(1, 1, 2, ("5", "3")), analysed(2, 1, 2, ("4", "4.5")))
    rows = table(Results((1, 2, 3), met_twice), ["performance"])
    assert [(row.entry, row.values[0].amount) for row in rows] == [
        (2, Fraction("-3.75")),
        (1, Fraction("-4.5")),
        (3, -50_000),
    ]


def test_a_hundred_for_the_win_and_the_difference_for_both() -> None:
    results = Results(
        (1, 2, 3),
        (met(1, 1, 2, 3), met(2, 3, 2, ending="walkover")),
        (MeetingBye(1, 3, ByeKind.PAIRING), MeetingBye(2, 1, ByeKind.HALF)),
    )
    assert figures(results, "hundred") == {1: 152, 2: -2, 3: 200}


def test_a_point_for_the_match_and_a_point_for_the_lower_pr() -> None:
    results = Results(
        (1, 2, 3),
        (
            analysed(1, 1, 2, ("4.5", "3.25")),
            analysed(2, 2, 3, ("4.001", "4.001")),
            analysed(3, 1, 3, ("4", None)),
        ),
    )
    assert figures(results, "pr_points") == {1: 2, 2: Fraction(5, 2), 3: HALF}


def test_a_point_for_the_lower_pr_is_explained_with_both_ratings() -> None:
    meetings = (analysed(1, 1, 2, ("4.5", "3.25")), analysed(2, 1, 2, (None, None)))
    first, second = table(Results((1, 2), meetings), ["pr_points"])
    assert [(part.code, part.amount, part.prs) for part in first.values[0].parts] == [
        ("won", 1, ()),
        ("pr_higher", 0, (Fraction("4.5"), Fraction("3.25"))),
        ("won", 1, ()),
        ("pr_missing", 0, ()),
    ]
    assert [part.code for part in second.values[0].parts] == ["lost", "pr_lower", "lost", "pr_missing"]


def test_ratings_that_are_near_share_the_point_and_an_event_may_give_both_a_whole_one() -> None:
    near = (analysed(1, 1, 2, ("4.01", "4.00")),)
    assert figures(Results((1, 2), near), "pr_points") == {1: 1, 2: 1}
    shared = Scoring(pr_within=Fraction("0.01"))
    assert figures(Results((1, 2), near, scoring=shared), "pr_points") == {1: 1 + HALF, 2: HALF}
    both = Scoring(pr_within=Fraction("0.01"), pr_equal=Fraction(1))
    assert figures(Results((1, 2), near, scoring=both), "pr_points") == {1: 2, 2: 1}


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        ("white", {1: 2, 2: 0}),
        ("black", {1: 1, 2: 1}),
        ("half", {1: 1 + HALF, 2: HALF}),
        ("nobody", {1: 1, 2: 0}),
    ],
)
def test_the_director_awards_the_point_where_figures_are_missing(
    to: str, expected: dict[int, Fraction]
) -> None:
    ruled = Results((1, 2), (analysed(1, 1, 2, (None, None), to),))
    assert figures(ruled, "pr_points") == expected


def test_a_match_that_nobody_played_has_no_point_for_ratings() -> None:
    results = Results((1, 2), (met(1, 1, 2, ending="walkover"),), (MeetingBye(2, 1, ByeKind.PAIRING),))
    assert figures(results, "pr_points") == {1: 2, 2: 0}


def test_points_beyond_the_length_are_no_bonus() -> None:
    results = Results((1, 2), (Meeting(1, 1, 2, 1, 8, 3, 5),))
    assert figures(results, "difference") == {1: 2, 2: -2}


@pytest.mark.parametrize(
    ("ending", "won", "expected"),
    [
        ("played", RoundKind.WON, RoundKind.LOST),
        ("retired", RoundKind.WON, RoundKind.LOST),
        ("walkover", RoundKind.WALKOVER_WON, RoundKind.WALKOVER_LOST),
        ("forfeit", RoundKind.WALKOVER_WON, RoundKind.WALKOVER_LOST),
        ("ruled", RoundKind.RULED_WON, RoundKind.RULED_LOST),
    ],
)
def test_a_round_has_an_ending_for_each_player(ending: str, won: RoundKind, expected: RoundKind) -> None:
    sheet = FlightResults(Results((1, 2), (met(1, 1, 2, ending=ending),)))
    assert [sheet.rounds[entry][0].kind for entry in (1, 2)] == [won, expected]
    assert sheet.scores == {1: 1, 2: 0}


def test_a_match_decided_by_a_ruling_has_its_opponent_in_buchholz() -> None:
    """Both were there: no dummy takes the place of the opponent."""
    meetings = (met(1, 1, 2, ending="ruled"), met(2, 2, 3), met(2, 1, 4))
    assert figures(Results((1, 2, 3, 4), meetings, rounds=2), "buchholz")[2] == 2


def test_a_drawn_match_is_half_a_win_in_sonneborn_berger_whatever_it_scores() -> None:
    drawn = Meeting(1, 1, 2, 0, 1, 1, 2, "drawn")
    scoring = Scoring(win=Fraction(3), loss=Fraction(1), draw=Fraction(2))
    assert figures(Results((1, 2), (drawn,), scoring=scoring), "sonneborn_berger") == {1: 1, 2: 1}


def test_a_match_nobody_came_to_is_lost_by_both_and_a_void_one_by_none() -> None:
    both = Results((1, 2), (Meeting(1, 1, 2, 0, 0, 0, 5, "double_walkover"),))
    assert [one[0].kind for one in FlightResults(both).rounds.values()] == [RoundKind.WALKOVER_LOST] * 2
    void = Results((1, 2), (met(1, 1, 2, ending="void"),))
    assert FlightResults(void).scores == {1: 0, 2: 0}


def test_a_bye_that_scores_as_a_win_is_a_win() -> None:
    """FIDE C.07 7.1: rounds with "as many points as awarded for a win", "with or without playing"."""
    byes = (
        MeetingBye(1, 1, ByeKind.PAIRING),
        MeetingBye(1, 2, ByeKind.HALF),
        MeetingBye(1, 3, ByeKind.ZERO),
        MeetingBye(1, 4, ByeKind.FULL),
    )
    results = Results((1, 2, 3, 4), byes=byes)
    assert figures(results, "score") == {1: 1, 2: HALF, 3: 0, 4: 1}
    assert figures(results, "wins") == {1: 1, 2: 0, 3: 0, 4: 1}
    assert figures(results, "wins_played") == dict.fromkeys((1, 2, 3, 4), 0)
    fewer = Results((1, 2, 3, 4), byes=byes, scoring=Scoring(win=Fraction(2)))
    assert figures(fewer, "wins") == dict.fromkeys((1, 2, 3, 4), 0)


def test_unplayed_rounds_of_an_opponent_count_half() -> None:
    # 2 lost round 1 to 1 and went home; 3 and 4 played on.
    results = Results((1, 2, 3, 4), (met(1, 1, 2), met(1, 3, 4), met(2, 1, 3), met(3, 1, 4)), rounds=3)
    sheet = FlightResults(results)
    assert (sheet.scores[2], sheet.adjusted[2]) == (0, 1)
    # 3 was away in round 3 only, by itself and last: it counts half. 4 was away in round 2 and played again.
    assert (sheet.adjusted[3], sheet.adjusted[4]) == (Fraction(3, 2), 0)


@pytest.mark.parametrize("tie_break", ["buchholz", "sonneborn_berger"])
def test_a_part_names_the_score_of_an_opponent_who_went_home(tie_break: str) -> None:
    results = Results((1, 2, 3, 4), (met(1, 1, 2), met(1, 3, 4), met(2, 1, 3), met(3, 1, 4)), rounds=3)
    (figure,) = next(row for row in table(results, [tie_break]) if row.entry == 1).values
    assert [(part.amount, part.opponent, part.opponent_score) for part in figure.parts] == [
        (1, 2, 0),
        (Fraction(3, 2), 3, 1),
        (0, 4, None),
    ]


def test_an_unplayed_round_counts_a_dummy_no_better_than_half_the_rounds() -> None:
    results = Results((1, 2, 3), (met(2, 1, 2), met(3, 1, 3)), (MeetingBye(1, 1, ByeKind.PAIRING),), rounds=3)
    (figure,) = next(row for row in table(results, ["buchholz"]) if row.entry == 1).values
    assert [(part.code, part.amount) for part in figure.parts] == [
        ("dummy", Fraction(3, 2)),
        ("won", HALF),
        ("won", 0),
    ]


def test_a_walkover_counts_the_absent_opponents_score_if_less() -> None:
    results = Results((1, 2, 3), (met(1, 1, 2, ending="walkover"), met(2, 1, 3)), rounds=4)
    (figure,) = next(row for row in table(results, ["buchholz"]) if row.entry == 1).values
    assert figure.parts[0].amount == min(Fraction(2), FlightResults(results).adjusted[2])
    assert figure.parts[0].code == "dummy_walkover"


def test_voluntarily_unplayed_rounds_are_cut_first() -> None:
    results = Results(
        (1, 2, 3, 4),
        (met(1, 1, 2), met(2, 1, 3), met(1, 3, 4), met(3, 4, 3)),
        (MeetingBye(3, 1, ByeKind.HALF),),
        rounds=3,
    )
    (figure,) = next(row for row in table(results, ["buchholz_cut_1"]) if row.entry == 1).values
    assert [part.code for part in figure.parts] == ["won", "won", "cut"]


def test_a_league_scores_as_it_agreed() -> None:
    league = Scoring(win=Fraction(3), loss=Fraction(1), bye=Fraction(2))
    results = Results((1, 2, 3), (met(1, 1, 2),), (MeetingBye(1, 3, ByeKind.PAIRING),), scoring=league)
    assert figures(results, "score") == {1: 3, 2: 1, 3: 2}


def test_an_unknown_criterion_is_refused() -> None:
    with pytest.raises(Refusal) as excinfo:
        table(Results((1, 2)), ["score", "beauty"])
    assert (excinfo.value.code, excinfo.value.facts) == ("criteria_unknown", {"names": ["beauty"]})


@st.composite
def swisses(draw: st.DrawFn) -> Results:
    size, rounds = draw(st.integers(2, 9)), draw(st.integers(1, 4))
    meetings, byes = [], []
    for number in range(1, rounds + 1):
        line = draw(st.permutations(range(1, size + 1)))
        for white, black in zip(line[::2], line[1::2], strict=False):
            ending = draw(
                st.sampled_from(["played", "played", "walkover", "retired", "void", "double_walkover"])
            )
            winner = 0 if ending in {"void", "double_walkover"} else draw(st.sampled_from([white, black]))
            loser_points = draw(st.integers(0, 4))
            points = (5, loser_points) if winner == white else (loser_points, 5)
            meetings.append(Meeting(number, white, black, winner, *points, 5, ending))
        if size % 2:
            byes.append(MeetingBye(number, line[-1], draw(st.sampled_from(list(ByeKind)))))
    return Results(tuple(range(1, size + 1)), tuple(meetings), tuple(byes), rounds)


@given(swisses(), st.lists(st.sampled_from(sorted(TIE_BREAKS)), max_size=4))
def test_places_run_without_a_gap_and_only_the_truly_tied_share(
    results: Results, tie_breaks: list[str]
) -> None:
    rows = table(results, tie_breaks)
    assert sorted(row.entry for row in rows) == list(results.entries)
    last_by_place = {row.place: row.last for row in rows}
    assert [row.place for row in rows] == [
        place for place, last in sorted(last_by_place.items()) for _ in range(place, last + 1)
    ]
    figure_names = [name for name in tie_breaks if name in FIGURES]
    if figure_names == tie_breaks:
        keys = [tuple(-value.amount for value in row.values) for row in rows]
        assert keys == sorted(keys)
        assert len(set(keys)) == len(last_by_place)


@given(swisses(), st.sampled_from(sorted(set(FIGURES) - {"performance", "lots"})))
def test_the_parts_of_a_figure_add_up_to_it(results: Results, name: str) -> None:
    for row in table(results, [name]):
        assert sum((part.amount for part in row.values[0].parts), Fraction(0)) == row.values[0].amount


@given(swisses())
def test_wins_sum_to_the_number_of_decided_matches(results: Results) -> None:
    sheet = FlightResults(results)
    wins = sum(round.kind in WINNING for rounds in sheet.rounds.values() for round in rounds)
    assert wins == sum(meeting.winner != 0 for meeting in results.meetings)


@given(swisses(), st.randoms(use_true_random=False))
def test_the_order_of_results_has_no_effect(results: Results, random: object) -> None:
    shuffled = list(results.meetings)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    turned = Results(results.entries, tuple(shuffled), results.byes, results.rounds)
    tie_breaks = ["score", "head_to_head", "buchholz_cut_1", "sonneborn_berger"]
    assert order(table(results, tie_breaks)) == order(table(turned, tie_breaks))


def test_the_match_of_the_last_two_tied_counts_after_the_tie_breaks_before_chance() -> None:
    # A circle of three: 1 beats 2, 2 beats 3, 3 beats 1; 3 has the better difference, 1 and 2 have the same.
    circle = (met(1, 1, 2, 3), met(2, 2, 3, 4), met(3, 3, 1, 2, won=5))
    results = Results((1, 2, 3), circle, is_round_robin=True, tie_order={2: 1, 1: 2, 3: 3})
    chosen = ["score", "head_to_head", "difference"]
    assert order(table(results, chosen)) == [(3, 1, 1), (1, 2, 3), (2, 2, 3)]
    assert order(table(results, [*chosen, "lots"])) == [(3, 1, 1), (2, 2, 2), (1, 3, 3)]
    rows = table(results, [*chosen, "head_to_head_again", "lots"])
    assert order(rows) == [(3, 1, 1), (1, 2, 2), (2, 3, 3)]
    (again,) = (value for value in rows[1].values if value.name == "head_to_head_again")
    assert (again.amount, [(part.code, part.opponent) for part in again.parts]) == (1, [("won", 2)])
    assert all(value.name != "head_to_head_again" for value in rows[0].values)
