"""The replay of a ladder's journal: what each line does to the order, the members and the challenges.

`replay_ladder` leaves out the lines that were undone and applies the others one after the other to a
`LadderReplay`, by the function of their kind in `HANDLERS`. Every change of the order goes through
`_set_order`, which also records for each member concerned why their place changed.

A line is checked for consistency only; whether the rules allow it is checked by the command that writes it.
So a result can be corrected after later ones: these stay valid, and the order is computed again. A result
takes effect at the first result line of its challenge, with the values of the last one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from rules.errors import Refusal
from tournaments.ladders.journal import state
from tournaments.ladders.journal.journal_lines import (
    ACCEPTED,
    CANCELLED,
    CHALLENGED,
    DECLINED,
    EXPIRED,
    IDLED,
    JOINED,
    LEFT,
    MERGED,
    MOVED,
    OPENED,
    PLAYED,
    REOPENED,
    RULES_SET,
    UNDONE,
    LadderJournalLine,
    check_line,
)
from tournaments.ladders.journal.ladder_settings import NOTHING, LadderRules
from tournaments.ladders.journal.place_changes import (
    LadderReplay,
    _close_challenge,
    _move_down,
    _overtake,
    _place_of,
    _record_match_day,
    _set_order,
)
from tournaments.ladders.journal.state import Challenge, LadderMember, LadderState

RESULT_KINDS = frozenset({PLAYED, REOPENED})


def replay_ladder(lines: Sequence[LadderJournalLine]) -> LadderState:
    """Return the state of a ladder. Refuses with the `seq` and `kind` of the first invalid line."""
    effective_lines = get_effective_lines(lines)
    last_result_lines = {
        line.number("challenge"): line for line in effective_lines if line.kind in RESULT_KINDS
    }
    merges = [line for line in effective_lines if line.kind == MERGED]
    remaining_numbers = {line.number("other"): line.number("member") for line in merges}
    replay = LadderReplay(last_result_lines, remaining_numbers)
    for line in effective_lines:
        try:
            HANDLERS[line.kind](replay, line)
        except Refusal as refusal:
            refusal.facts.setdefault("seq", line.seq)
            refusal.facts.setdefault("kind", line.kind)
            raise
    last = lines[-1].seq if lines else 0
    order, steps = tuple(replay.order), tuple(replay.steps)
    return LadderState(last, replay.rules, replay.members, order, replay.challenges, steps)


def get_effective_lines(lines: Sequence[LadderJournalLine]) -> tuple[LadderJournalLine, ...]:
    """Return the lines in effect: neither undone nor an undo. Refuses ("undo_nothing") an unknown target."""
    void: set[int] = set()
    line_numbers = {line.seq for line in lines}
    for line in reversed(lines):
        check_line(line)
        if line.kind != UNDONE or line.seq in void:
            continue
        target = line.number("seq")
        if target not in line_numbers or target >= line.seq or target in void:
            raise Refusal("undo_nothing", seq=target)
        void.add(target)
    return tuple(line for line in lines if line.seq not in void and line.kind != UNDONE)


def _apply_rules(replay: LadderReplay, line: LadderJournalLine) -> None:
    replay.rules = LadderRules.from_data(line.payload["rules"])


def _apply_join(replay: LadderReplay, line: LadderJournalLine) -> None:
    number, player = line.number("member"), str(line.payload["player"])
    existing_member = replay.members.get(number)
    member_of_player = next((one for one in replay.members.values() if one.player == player), None)
    _check(
        not (existing_member and existing_member.is_active) and member_of_player in (None, existing_member),
        "already_on_ladder",
        member=number,
    )
    _check(existing_member is None or existing_member.player == player, "already_on_ladder", member=number)
    place = min(line.number("place") or len(replay.order) + 1, len(replay.order) + 1)
    replay.members[number] = LadderMember(number, player, True, line.day)
    order = [*replay.order[: place - 1], number, *replay.order[place - 1 :]]
    _set_order(replay, line, order, {number: state.ENTERED}, state.OVERTAKEN, number)


def _apply_leave(replay: LadderReplay, line: LadderJournalLine) -> None:
    member = _get_active_member(replay, line.number("member"))
    for challenge in list(replay.challenges.values()):
        if challenge.is_open and member.number in (challenge.challenger, challenge.holder):
            replay.challenges[challenge.number] = replace(challenge, status=state.CANCELLED, due=None)
    replay.members[member.number] = replace(member, is_active=False, protected_until=None)
    order = [one for one in replay.order if one != member.number]
    _set_order(replay, line, order, {member.number: LEFT}, state.MOVED_UP, member.number)


def _apply_merge(replay: LadderReplay, line: LadderJournalLine) -> None:
    """Leave one place to a person who had two: the higher, with the later day of play and of protection."""
    remaining = _get_active_member(replay, line.number("member"))
    other = _get_active_member(replay, line.number("other"))
    _check(remaining != other, "already_on_ladder", member=remaining.number)
    place = min(_place_of(replay, remaining.number), _place_of(replay, other.number))
    order = [one for one in replay.order if one not in (remaining.number, other.number)]
    order.insert(place - 1, remaining.number)
    _set_order(replay, line, order, {other.number: state.IS_OTHER}, state.MOVED_UP, other.number)
    protected_days = [day for day in (remaining.protected_until, other.protected_until) if day is not None]
    replay.members[remaining.number] = replace(
        remaining,
        played_on=max(remaining.played_on, other.played_on),
        protected_until=max(protected_days, default=None),
    )
    replay.members[other.number] = replace(other, is_active=False, protected_until=None)
    _carry_challenges_over(replay, remaining.number, other.number)


def _carry_challenges_over(replay: LadderReplay, remaining: int, other: int) -> None:
    """Give the open challenge of `other` to `remaining`.

    It is cancelled if it is against the same person or somebody below, or if `remaining` has one already.
    """
    has_own = any(
        one.is_open and remaining in (one.challenger, one.holder) for one in replay.challenges.values()
    )
    for challenge in list(replay.challenges.values()):
        if not challenge.is_open or other not in (challenge.challenger, challenge.holder):
            continue
        challenger, holder = (
            remaining if number == other else number for number in (challenge.challenger, challenge.holder)
        )
        is_upward = challenger != holder and _place_of(replay, holder) < _place_of(replay, challenger)
        if has_own or not is_upward:
            carried_challenge = replace(challenge, status=state.CANCELLED, due=None)
        else:
            carried_challenge = replace(challenge, challenger=challenger, holder=holder)
        replay.challenges[challenge.number] = carried_challenge


def _apply_move(replay: LadderReplay, line: LadderJournalLine) -> None:
    member, place = _get_active_member(replay, line.number("member")), line.number("place")
    _check(1 <= place <= len(replay.order), "rung_unknown", place=place, rungs=len(replay.order))
    other_members = [one for one in replay.order if one != member.number]
    order = [*other_members[: place - 1], member.number, *other_members[place - 1 :]]
    current_place = replay.order.index(member.number) + 1
    cause_of_others = state.MOVED_UP if place > current_place else state.OVERTAKEN
    _set_order(replay, line, order, {member.number: state.MOVED_BY_DESK}, cause_of_others, member.number)


def _apply_idle(replay: LadderReplay, line: LadderJournalLine) -> None:
    """Move all idle members of a day down one place, the lowest first; none overtakes another of them."""
    idle_numbers = [_get_active_member(replay, number).number for number in line.payload["members"]]
    for number in idle_numbers:
        replay.members[number] = replace(replay.members[number], played_on=line.day)
    for number in [one for one in reversed(replay.order) if one in idle_numbers]:
        below = replay.order[_place_of(replay, number) :][:1]
        if below and below[0] not in idle_numbers:
            _move_down(replay, line, number, state.WAS_IDLE, 0)


def _apply_challenge(replay: LadderReplay, line: LadderJournalLine) -> None:
    number = line.number("challenge")
    challenger, holder = (
        _get_active_member(replay, line.number("challenger")),
        _get_active_member(replay, line.number("holder")),
    )
    _check(number not in replay.challenges and challenger != holder, "challenge_unknown", challenge=number)
    due_on = line.day + timedelta(days=replay.rules.answer_days)
    places = (_place_of(replay, challenger.number), _place_of(replay, holder.number))
    replay.challenges[number] = Challenge(
        number, challenger.number, holder.number, line.day, due=due_on, places=places
    )


def _apply_acceptance(replay: LadderReplay, line: LadderJournalLine) -> None:
    challenge = _get_challenge(replay, line, state.WAITING)
    due_on = line.day + timedelta(days=replay.rules.play_days)
    replay.challenges[challenge.number] = replace(challenge, status=state.AGREED, due=due_on)


def _apply_decline(replay: LadderReplay, line: LadderJournalLine) -> None:
    challenge = _get_challenge(replay, line, state.WAITING)
    _close_challenge(replay, line, challenge, state.DECLINED, replay.rules.unanswered)


def _apply_cancellation(replay: LadderReplay, line: LadderJournalLine) -> None:
    challenge = _get_challenge(replay, line, state.WAITING, state.AGREED)
    _close_challenge(replay, line, challenge, state.CANCELLED, NOTHING)


def _apply_expiry(replay: LadderReplay, line: LadderJournalLine) -> None:
    challenge = _get_challenge(replay, line, state.WAITING, state.AGREED)
    cost = replay.rules.unanswered if challenge.status == state.WAITING else replay.rules.unplayed
    _close_challenge(replay, line, challenge, state.EXPIRED, cost)


def _apply_result(replay: LadderReplay, line: LadderJournalLine) -> None:
    """Apply the final result of a challenge at the position of its first result line."""
    number = line.number("challenge")
    if number in replay.decided_challenges:
        return
    challenge = _get_challenge(replay, line, state.AGREED)
    _check(line.kind == PLAYED, "not_settled", pairing=str(number))
    replay.decided_challenges.add(number)
    last_line = replay.last_result_lines[number]
    if last_line.kind == REOPENED:
        due_on = last_line.day + timedelta(days=replay.rules.play_days)
        replay.challenges[number] = replace(challenge, due=due_on)
        return
    winner = _find_side(replay, challenge, last_line.number("winner"))
    _check(winner in (0, challenge.challenger, challenge.holder), "wrong_players", pairing=str(number))
    replay.challenges[number] = replace(
        challenge,
        status=state.DONE,
        due=None,
        winner=winner,
        loser_score=last_line.number("loser_score"),
        ending=str(last_line.payload["ending"]),
    )
    _record_match_day(replay, line, challenge)
    if winner == challenge.challenger:
        _overtake(replay, line, challenge, state.WON_CHALLENGE)


def _find_side(replay: LadderReplay, challenge: Challenge, number: int) -> int:
    """Return the member of a challenge whom a later line names, by the number that remains of two."""
    for side in (challenge.challenger, challenge.holder):
        one = side
        while one != number and one in replay.remaining_numbers:
            one = replay.remaining_numbers[one]
        if one == number:
            return side
    return number


def _get_challenge(replay: LadderReplay, line: LadderJournalLine, *allowed: str) -> Challenge:
    number = line.number("challenge")
    challenge = replay.challenges.get(number)
    if challenge is None:
        raise Refusal("challenge_unknown", challenge=number)
    _check(challenge.status in allowed, "challenge_not_open", challenge=number, status=challenge.status)
    return challenge


def _get_active_member(replay: LadderReplay, number: int) -> LadderMember:
    member = replay.members.get(number)
    if member is None or not member.is_active:
        raise Refusal("not_on_ladder", member=number)
    return member


def _check(condition: bool, code: str, **details: object) -> None:
    if not condition:
        raise Refusal(code, "", **details)


HANDLERS: Mapping[str, Callable[[LadderReplay, LadderJournalLine], None]] = {
    OPENED: _apply_rules,
    RULES_SET: _apply_rules,
    JOINED: _apply_join,
    LEFT: _apply_leave,
    MERGED: _apply_merge,
    MOVED: _apply_move,
    IDLED: _apply_idle,
    CHALLENGED: _apply_challenge,
    ACCEPTED: _apply_acceptance,
    DECLINED: _apply_decline,
    CANCELLED: _apply_cancellation,
    EXPIRED: _apply_expiry,
    PLAYED: _apply_result,
    REOPENED: _apply_result,
}
