"""Numbers of rows in the sentences about a list."""

from tournaments.web.list_messages import describe_numbers


def test_three_rows_one_after_the_other_are_a_range() -> None:
    assert describe_numbers([3, 4, 5, 6, 8, 9, 12]) == "3–6, 8, 9, 12"
    assert describe_numbers([2]) == "2"
    assert describe_numbers([]) == ""
