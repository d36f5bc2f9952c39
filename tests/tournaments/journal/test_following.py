"""A journal that is followed stands where one folded from its first line stands, after every line."""

import pytest

from tests.tournaments.journal.test_random_events import random_event
from tests.tournaments.play import play_some
from tournaments.journal.facts import Row
from tournaments.journal.fold import struck
from tournaments.journal.following import PROBED, Followed, begun, followed_on, probed
from tournaments.journal.undo import undoable, undoing


def the_same(followed: Followed, rows: list[Row]) -> bool:
    """Whether it is what these rows give when all of them are folded."""
    newest = [row.seq for row in rows[-PROBED:] if row.seq not in struck(rows)]
    return (followed.rows, followed.state, followed.undoable) == (
        tuple(rows),
        begun(rows).state,
        undoable(rows, newest),
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_followed_journal_is_the_one_that_is_folded(seed: int) -> None:
    event, rng = random_event(9, seed)
    play_some(event, rng, absences=0.2)
    rows = list(event.rows)
    followed = probed(begun(rows[:4]))
    for length in range(5, len(rows) + 1):
        followed = followed_on(followed, rows[length - 1 : length])
        assert the_same(followed, rows[:length])
    for _ in range(3):
        more = undoing(rows, rng.choice(sorted(followed.undoable)))
        rows.append(more)
        followed = followed_on(followed, [more])
        assert the_same(followed, rows)


def test_several_lines_are_told_one_after_the_other() -> None:
    event, rng = random_event(8, 5)
    play_some(event, rng)
    rows = list(event.rows)

    assert the_same(followed_on(probed(begun(rows[:3])), rows[3:]), rows)
    assert followed_on(begun(rows[:3]), rows[3:]) == begun(rows)
    assert probed(begun([])) == begun([])
