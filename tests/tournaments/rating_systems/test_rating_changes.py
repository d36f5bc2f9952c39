"""The rating ledger: results in order, with the same ledger from any checkpoint."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.rating_systems.fibs import FIBS, FibsParameters
from tournaments.rating_systems.parameters import PlayerRating
from tournaments.rating_systems.rating_changes import RatedMatch, RatingLedger, rate_results

ANNA, BRUNO, CARLA = 1, 2, 3


@st.composite
def seasons(draw):
    pairs = draw(
        st.lists(
            st.tuples(
                st.permutations(range(1, 7)).map(lambda order: (order[0], order[1])),
                st.integers(1, 21),
                st.sampled_from(["played", "played", "played", "walkover", "forfeit", "retired"]),
            ),
            max_size=40,
        )
    )
    return [
        RatedMatch(number, winner, loser, length, ending)
        for number, ((winner, loser), length, ending) in enumerate(pairs, start=1)
    ]


def test_an_empty_ledger_knows_nobody():
    assert rate_results([]) == RatingLedger({}, ())


def test_the_second_match_starts_where_the_first_ended():
    ledger = rate_results([RatedMatch(1, ANNA, BRUNO, 5), RatedMatch(2, BRUNO, CARLA, 7)])
    second = ledger.changes[2]
    assert (second.player, second.before) == (BRUNO, PlayerRating(1477.6393, 5))
    assert [change.player for change in ledger.changes] == [ANNA, BRUNO, BRUNO, CARLA]
    assert ledger.standings == {
        ANNA: PlayerRating(1522.3607, 5),
        BRUNO: ledger.changes[2].after,
        CARLA: ledger.changes[3].after,
    }


def test_each_change_has_players_direction_and_figures():
    winner, loser = rate_results([RatedMatch(9, ANNA, BRUNO, 5)]).changes
    assert (winner.match, winner.player, winner.opponent, winner.won) == (9, ANNA, BRUNO, True)
    assert (loser.match, loser.player, loser.opponent, loser.won) == (9, BRUNO, ANNA, False)
    assert (winner.explanation.ramp, winner.explanation.chance) == (5.0, 0.5)
    assert winner.explanation.delta == -loser.explanation.delta == 22.3607


@pytest.mark.parametrize("ending", ["walkover", "forfeit", "retired", "double_walkover", "bye"])
def test_unfinished_matches_are_not_rated(ending):
    assert rate_results([RatedMatch(1, ANNA, BRUNO, 5, ending)]) == RatingLedger({}, ())


def test_the_base_of_the_list_is_where_a_newcomer_starts():
    assert rate_results([RatedMatch(1, ANNA, BRUNO, 1)], FibsParameters(base=1000.0)).changes[
        0
    ].before == PlayerRating(1000.0, 0)


def test_a_player_is_not_rated_against_themselves():
    with pytest.raises(Refusal, match="rated_against_himself"):
        rate_results([RatedMatch(1, ANNA, ANNA, 5)])


@given(seasons(), st.data())
def test_a_ledger_from_any_checkpoint_equals_the_full_ledger(results, data):
    whole = rate_results(results)
    cut = data.draw(st.integers(0, len(results)))
    head = rate_results(results[:cut])
    tail = rate_results(results[cut:], FIBS, head.standings)
    assert head.changes + tail.changes == whole.changes
    assert tail.standings == whole.standings


@given(seasons())
def test_experience_is_the_sum_of_the_lengths_played(results):
    played = [result for result in results if result.ending == "played"]
    expected: dict[int, int] = {}
    for result in played:
        for player in (result.winner, result.loser):
            expected[player] = expected.get(player, 0) + result.length
    assert {
        player: rating.experience for player, rating in rate_results(results).standings.items()
    } == expected


@given(seasons())
def test_every_player_and_match_is_rated_once(results):
    rows = [(change.player, change.match) for change in rate_results(results).changes]
    assert len(rows) == len(set(rows)) == 2 * sum(result.ending == "played" for result in results)
