"""Groups and round robins: who is dealt into which group, and who meets whom in which round."""

from tests.peers.cases import Case, each_case, each_difference, get_expected
from tournaments.formats.berger_tables import make_berger_table
from tournaments.formats.groups import deal_in_snake


def deal(case: Case) -> list[list[int]]:
    return [sorted(group) for group in deal_in_snake(case["input"]["entries"], case["input"]["groups"])]


@each_case("group_deal")
def test_the_same_entries_are_in_a_group(case: Case) -> None:
    assert case["input"]["method"] == "snake"
    assert {"groups": deal(case)} == get_expected(case)


@each_difference("group_deal")
def test_other_ways_of_dealing_give_other_groups(case: Case) -> None:
    assert case["input"]["method"] != "snake"
    assert deal(case) != case["expected"]["groups"]


@each_case("group_pots")
def test_the_pots_of_groups_begin_with_the_same_numbers(case: Case) -> None:
    """The first pot has the first number of each group, the second the second, and so on."""
    pots = zip(*deal_in_snake(case["input"]["entries"], case["input"]["groups"]), strict=True)
    assert {"pots_start": [min(pot) for pot in pots]} == get_expected(case)


@each_case("schedule")
def test_a_round_robin_has_the_same_rounds(case: Case) -> None:
    """The same boards with the same sides, and the same entry without a match; boards in any order."""
    entries = range(1, case["input"]["entries"] + 1)
    table = make_berger_table(len(entries))
    expected = get_expected(case)
    ours: dict[str, object] = {
        "rounds": [sorted(list(board) for board in boards) for boards in table],
        "rests": [entry for boards in table for entry in set(entries).difference(*boards)],
    }
    assert {part: ours[part] for part in expected} == {
        **expected,
        "rounds": [sorted(boards) for boards in expected["rounds"]],
    }
