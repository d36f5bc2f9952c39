"""Promotion and relegation of any number of players: nobody is lost, and divisions keep their sizes."""

from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.formats.leagues import LeagueTerms, division_slices, plan_of, terms_of
from tournaments.standings.divisions import LEFT, DivisionPlacing, division_placings, playoff_pair
from tournaments.standings.tables import TableRow


def divisions_of(sizes: list[int]) -> list[list[TableRow]]:
    divisions, first_entry = [], 1
    for size in sizes:
        divisions.append([TableRow(first_entry + at, at + 1, at + 1) for at in range(size)])
        first_entry += size
    return divisions


def decided(
    divisions: list[list[TableRow]], up: int, down: int, gone: frozenset[int]
) -> tuple[DivisionPlacing, ...]:
    try:
        return division_placings(divisions, up=up, down=down, departed=gone)
    except Refusal:
        assume(False)
        raise


sizes_of_leagues = st.lists(st.integers(2, 9), min_size=1, max_size=5)


@given(sizes_of_leagues, st.integers(0, 3))
def test_divisions_keep_their_sizes(sizes: list[int], moving: int) -> None:
    placings = decided(divisions_of(sizes), moving, moving, frozenset())

    after = Counter(one.after for one in placings)
    assert [after[number] for number in range(1, len(sizes) + 1)] == sizes


@given(sizes_of_leagues, st.integers(0, 3), st.integers(0, 3), st.sets(st.integers(1, 20), max_size=4))
def test_every_player_is_placed_once_and_moves_at_most_one_division(
    sizes: list[int], up: int, down: int, left: set[int]
) -> None:
    table_rowses = divisions_of(sizes)
    people = [row.entry for rows in table_rowses for row in rows]
    departed = frozenset(left & set(people))
    placings = decided(table_rowses, up, down, departed)

    assert sorted(one.entry for one in placings) == people
    assert {one.entry for one in placings if one.after == 0} == departed
    assert all(abs(one.after - one.before) <= 1 for one in placings if one.cause != LEFT)


@given(sizes_of_leagues, st.sets(st.integers(1, 9), max_size=2))
def test_a_withdrawal_from_an_upper_division_prevents_a_relegation(sizes: list[int], left: set[int]) -> None:
    assume(len(sizes) > 1)
    table_rowses = divisions_of(sizes)
    departed = frozenset(left & {row.entry for row in table_rowses[0]})
    placings = decided(table_rowses, 2, 2, departed)

    falling = [one for one in placings if one.before == 1 and one.after == 2]
    assert len(falling) == max(0, 2 - len(departed))


@given(st.integers(2, 9), st.integers(2, 9), st.integers(0, 2), st.integers(0, 2))
def test_a_play_off_decides_one_place_and_sizes_stay(upper: int, lower: int, up: int, down: int) -> None:
    assume(up == down and upper > down and lower > up)
    table_rowses = divisions_of([upper, lower])
    above, below = playoff_pair(
        [row.entry for row in table_rowses[0]], [row.entry for row in table_rowses[1]], up=up, down=down
    )

    for winner, loser in ((above, below), (below, above)):
        division_after = {
            one.entry: one.after
            for one in division_placings(table_rowses, up=up, down=down, playoffs={1: (winner, loser)})
        }
        assert (division_after[winner], division_after[loser]) == (1, 2)
        assert Counter(division_after.values()) == {1: upper, 2: lower}


@given(st.integers(0, 60), st.lists(st.integers(0, 9), min_size=1, max_size=6))
def test_every_player_gets_exactly_one_division(people: int, sizes: list[int]) -> None:
    ranks = [at for share in division_slices(people, sizes) for at in range(people)[share]]

    assert ranks == list(range(people))


def test_a_plan_states_its_terms() -> None:
    terms = LeagueTerms(
        ("Premier", "First", "Second"),
        cycles=2,
        length=9,
        up=2,
        down=1,
        playoff=True,
        scoring={"win": "2", "loss": "0", "clear": "1", "close": "1", "within": "3"},
        tie_breaks=("score", "difference"),
    )

    assert terms_of(plan_of(terms)) == terms
