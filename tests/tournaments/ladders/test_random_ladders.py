"""Random ladders, played for weeks: the order is always one, nobody goes further than the rules say."""

import contextlib
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.ladders.journal import commands, replay, state
from tournaments.ladders.journal.commands import NewLadderLine
from tournaments.ladders.journal.replay import Line, fold
from tournaments.ladders.journal.rules import CONSEQUENCES, ENTRIES, WINS, LadderRules
from tournaments.ladders.journal.state import LadderState

pytestmark = pytest.mark.second_stage

FIRST = date(2026, 1, 1)
BACKWARDS = {6, 9}

some_rules = st.builds(
    LadderRules,
    reach=st.integers(0, 4),
    answer_days=st.integers(1, 5),
    play_days=st.integers(1, 9),
    win=st.sampled_from(WINS),
    unanswered=st.sampled_from(CONSEQUENCES),
    unplayed=st.sampled_from(CONSEQUENCES),
    protected_days=st.integers(0, 5),
    idle_days=st.integers(0, 12),
    entry=st.sampled_from(ENTRIES),
)
deeds = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 99), st.integers(0, 99), st.integers(0, 3)),
    max_size=60,
)
# Without corrections and undoings: where these change the order of before, a challenge stands nevertheless.
onwards = deeds.map(lambda told: [deed for deed in told if deed[0] not in BACKWARDS])


class Walk:
    """A ladder in memory: what is refused changes nothing."""

    def __init__(self, rules: LadderRules, size: int) -> None:
        self.lines: list[Line] = []
        self.day = FIRST
        self.tell(commands.open_ladder(rules, FIRST))
        for number in range(1, size + 1):
            self.tell(commands.join(self.state, f"p{number}", FIRST, {}))

    @property
    def state(self) -> LadderState:
        return fold(self.lines)

    def tell(self, act: NewLadderLine) -> None:
        line = Line(len(self.lines) + 1, *act)
        fold([*self.lines, line])
        self.lines.append(line)

    def do(self, what: int, one: int, other: int) -> None:
        now = self.state
        names = [*now.members]
        open_ones = [each.number for each in now.challenges.values() if each.is_open]
        mine, theirs = names[one % len(names)], names[other % len(names)]
        number = open_ones[one % len(open_ones)] if open_ones else 0
        acts = (
            lambda: commands.challenge(now, mine, theirs, self.day),
            lambda: commands.challenge(
                now, mine, (commands.members_within_reach(now, mine) or (0,))[0], self.day
            ),
            lambda: commands.accept(now, number, self.day),
            lambda: commands.refuse(now, number, self.day),
            lambda: commands.call_off(now, number, self.day),
            lambda: self.result(now, number, other),
            lambda: self.again(now, one, other),
            lambda: commands.leave(now, mine, self.day),
            lambda: commands.join(now, f"p{other % 12 + 1}", self.day, {f"p{n}": n * 9.0 for n in range(9)}),
            lambda: commands.undo(self.lines, other % len(self.lines) + 1),
        )
        self.tell(acts[what]())

    def result(self, now: LadderState, number: int, other: int) -> NewLadderLine:
        held = now.challenges[number]
        winner = (held.challenger, held.holder, held.challenger, 0)[other % 4]
        return commands.record_result(number, winner, 3, "played", self.day)

    def again(self, now: LadderState, one: int, other: int) -> NewLadderLine:
        """A result corrected, at any depth, or taken back."""
        done = [each for each in now.challenges.values() if each.stands == state.DONE]
        held = done[one % len(done)]
        if other % 3 == 0:
            return commands.reopen_result(held.number, self.day)
        winner = (held.challenger, held.holder)[other % 2]
        return commands.record_result(held.number, winner, 5, "played", self.day)

    def pass_time(self, days: int) -> None:
        self.day += timedelta(days=days)
        for _ in range(400):
            due = commands.get_due_lines(self.state, self.day)
            if not due:
                return
            for act in due:
                self.tell(act)
        raise AssertionError("time never stops asking")


def walk(rules: LadderRules, size: int, told: list[tuple[int, int, int, int]]) -> Walk:
    found = Walk(rules, size)
    for what, one, other, days in told:
        with contextlib.suppress(Refusal, KeyError, ZeroDivisionError):
            found.do(what, one, other)
        found.pass_time(days)
    return found


@given(some_rules, st.integers(2, 9), deeds)
def test_the_order_is_everybody_once(
    rules: LadderRules, size: int, told: list[tuple[int, int, int, int]]
) -> None:
    found = walk(rules, size, told)

    for upto in range(1, len(found.lines) + 1):
        now = fold(found.lines[:upto])
        assert sorted(now.order) == sorted(one.number for one in now.members.values() if one.is_on)


@given(some_rules, st.integers(2, 9), onwards)
def test_nobody_challenges_further_than_the_rules_say(
    rules: LadderRules, size: int, told: list[tuple[int, int, int, int]]
) -> None:
    for held in walk(rules, size, told).state.challenges.values():
        assert 0 < held.places[0] - held.places[1] <= (rules.reach or size + 12)


@given(some_rules, st.integers(2, 9), deeds)
def test_nobody_goes_further_than_the_rules_say(
    rules: LadderRules, size: int, told: list[tuple[int, int, int, int]]
) -> None:
    now = walk(rules, size, told).state
    by_line: dict[int, list[state.Step]] = {}
    for step in now.steps:
        by_line.setdefault(step.seq, []).append(step)

    for steps in by_line.values():
        far = [step for step in steps if step.before and step.after and abs(step.before - step.after) > 1]
        assert {step.cause for step in far} <= {state.BEAT, state.GIVEN, state.CHANGED_PLACES}
        for step in far:
            held = now.challenges[step.challenge]
            assert step.member in (held.challenger, held.holder)


@given(some_rules, st.integers(2, 9), deeds)
def test_the_steps_of_everybody_lead_from_nowhere_to_where_he_is(
    rules: LadderRules, size: int, told: list[tuple[int, int, int, int]]
) -> None:
    now = walk(rules, size, told).state

    for member in now.members:
        place = 0
        for step in now.steps_of(member):
            assert step.before == place
            place = step.after
        assert place == now.place(member)


@given(some_rules, st.integers(2, 9), deeds, st.integers(0, 30))
def test_time_asked_twice_says_nothing_more(
    rules: LadderRules, size: int, told: list[tuple[int, int, int, int]], days: int
) -> None:
    found = walk(rules, size, told)
    found.pass_time(days)
    before = list(found.lines)

    found.pass_time(0)

    assert (found.lines, commands.get_due_lines(found.state, found.day)) == (before, ())


@given(some_rules, st.integers(2, 9), deeds, st.integers(0, 10_000))
def test_what_is_undone_and_done_again_is_as_it_was(
    rules: LadderRules, size: int, told: list[tuple[int, int, int, int]], at: int
) -> None:
    found = walk(rules, size, told)
    line = found.lines[at % len(found.lines)]
    before = fold(found.lines)
    try:
        found.tell(NewLadderLine(replay.UNDONE, {"seq": line.seq}))
        found.tell(NewLadderLine(replay.UNDONE, {"seq": found.lines[-1].seq}))
    except Refusal:
        return

    again = fold(found.lines)
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
