"""Places among the entrants of a pool during an event, once no later match can change them."""

import pytest

from tournaments.finances.prizes.paid_places import FinalPlace, find_certain_places

EIGHT = range(1, 9)
# A knockout of eight: 5 to 8 lost in the first round, 3 and 4 in the semi-finals, 1 and 2 play the final.
FIRST_ROUND = tuple(FinalPlace(entry, 5, 8) for entry in (5, 6, 7, 8))
SEMI_FINALS = tuple(FinalPlace(entry, 3, 4) for entry in (3, 4))


@pytest.mark.parametrize(
    ("standings", "entrants", "places"),
    [
        ((), {1, 5}, []),
        (FIRST_ROUND, {1, 2, 5}, [(5, 3, 3)]),
        (FIRST_ROUND, {1, 5, 6}, [(1, 1, 1), (5, 2, 3), (6, 2, 3)]),
        (FIRST_ROUND[:3], {1, 5, 6}, []),
        ((*FIRST_ROUND, *SEMI_FINALS), {1, 3, 5}, [(1, 1, 1), (3, 2, 2), (5, 3, 3)]),
        ((*FIRST_ROUND, SEMI_FINALS[0]), {3, 4, 5}, [(5, 3, 3)]),
        ((*FIRST_ROUND, *SEMI_FINALS), {3, 5}, [(3, 1, 1), (5, 2, 2)]),
        (FIRST_ROUND, {1, 5, 99}, []),
    ],
)
def test_places_are_certain_when_no_later_match_can_change_them(
    standings: tuple[FinalPlace, ...], entrants: set[int], places: list[tuple[int, int, int]]
) -> None:
    certain_places = find_certain_places(standings, entrants, frozenset(EIGHT))

    assert sorted((place.entry, place.first, place.last) for place in certain_places) == places
