"""Rolling mini knockouts: the queue, when one starts and with how many players, and entry fees."""

import pytest

from rules.errors import Refusal
from tournaments.formats.rolling_knockouts import KnockoutQueue, KnockoutStart, RollingTerms

EVENING = RollingTerms(4, ((90, 5), (130, 3), (190, 1)))


def waiting(*entries: int) -> KnockoutQueue:
    pool = KnockoutQueue()
    for entry in entries:
        pool = pool.join(entry)
    return pool


def test_a_knockout_starts_when_enough_wait_and_takes_the_first() -> None:
    pool, start = waiting(7, 3, 5).start(EVENING, 10)
    assert (pool, start) == (waiting(7, 3, 5), None)
    pool, start = waiting(7, 3, 5, 1, 9).start(EVENING, 10)
    assert start == KnockoutStart(1, (7, 3, 5, 1), 5)
    assert (pool.waiting, pool.playing) == ((9,), ((7, 1), (3, 1), (5, 1), (1, 1)))


@pytest.mark.parametrize(("minute", "points"), [(0, 5), (89, 5), (90, 3), (130, 1), (189, 1), (190, 0)])
def test_knockouts_are_shorter_the_later_they_start(minute: int, points: int) -> None:
    start = waiting(1, 2, 3, 4).start(EVENING, minute)[1]
    assert (start.points if start else 0) == points == EVENING.points(minute)


def test_at_the_last_call_all_waiting_players_play() -> None:
    assert waiting(1, 2, 3).start(EVENING, 180, is_last_call=True)[1] == KnockoutStart(1, (1, 2, 3), 1)
    assert waiting(1).start(EVENING, 180, is_last_call=True)[1] is None


def test_a_loser_may_join_again_for_a_new_fee() -> None:
    pool, _ = waiting(1, 2, 3, 4).start(EVENING, 0)
    pool = pool.leave(2).join(2).join(5).leave(3).join(3).join(6)
    pool, start = pool.start(EVENING, 100)
    assert start == KnockoutStart(2, (2, 5, 3, 6), 3)
    assert pool.fees() == {1: 1, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1}


def test_invalid_joining_and_leaving_are_refused() -> None:
    pool, _ = waiting(1, 2, 3, 4, 5).start(EVENING, 0)
    refusals = []
    for attempt in (lambda: pool.join(5), lambda: pool.join(1), lambda: pool.leave(9)):
        with pytest.raises(Refusal) as no:
            attempt()
        refusals.append((no.value.code, no.value.facts["entry"]))
    assert refusals == [("already_entered", 5), ("already_entered", 1), ("entry_unknown", 9)]


def test_a_waiting_player_may_leave() -> None:
    assert waiting(1, 2).leave(1).waiting == (2,)
