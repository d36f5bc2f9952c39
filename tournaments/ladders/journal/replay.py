"""The lines of a ladder journal and their replay: `fold(lines) -> LadderState`.

A line is checked for consistency only; whether the rules allow it is checked by the command that writes it.
So a result can be corrected after later ones: these stay valid, and the order is computed again.
A result takes effect at the first result line of its challenge, with the values of the last one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from rules.errors import Refusal
from tournaments.ladders.journal import state
from tournaments.ladders.journal.rules import DOWN, LOSS, NOTHING, SWAP, LadderRules
from tournaments.ladders.journal.state import Challenge, LadderMember, LadderState, LadderStep

OPENED, RULED = "opened", "ruled"
JOINED, LEFT, MOVED, IDLED = "joined", "left", "moved", "idled"
CHALLENGED, ACCEPTED, REFUSED, CALLED_OFF, LAPSED = (
    "challenged",
    "accepted",
    "refused",
    "called_off",
    "lapsed",
)
PLAYED, REOPENED, UNDONE = "played", "reopened", "undone"
KINDS = (
    *(OPENED, RULED, JOINED, LEFT, MOVED, IDLED),
    *(CHALLENGED, ACCEPTED, REFUSED, CALLED_OFF, LAPSED),
    *(PLAYED, REOPENED, UNDONE),
)
# The keys of the payload of each kind, besides `day`.
PAYLOAD_KEYS: Mapping[str, frozenset[str]] = {
    OPENED: frozenset({"rules"}),
    RULED: frozenset({"rules"}),
    JOINED: frozenset({"member", "player", "place"}),
    LEFT: frozenset({"member"}),
    MOVED: frozenset({"member", "place"}),
    IDLED: frozenset({"members"}),
    CHALLENGED: frozenset({"challenge", "challenger", "holder"}),
    ACCEPTED: frozenset({"challenge"}),
    REFUSED: frozenset({"challenge"}),
    CALLED_OFF: frozenset({"challenge"}),
    LAPSED: frozenset({"challenge"}),
    PLAYED: frozenset({"challenge", "winner", "loser_score", "ending"}),
    REOPENED: frozenset({"challenge"}),
    UNDONE: frozenset({"seq"}),
}


@dataclass(frozen=True, slots=True)
class LadderJournalRow:
    """One line of a ladder's journal. Every payload but that of an undo has a `day`."""

    seq: int
    kind: str
    payload: Mapping[str, Any]

    def number(self, name: str) -> int:
        """Return an integer of the payload, 0 where it is absent."""
        return int(self.payload.get(name, 0))

    @property
    def day(self) -> date:
        """The day of the line."""
        return date.fromisoformat(self.payload["day"])


def check_line(line: LadderJournalRow) -> LadderJournalRow:
    """Return the line if its payload fits its kind; refuses ("ladder_unreadable") any other."""
    try:
        _validate(line)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refusal("ladder_unreadable", seq=line.seq, kind=line.kind) from error
    return line


def _validate(line: LadderJournalRow) -> None:
    names = PAYLOAD_KEYS[line.kind]
    has_day = line.kind != UNDONE
    if set(line.payload) != names | ({"day"} if has_day else set()):
        raise ValueError("keys")
    if has_day and line.day.isoformat() != line.payload["day"]:
        raise ValueError("day")
    if "rules" in names:
        LadderRules.from_data(line.payload["rules"])
    if "members" in names and not _are_member_numbers(line.payload["members"]):
        raise ValueError("members")
    for name in names - {"rules", "player", "ending", "members"}:
        if type(line.payload[name]) is not int or line.payload[name] < 0:
            raise ValueError(name)
    for name in names & {"player", "ending"}:
        if not isinstance(line.payload[name], str) or not line.payload[name]:
            raise ValueError(name)


def _are_member_numbers(value: Any) -> bool:
    """Whether these are distinct member numbers, at least one."""
    if not isinstance(value, list) or not value:
        return False
    return all(type(number) is int and number > 0 for number in value) and len(set(value)) == len(value)


RESULT_KINDS = frozenset({PLAYED, REOPENED})


@dataclass(slots=True)
class LadderReplay:
    """The mutable state of a replay in progress; `final` is the last result line of each challenge."""

    final: Mapping[int, LadderJournalRow]
    rules: LadderRules = field(default_factory=LadderRules)
    members: dict[int, LadderMember] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    challenges: dict[int, Challenge] = field(default_factory=dict)
    steps: list[LadderStep] = field(default_factory=list)
    decided_challenges: set[int] = field(default_factory=set)


def fold(lines: Sequence[LadderJournalRow]) -> LadderState:
    """Return the state of a ladder. Refuses with the `seq` and `kind` of the first invalid line."""
    effective_lines = get_effective_lines(lines)
    final = {line.number("challenge"): line for line in effective_lines if line.kind in RESULT_KINDS}
    replay = LadderReplay(final)
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


def get_effective_lines(lines: Sequence[LadderJournalRow]) -> tuple[LadderJournalRow, ...]:
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


def _apply_rules(replay: LadderReplay, line: LadderJournalRow) -> None:
    replay.rules = LadderRules.from_data(line.payload["rules"])


def _apply_join(replay: LadderReplay, line: LadderJournalRow) -> None:
    number, player = line.number("member"), str(line.payload["player"])
    existing_member = replay.members.get(number)
    member_of_player = next((one for one in replay.members.values() if one.player == player), None)
    _check(
        not (existing_member and existing_member.is_on) and member_of_player in (None, existing_member),
        "already_on_ladder",
        member=number,
    )
    _check(existing_member is None or existing_member.player == player, "already_on_ladder", member=number)
    place = min(line.number("place") or len(replay.order) + 1, len(replay.order) + 1)
    replay.members[number] = LadderMember(number, player, True, line.day)
    order = [*replay.order[: place - 1], number, *replay.order[place - 1 :]]
    _set_order(replay, line, order, {number: state.ENTERED}, state.OVERTAKEN, number)


def _apply_leave(replay: LadderReplay, line: LadderJournalRow) -> None:
    member = _get_active_member(replay, line.number("member"))
    for challenge in list(replay.challenges.values()):
        if challenge.is_open and member.number in (challenge.challenger, challenge.holder):
            replay.challenges[challenge.number] = replace(challenge, stands=state.CANCELLED, due=None)
    replay.members[member.number] = replace(member, is_on=False, safe_until=None)
    order = [one for one in replay.order if one != member.number]
    _set_order(replay, line, order, {member.number: LEFT}, state.MOVED_UP, member.number)


def _apply_move(replay: LadderReplay, line: LadderJournalRow) -> None:
    member, place = _get_active_member(replay, line.number("member")), line.number("place")
    _check(1 <= place <= len(replay.order), "rung_unknown", place=place, rungs=len(replay.order))
    other_members = [one for one in replay.order if one != member.number]
    order = [*other_members[: place - 1], member.number, *other_members[place - 1 :]]
    current_place = replay.order.index(member.number) + 1
    cause_of_others = state.MOVED_UP if place > current_place else state.OVERTAKEN
    _set_order(replay, line, order, {member.number: state.MOVED_BY_DESK}, cause_of_others, member.number)


def _apply_idle(replay: LadderReplay, line: LadderJournalRow) -> None:
    """Move all idle members of a day down one place, the lowest first; none overtakes another of them."""
    idle_numbers = [_get_active_member(replay, number).number for number in line.payload["members"]]
    for number in idle_numbers:
        replay.members[number] = replace(replay.members[number], played_on=line.day)
    for number in [one for one in reversed(replay.order) if one in idle_numbers]:
        below = replay.order[_place_of(replay, number) :][:1]
        if below and below[0] not in idle_numbers:
            _move_down(replay, line, number, state.WAS_IDLE, 0)


def _apply_challenge(replay: LadderReplay, line: LadderJournalRow) -> None:
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


def _apply_acceptance(replay: LadderReplay, line: LadderJournalRow) -> None:
    challenge = _get_challenge(replay, line, state.WAITING)
    due_on = line.day + timedelta(days=replay.rules.play_days)
    replay.challenges[challenge.number] = replace(challenge, stands=state.AGREED, due=due_on)


def _apply_refusal(replay: LadderReplay, line: LadderJournalRow) -> None:
    challenge = _get_challenge(replay, line, state.WAITING)
    _close_challenge(replay, line, challenge, state.DECLINED, replay.rules.unanswered)


def _apply_call_off(replay: LadderReplay, line: LadderJournalRow) -> None:
    challenge = _get_challenge(replay, line, state.WAITING, state.AGREED)
    _close_challenge(replay, line, challenge, state.CANCELLED, NOTHING)


def _apply_expiry(replay: LadderReplay, line: LadderJournalRow) -> None:
    challenge = _get_challenge(replay, line, state.WAITING, state.AGREED)
    cost = replay.rules.unanswered if challenge.stands == state.WAITING else replay.rules.unplayed
    _close_challenge(replay, line, challenge, state.EXPIRED, cost)


def _apply_result(replay: LadderReplay, line: LadderJournalRow) -> None:
    """Apply the final result of a challenge at the position of its first result line."""
    number = line.number("challenge")
    if number in replay.decided_challenges:
        return
    challenge = _get_challenge(replay, line, state.AGREED)
    _check(line.kind == PLAYED, "not_settled", pairing=str(number))
    replay.decided_challenges.add(number)
    final = replay.final[number]
    if final.kind == REOPENED:
        due_on = final.day + timedelta(days=replay.rules.play_days)
        replay.challenges[number] = replace(challenge, due=due_on)
        return
    winner = final.number("winner")
    _check(winner in (0, challenge.challenger, challenge.holder), "wrong_players", pairing=str(number))
    replay.challenges[number] = replace(
        challenge,
        stands=state.DONE,
        due=None,
        winner=winner,
        loser_score=final.number("loser_score"),
        ending=str(final.payload["ending"]),
    )
    _record_match_day(replay, line, challenge)
    if winner == challenge.challenger:
        _overtake(replay, line, challenge, state.WON_CHALLENGE)


def _close_challenge(
    replay: LadderReplay, line: LadderJournalRow, challenge: Challenge, status: str, cost: str
) -> None:
    replay.challenges[challenge.number] = replace(challenge, stands=status, due=None)
    if status in (state.DECLINED, state.EXPIRED):
        _protect_member(replay, line, challenge.holder)
    if cost == LOSS:
        _overtake(replay, line, challenge, state.WON_BY_DEFAULT)
    elif cost == DOWN:
        _move_down(replay, line, challenge.holder, state.LOST_PLACE, challenge.number)


def _record_match_day(replay: LadderReplay, line: LadderJournalRow, challenge: Challenge) -> None:
    """Set the day of their last match for both players, and protect the challenged one."""
    for number in (challenge.challenger, challenge.holder):
        if replay.members[number].is_on:
            replay.members[number] = replace(replay.members[number], played_on=line.day)
    _protect_member(replay, line, challenge.holder)


def _protect_member(replay: LadderReplay, line: LadderJournalRow, number: int) -> None:
    if replay.rules.protected_days:
        until = line.day + timedelta(days=replay.rules.protected_days)
        replay.members[number] = replace(replay.members[number], safe_until=until)


def _overtake(replay: LadderReplay, line: LadderJournalRow, challenge: Challenge, cause: str) -> None:
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
    replay: LadderReplay, line: LadderJournalRow, number: int, cause: str, challenge_number: int
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
    line: LadderJournalRow,
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


def _get_challenge(replay: LadderReplay, line: LadderJournalRow, *allowed: str) -> Challenge:
    number = line.number("challenge")
    challenge = replay.challenges.get(number)
    if challenge is None:
        raise Refusal("challenge_unknown", challenge=number)
    _check(challenge.stands in allowed, "challenge_stands", challenge=number, stands=challenge.stands)
    return challenge


def _get_active_member(replay: LadderReplay, number: int) -> LadderMember:
    member = replay.members.get(number)
    if member is None or not member.is_on:
        raise Refusal("not_on_ladder", member=number)
    return member


def _place_of(replay: LadderReplay, number: int) -> int:
    return replay.order.index(number) + 1


def _check(condition: bool, code: str, **details: object) -> None:
    if not condition:
        raise Refusal(code, "", **details)


HANDLERS: Mapping[str, Callable[[LadderReplay, LadderJournalRow], None]] = {
    OPENED: _apply_rules,
    RULED: _apply_rules,
    JOINED: _apply_join,
    LEFT: _apply_leave,
    MOVED: _apply_move,
    IDLED: _apply_idle,
    CHALLENGED: _apply_challenge,
    ACCEPTED: _apply_acceptance,
    REFUSED: _apply_refusal,
    CALLED_OFF: _apply_call_off,
    LAPSED: _apply_expiry,
    PLAYED: _apply_result,
    REOPENED: _apply_result,
}
