"""Random ladders in memory: the order has each member once, and moves stay within the rules."""

import contextlib
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.ladders.journal import challenges, membership, state
from tournaments.ladders.journal.due_lines import get_due_lines
from tournaments.ladders.journal.journal_lines import UNDONE, LadderJournalLine, NewLadderLine
from tournaments.ladders.journal.ladder_settings import CONSEQUENCES, ENTRY_RULES, WIN_EFFECTS, LadderRules
from tournaments.ladders.journal.replay import replay_ladder
from tournaments.ladders.journal.state import LadderState

pytestmark = pytest.mark.second_stage

FIRST = date(2026, 1, 1)
BACKWARDS = {6, 9}

some_rules = st.builds(
    LadderRules,
    reach=st.integers(0, 4),
    answer_days=st.integers(1, 5),
    play_days=st.integers(1, 9),
    win=st.sampled_from(WIN_EFFECTS),
    unanswered=st.sampled_from(CONSEQUENCES),
    unplayed=st.sampled_from(CONSEQUENCES),
    protected_days=st.integers(0, 5),
    idle_days=st.integers(0, 12),
    entry=st.sampled_from(ENTRY_RULES),
)
command_lists = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 99), st.integers(0, 99), st.integers(0, 3)),
    max_size=60,
)
# Without corrections and undo: these change the earlier order, but not the challenges made by it.
onwards = command_lists.map(lambda listed: [command for command in listed if command[0] not in BACKWARDS])


class Walk:
    """A ladder in memory with its journal; a refused command changes nothing."""

    def __init__(self, rules: LadderRules, size: int) -> None:
        self.lines: list[LadderJournalLine] = []
        self.day = FIRST
        self.append(membership.open_ladder(rules, FIRST))
        for number in range(1, size + 1):
            self.append(membership.join(self.state, f"p{number}", FIRST, {}))

    @property
    def state(self) -> LadderState:
        return replay_ladder(self.lines)

    def append(self, act: NewLadderLine) -> None:
        line = LadderJournalLine(len(self.lines) + 1, *act)
        replay_ladder([*self.lines, line])
        self.lines.append(line)

    def do(self, what: int, one: int, other: int) -> None:
        now = self.state
        names = [*now.members]
        open_numbers = [row.number for row in now.challenges.values() if row.is_open]
        member, other_member = names[one % len(names)], names[other % len(names)]
        number = open_numbers[one % len(open_numbers)] if open_numbers else 0
        calls = (
            lambda: challenges.challenge(now, member, other_member, self.day),
            lambda: challenges.challenge(
                now, member, (challenges.list_members_within_reach(now, member) or (0,))[0], self.day
            ),
            lambda: challenges.accept(now, number, self.day),
            lambda: challenges.refuse(now, number, self.day),
            lambda: challenges.call_off(now, number, self.day),
            lambda: self.result(now, number, other),
            lambda: self.correct_result(now, one, other),
            lambda: membership.leave(now, member, self.day),
            lambda: membership.join(
                now, f"p{other % 12 + 1}", self.day, {f"p{n}": n * 9.0 for n in range(9)}
            ),
            lambda: membership.undo(self.lines, other % len(self.lines) + 1),
        )
        self.append(calls[what]())

    def result(self, now: LadderState, number: int, other: int) -> NewLadderLine:
        row = now.challenges[number]
        winner = (row.challenger, row.holder, row.challenger, 0)[other % 4]
        return challenges.record_result(number, winner, 3, "played", self.day)

    def correct_result(self, now: LadderState, one: int, other: int) -> NewLadderLine:
        """Correct or reopen any result."""
        played = [row for row in now.challenges.values() if row.status == state.DONE]
        corrected = played[one % len(played)]
        if other % 3 == 0:
            return challenges.reopen_result(corrected.number, self.day)
        winner = (corrected.challenger, corrected.holder)[other % 2]
        return challenges.record_result(corrected.number, winner, 5, "played", self.day)

    def pass_time(self, days: int) -> None:
        self.day += timedelta(days=days)
        for _ in range(400):
            due_lines = get_due_lines(self.state, self.day)
            if not due_lines:
                return
            for line in due_lines:
                self.append(line)
        raise AssertionError("deadlines never end")


def walk(rules: LadderRules, size: int, steps: list[tuple[int, int, int, int]]) -> Walk:
    ladder = Walk(rules, size)
    for what, one, other, days in steps:
        with contextlib.suppress(Refusal, KeyError, ZeroDivisionError):
            ladder.do(what, one, other)
        ladder.pass_time(days)
    return ladder


@given(some_rules, st.integers(2, 9), command_lists)
def test_the_order_has_each_active_member_once(
    rules: LadderRules, size: int, results: list[tuple[int, int, int, int]]
) -> None:
    ladder = walk(rules, size, results)

    for upto in range(1, len(ladder.lines) + 1):
        now = replay_ladder(ladder.lines[:upto])
        assert sorted(now.order) == sorted(
            member.number for member in now.members.values() if member.is_active
        )


@given(some_rules, st.integers(2, 9), onwards)
def test_no_challenge_is_beyond_the_reach(
    rules: LadderRules, size: int, results: list[tuple[int, int, int, int]]
) -> None:
    for row in walk(rules, size, results).state.challenges.values():
        assert 0 < row.places[0] - row.places[1] <= (rules.reach or size + 12)


@given(some_rules, st.integers(2, 9), command_lists)
def test_only_challengers_and_holders_move_more_than_one_place(
    rules: LadderRules, size: int, results: list[tuple[int, int, int, int]]
) -> None:
    now = walk(rules, size, results).state
    by_line: dict[int, list[state.LadderStep]] = {}
    for step in now.steps:
        by_line.setdefault(step.seq, []).append(step)

    for steps in by_line.values():
        far = [step for step in steps if step.before and step.after and abs(step.before - step.after) > 1]
        assert {step.cause for step in far} <= {state.WON_CHALLENGE, state.WON_BY_DEFAULT, state.SWAPPED}
        for step in far:
            row = now.challenges[step.challenge]
            assert step.member in (row.challenger, row.holder)


@given(some_rules, st.integers(2, 9), command_lists)
def test_the_steps_of_a_member_add_up_to_the_place(
    rules: LadderRules, size: int, results: list[tuple[int, int, int, int]]
) -> None:
    now = walk(rules, size, results).state

    for member in now.members:
        place = 0
        for step in now.steps_of(member):
            assert step.before == place
            place = step.after
        assert place == now.place(member)


@given(some_rules, st.integers(2, 9), command_lists, st.integers(0, 30))
def test_a_deadline_checked_twice_is_applied_once(
    rules: LadderRules, size: int, results: list[tuple[int, int, int, int]], days: int
) -> None:
    ladder = walk(rules, size, results)
    ladder.pass_time(days)
    before = list(ladder.lines)

    ladder.pass_time(0)

    assert (ladder.lines, get_due_lines(ladder.state, ladder.day)) == (before, ())


@given(some_rules, st.integers(2, 9), command_lists, st.integers(0, 10_000))
def test_undo_and_redo_restore_the_ladder(
    rules: LadderRules, size: int, results: list[tuple[int, int, int, int]], at: int
) -> None:
    ladder = walk(rules, size, results)
    line = ladder.lines[at % len(ladder.lines)]
    before = replay_ladder(ladder.lines)
    try:
        ladder.append(NewLadderLine(UNDONE, {"seq": line.seq}))
        ladder.append(NewLadderLine(UNDONE, {"seq": ladder.lines[-1].seq}))
    except Refusal:
        return

    redone = replay_ladder(ladder.lines)
    assert (redone.order, redone.members, redone.challenges, redone.steps) == (
        before.order,
        before.members,
        before.challenges,
        before.steps,
    )


def test_impossible_rules_are_refused() -> None:
    for impossible, message in (
        ({"reach": -1}, "days, places or points out of range"),
        ({"length": 0}, "days, places or points out of range"),
        ({"idle_days": 1.5}, "days, places and points are whole numbers"),
        ({"win": "jump"}, "unknown option of a ladder rule"),
        ({"x": 1}, "unknown rules: x"),
    ):
        with pytest.raises(ValueError, match=message):
            LadderRules.from_data(impossible)
