"""What people do on a ladder, as its next line: asked of rules and state, refused when not allowed.

Days come in as values. Every act is a pure function from a state to a kind and its payload.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from rules.errors import Refusal
from tournaments.ladders.journal import entries as facts
from tournaments.ladders.journal.rules import RATING, LadderRules
from tournaments.ladders.journal.state import WAITING, Challenge, LadderState, Member


class Act(NamedTuple):
    """The next line: its kind and its payload."""

    kind: str
    payload: dict[str, Any]


def open_with(rules: LadderRules, day: date) -> Act:
    """The first line of a ladder."""
    return Act(facts.OPENED, {"rules": rules.to_data(), "day": day.isoformat()})


def rule(rules: LadderRules, day: date) -> Act:
    """Other rules from here on; what has happened under the old ones stands."""
    return Act(facts.RULED, {"rules": rules.to_data(), "day": day.isoformat()})


def join(state: LadderState, player: str, day: date, ratings: Mapping[str, float]) -> Act:
    """A player comes on: at the bottom, or by rating above the first who is rated lower.

    `ratings` are those of members and newcomer by public code; who has none counts below all others. Who was
    on the ladder before comes back under his old number. Refuses `already_on_ladder`.
    """
    held = state.member_of(player)
    if held is not None and held.is_on:
        raise Refusal("already_on_ladder", member=held.number)
    number = held.number if held else max(state.members, default=0) + 1
    place = 0
    if state.rules.entry == RATING and player in ratings:
        place = _place_by_rating(state, ratings[player], ratings)
    told = {"member": number, "player": player, "place": place, "day": day.isoformat()}
    return Act(facts.JOINED, told)


def begin_with(players: Sequence[str], day: date) -> list[Act]:
    """Players come on in this order, whatever the rules say of newcomers: nobody is on the ladder yet."""
    told = ({"player": player, "place": 0, "day": day.isoformat()} for player in players)
    return [Act(facts.JOINED, {"member": number, **one}) for number, one in enumerate(told, start=1)]


def _place_by_rating(state: LadderState, rating: float, ratings: Mapping[str, float]) -> int:
    for place, number in enumerate(state.order, start=1):
        if ratings.get(state.members[number].player, float("-inf")) < rating:
            return place
    return 0


def leave(state: LadderState, member: int, day: date) -> Act:
    """A member leaves; everybody below moves up. Refuses `challenge_open`."""
    _on(state, member)
    _must_be_free(state, member)
    return Act(facts.LEFT, {"member": member, "day": day.isoformat()})


def move(state: LadderState, member: int, place: int, day: date) -> Act:
    """The desk puts a member on a rung. Refuses `rung_unknown`."""
    _on(state, member)
    if not 1 <= place <= len(state.order):
        raise Refusal("rung_unknown", place=place, rungs=len(state.order))
    return Act(facts.MOVED, {"member": member, "place": place, "day": day.isoformat()})


def within_reach(state: LadderState, challenger: int) -> tuple[int, ...]:
    """Whom the rules let a member challenge by the distance, the nearest first."""
    own = state.place(challenger)
    if not own:
        return ()
    highest = max(0, own - 1 - state.rules.reach) if state.rules.reach else 0
    return state.order[highest : own - 1][::-1]


def why_not(state: LadderState, challenger: int, holder: int, day: date) -> Refusal | None:
    """Why a member may not challenge another today; None when he may."""
    for number in (challenger, holder):
        if not state.place(number):
            return Refusal("not_on_ladder", member=number)
    if holder not in within_reach(state, challenger):
        reach = state.rules.reach
        return Refusal("challenge_too_far", challenger=challenger, holder=state.place(holder), reach=reach)
    for number in (challenger, holder):
        if state.challenge_of(number):
            return Refusal("challenge_open", member=number)
    safe = state.members[holder].safe_until
    if safe is not None and day <= safe:
        return Refusal("holder_protected", member=holder, until=safe.isoformat())
    return None


def challenge(state: LadderState, challenger: int, holder: int, day: date) -> Act:
    """A member challenges one above. Refuses what `why_not` says."""
    refusal = why_not(state, challenger, holder, day)
    if refusal is not None:
        raise refusal
    number = max(state.challenges, default=0) + 1
    told = {"challenge": number, "challenger": challenger, "holder": holder, "day": day.isoformat()}
    return Act(facts.CHALLENGED, told)


def accept(state: LadderState, number: int, day: date) -> Act:
    """The challenge is taken up: a match is seated."""
    _waiting(state, number)
    return Act(facts.ACCEPTED, {"challenge": number, "day": day.isoformat()})


def refuse(state: LadderState, number: int, day: date) -> Act:
    """The challenge is not taken up, with what the rules say it costs."""
    _waiting(state, number)
    return Act(facts.REFUSED, {"challenge": number, "day": day.isoformat()})


def call_off(state: LadderState, number: int, day: date) -> Act:
    """The challenge is taken back, or set aside by the desk: nobody moves."""
    _open(state, number)
    return Act(facts.CALLED_OFF, {"challenge": number, "day": day.isoformat()})


def due_lines(state: LadderState, today: date, begun: Collection[int] = ()) -> tuple[Act, ...]:
    """What time has brought by `today`: challenges out of time, members who sink.

    `begun` are challenges whose match is being played or waits for a word: they do not run out. Asked again
    after these lines stand, there are none: so it may run twice.
    """
    found = [
        Act(facts.LAPSED, {"challenge": one.number, "day": _next(one.due).isoformat()})
        for one in state.challenges.values()
        if one.is_open and one.number not in begun and one.due is not None and one.due < today
    ]
    return tuple(found) or _idle(state, today)


def _idle(state: LadderState, today: date) -> tuple[Act, ...]:
    """Who sinks next: all whose time was up on the earliest such day, in one line."""
    span = timedelta(days=state.rules.idle_days + 1)
    if not state.rules.idle_days:
        return ()
    late: dict[date, list[int]] = {}
    for member in (state.members[number] for number in state.order):
        day = member.played_on + span
        if day <= today and state.challenge_of(member.number) is None:
            late.setdefault(day, []).append(member.number)
    if not late:
        return ()
    first = min(late)
    return (Act(facts.IDLED, {"members": sorted(late[first]), "day": first.isoformat()}),)


def play(number: int, winner: int, loser_score: int, ending: str, day: date) -> Act:
    """The match of a challenge has a result; `winner` is a member, 0 for nobody."""
    told = {"challenge": number, "winner": winner, "loser_score": loser_score, "ending": ending}
    return Act(facts.PLAYED, {**told, "day": day.isoformat()})


def reopen(number: int, day: date) -> Act:
    """The result of a challenge was taken back."""
    return Act(facts.REOPENED, {"challenge": number, "day": day.isoformat()})


def undo(lines: Sequence[facts.Line], seq: int) -> Act:
    """Strike a line. A result comes from its match and is corrected there (`result_of_match`); nor is the
    first line struck, for there would be no ladder without it."""
    line = next((one for one in lines if one.seq == seq), None)
    if line is None or line.kind == facts.OPENED:
        raise Refusal("undo_nothing", seq=seq)
    if line.kind in (facts.PLAYED, facts.REOPENED):
        raise Refusal("result_of_match", seq=seq)
    return Act(facts.UNDONE, {"seq": seq})


def _next(day: date) -> date:
    return day + timedelta(days=1)


def _on(state: LadderState, number: int) -> Member:
    member = state.members.get(number)
    if member is None or not member.is_on:
        raise Refusal("not_on_ladder", member=number)
    return member


def _must_be_free(state: LadderState, number: int) -> None:
    if state.challenge_of(number):
        raise Refusal("challenge_open", member=number)


def _open(state: LadderState, number: int) -> Challenge:
    held = state.challenges.get(number)
    if held is None:
        raise Refusal("challenge_unknown", challenge=number)
    if not held.is_open:
        raise Refusal("challenge_stands", challenge=number, stands=held.stands)
    return held


def _waiting(state: LadderState, number: int) -> None:
    held = _open(state, number)
    if held.stands != WAITING:
        raise Refusal("challenge_stands", challenge=number, stands=held.stands)
