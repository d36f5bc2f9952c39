"""The four numbers of a checker move in packed positions, computed again for every start and end."""

from itertools import product

from rules.packed_board import make_stride


def places(*numbers):
    """Seven bits for each of these places, the bar lowest, eight bits apart."""
    return sum(127 << 8 * (25 - number) for number in numbers)


def one(place):
    return 1 << 8 * (25 - place)


def must_be_empty(start, end, over):
    """Whoever moves needs an empty bar; whoever leaves, all at home, and by a higher number none behind."""
    if end:
        return 0 if start == 25 else places(25)
    return places(*range((min(start, 6) if over else 6) + 1, 26))


def test_a_stride_adds_one_checker_takes_one_and_asks_for_what_the_laws_ask():
    for start, silent, over in product(range(1, 26), (False, True), (False, True)):
        for end in range(start):
            landing = places(25 - end) if end else 0
            assert make_stride(start, end, silent=silent, over=over) == (
                one(end) - one(start),
                must_be_empty(start, end, over),
                landing,
                landing if silent else 0,
            )


def test_a_stride_is_neither_silent_nor_over_unless_stated():
    assert make_stride(24, 18) == make_stride(24, 18, silent=False, over=False)
    assert make_stride(3, 0) == make_stride(3, 0, silent=False, over=False)
