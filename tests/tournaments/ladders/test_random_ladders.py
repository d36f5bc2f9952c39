"""Random ladders, played for weeks: the order is always one, nobody goes further than the rules say."""

import contextlib
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.ladders.journal import commands, replay, state
from tournaments.ladders.journal.commands import NewLadderLine
from tournaments.ladders.journal.replay import LadderJournalRow, fold
from tournaments.ladders.journal.rules import CONSEQUENCES, ENTRY_RULES, WIN_EFFECTS, LadderRules
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
# Without corrections and undoings: where these change the order of before, a challenge stands nevertheless.
onwards = command_lists.map(lambda value: [command for command in value if command[0] not in BACKWARDS])


class Walk:
    """A ladder in memory: what is refused changes nothing."""

    def __init__(self, rules: LadderRules, size: int) -> None:
        self.lines: list[LadderJournalRow] = []
        self.day = FIRST
        self.tell(commands.open_ladder(rules, FIRST))
        for number in range(1, size + 1):
            self.tell(commands.join(self.state, f"p{number}", FIRST, {}))

    @property
    def state(self) -> LadderState:
        return fold(self.lines)

    def tell(self, act: NewLadderLine) -> None:
        line = LadderJournalRow(len(self.lines) + 1, *act)
        fold([*self.lines, line])
        self.lines.append(line)

    def do(self, what: int, one: int, other: int) -> None:
        now = self.state
        names = [*now.members]
        open_ones = [each.number for each in now.challenges.values() if each.is_open]
        value, outcome = names[one % len(names)], names[other % len(names)]
        number = open_ones[one % len(open_ones)] if open_ones else 0
        acts = (
            lambda: commands.challenge(now, value, outcome, self.day),
            lambda: commands.challenge(
                now, value, (commands.list_members_within_reach(now, value) or (0,))[0], self.day
            ),
            lambda: commands.accept(now, number, self.day),
            lambda: commands.refuse(now, number, self.day),
            lambda: commands.call_off(now, number, self.day),
            lambda: self.result(now, number, other),
            lambda: self.again(now, one, other),
            lambda: commands.leave(now, value, self.day),
            lambda: commands.join(now, f"p{other % 12 + 1}", self.day, {f"p{n}": n * 9.0 for n in range(9)}),
            lambda: commands.undo(self.lines, other % len(self.lines) + 1),
        )
        self.tell(acts[what]())

    def result(self, now: LadderState, number: int, other: int) -> NewLadderLine:
        item = now.challenges[number]
        winner = (item.challenger, item.holder, item.challenger, 0)[other % 4]
        return commands.record_result(number, winner, 3, "played", self.day)

    def again(self, now: LadderState, one: int, other: int) -> NewLadderLine:
        """A result corrected, at any depth, or taken back."""
        items = [each for each in now.challenges.values() if each.stands == state.DONE]
        item = items[one % len(items)]
        if other % 3 == 0:
            return commands.reopen_result(item.number, self.day)
        winner = (item.challenger, item.holder)[other % 2]
        return commands.record_result(item.number, winner, 5, "played", self.day)

    def pass_time(self, days: int) -> None:
        self.day += timedelta(days=days)
        for _ in range(400):
            due_lines = commands.get_due_lines(self.state, self.day)
            if not due_lines:
                return
            for act in due_lines:
                self.tell(act)
        raise AssertionError("time never stops asking")


def walk(rules: LadderRules, size: int, items: list[tuple[int, int, int, int]]) -> Walk:
    result = Walk(rules, size)
    for what, one, other, days in items:
        with contextlib.suppress(Refusal, KeyError, ZeroDivisionError):
            result.do(what, one, other)
        result.pass_time(days)
    return result


@given(some_rules, st.integers(2, 9), command_lists)
def test_the_order_is_everybody_once(
    rules: LadderRules, size: int, results: list[tuple[int, int, int, int]]
) -> None:
    result = walk(rules, size, results)

    for upto in range(1, len(result.lines) + 1):
        now = fold(result.lines[:upto])
        assert sorted(now.order) == sorted(one.number for one in now.members.values() if one.is_on)


@given(some_rules, st.integers(2, 9), onwards)
def test_nobody_challenges_further_than_the_rules_say(
    rules: LadderRules, size: int, results: list[tuple[int, int, int, int]]
) -> None:
    for row in walk(rules, size, results).state.challenges.values():
        assert 0 < row.places[0] - row.places[1] <= (rules.reach or size + 12)


@given(some_rules, st.integers(2, 9), command_lists)
def test_nobody_goes_further_than_the_rules_say(
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
            item = now.challenges[step.challenge]
            assert step.member in (item.challenger, item.holder)


@given(some_rules, st.integers(2, 9), command_lists)
def test_the_steps_of_everybody_lead_from_nowhere_to_where_he_is(
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
def test_a_deadline_checked_twice_changes_nothing_more(
    rules: LadderRules, size: int, results: list[tuple[int, int, int, int]], days: int
) -> None:
    result = walk(rules, size, results)
    result.pass_time(days)
    before = list(result.lines)

    result.pass_time(0)

    assert (result.lines, commands.get_due_lines(result.state, result.day)) == (before, ())


@given(some_rules, st.integers(2, 9), command_lists, st.integers(0, 10_000))
def test_what_is_undone_and_done_again_is_as_it_was(
    rules: LadderRules, size: int, results: list[tuple[int, int, int, int]], at: int
) -> None:
    result = walk(rules, size, results)
    line = result.lines[at % len(result.lines)]
    before = fold(result.lines)
    try:
        result.tell(NewLadderLine(replay.UNDONE, {"seq": line.seq}))
        result.tell(NewLadderLine(replay.UNDONE, {"seq": result.lines[-1].seq}))
    except Refusal:
        return

    again = fold(result.lines)
    assert (again.order, again.members, again.challenges, again.steps) == (
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
