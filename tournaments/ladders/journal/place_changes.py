"""Changes of place on a ladder: after a result, a challenge not played, or a time without matches."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta

from tournaments.ladders.journal import state
from tournaments.ladders.journal.journal_lines import LadderJournalLine
from tournaments.ladders.journal.ladder_settings import DOWN, LOSS, SWAP, LadderRules
from tournaments.ladders.journal.state import Challenge, LadderMember, LadderStep


@dataclass(slots=True)
class LadderReplay:
    """The mutable state of a replay in progress.

    `last_result_lines` has the last result line of each challenge by its number, `remaining_numbers` the
    number that remains of those who turn out to be another member.
    """

    last_result_lines: Mapping[int, LadderJournalLine]
    remaining_numbers: Mapping[int, int] = field(default_factory=dict)
    rules: LadderRules = field(default_factory=LadderRules)
    members: dict[int, LadderMember] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    challenges: dict[int, Challenge] = field(default_factory=dict)
    steps: list[LadderStep] = field(default_factory=list)
    decided_challenges: set[int] = field(default_factory=set)


def _close_challenge(
    replay: LadderReplay, line: LadderJournalLine, challenge: Challenge, status: str, cost: str
) -> None:
    replay.challenges[challenge.number] = replace(challenge, status=status, due=None)
    if status in (state.DECLINED, state.EXPIRED):
        _protect_member(replay, line, challenge.holder)
    if cost == LOSS:
        _overtake(replay, line, challenge, state.WON_BY_DEFAULT)
    elif cost == DOWN:
        _move_down(replay, line, challenge.holder, state.LOST_PLACE, challenge.number)


def _record_match_day(replay: LadderReplay, line: LadderJournalLine, challenge: Challenge) -> None:
    """Set the day of their last match for both players, and protect the challenged one."""
    for number in (challenge.challenger, challenge.holder):
        if replay.members[number].is_active:
            replay.members[number] = replace(replay.members[number], played_on=line.day)
    _protect_member(replay, line, challenge.holder)


def _protect_member(replay: LadderReplay, line: LadderJournalLine, number: int) -> None:
    if replay.rules.protected_days:
        until = line.day + timedelta(days=replay.rules.protected_days)
        replay.members[number] = replace(replay.members[number], protected_until=until)


def _overtake(replay: LadderReplay, line: LadderJournalLine, challenge: Challenge, cause: str) -> None:
    """Give the challenger the place of the holder; those between move down, or the two swap places."""
    above, below = _place_of(replay, challenge.holder) - 1, _place_of(replay, challenge.challenger) - 1
    if below <= above:
        return
    order = list(replay.order)
    if replay.rules.win == SWAP:
        order[above], order[below] = order[below], order[above]
        causes = {challenge.challenger: cause, challenge.holder: state.SWAPPED}
        _set_order(replay, line, order, causes, state.OVERTAKEN, challenge.challenger, challenge)
        return
    order.insert(above, order.pop(below))
    _set_order(
        replay, line, order, {challenge.challenger: cause}, state.OVERTAKEN, challenge.challenger, challenge
    )


def _move_down(
    replay: LadderReplay, line: LadderJournalLine, number: int, cause: str, challenge_number: int
) -> None:
    index = replay.order.index(number)
    if index + 1 == len(replay.order):
        return
    order = list(replay.order)
    order[index], order[index + 1] = order[index + 1], order[index]
    _set_order(
        replay, line, order, {number: cause}, state.MOVED_UP, number, replay.challenges.get(challenge_number)
    )


def _set_order(
    replay: LadderReplay,
    line: LadderJournalLine,
    order: list[int],
    causes: Mapping[int, str],
    cause_of_others: str,
    mover: int,
    challenge: Challenge | None = None,
) -> None:
    """Set a new order and record a step with its cause for every member who changes place."""
    before = {number: place for place, number in enumerate(replay.order, start=1)}
    after = {number: place for place, number in enumerate(order, start=1)}
    for number in sorted({*before, *after}, key=lambda one: after.get(one, 0)):
        old_place, new_place = before.get(number, 0), after.get(number, 0)
        if old_place == new_place:
            continue
        cause = causes.get(number, cause_of_others)
        other_member = (
            challenge.opponent(number)
            if challenge and number in (challenge.challenger, challenge.holder)
            else mover
        )
        other_member = 0 if other_member == number else other_member
        challenge_number = challenge.number if challenge else 0
        replay.steps.append(
            LadderStep(
                line.seq, line.day, number, old_place, new_place, cause, other_member, challenge_number
            )
        )
    replay.order = order


def _place_of(replay: LadderReplay, number: int) -> int:
    return replay.order.index(number) + 1
