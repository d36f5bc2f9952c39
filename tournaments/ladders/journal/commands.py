"""Commands of a ladder: pure functions from its state to the next journal line, or a refusal.

Days are passed in as values.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from rules.errors import Refusal
from tournaments.ladders.journal import journal_lines
from tournaments.ladders.journal.rules import RATING, LadderRules
from tournaments.ladders.journal.state import WAITING, Challenge, LadderMember, LadderState


def rank_by_results(results: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return players from the top down after results (winner, loser) in the order settled.

    New players start at the bottom, the winner above the loser. A winner who is below the loser takes that
    place, and all players between move down one.
    """
    order: list[int] = []
    for winner, loser in results:
        order += [one for one in (winner, loser) if one not in order]
        above, below = order.index(loser), order.index(winner)
        if above < below:
            order.insert(above, order.pop(below))
    return tuple(order)


class NewLadderLine(NamedTuple):
    """The next line: its kind and its payload."""

    kind: str
    payload: dict[str, Any]


def open_ladder(rules: LadderRules, day: date) -> NewLadderLine:
    """Return the first line of a ladder."""
    return NewLadderLine(journal_lines.OPENED, {"rules": rules.to_data(), "day": day.isoformat()})


def change_rules(rules: LadderRules, day: date) -> NewLadderLine:
    """Change the rules from now on; earlier changes of place remain."""
    return NewLadderLine(journal_lines.RULES_SET, {"rules": rules.to_data(), "day": day.isoformat()})


def join(state: LadderState, player: str, day: date, ratings: Mapping[str, float]) -> NewLadderLine:
    """Add a player: at the bottom, or by rating above the first member who is rated lower.

    `ratings` are those of members and newcomer by public code; unrated players count below all others.
    A former member gets the old number again. Refuses `already_on_ladder`.
    """
    existing_member = state.member_of(player)
    if existing_member is not None and existing_member.is_active:
        raise Refusal("already_on_ladder", member=existing_member.number)
    number = existing_member.number if existing_member else max(state.members, default=0) + 1
    place = 0
    if state.rules.entry == RATING and player in ratings:
        place = _find_place_by_rating(state, ratings[player], ratings)
    payload = {"member": number, "player": player, "place": place, "day": day.isoformat()}
    return NewLadderLine(journal_lines.JOINED, payload)


def join_all(players: Sequence[str], day: date) -> list[NewLadderLine]:
    """Fill an empty ladder with players in this order, regardless of the entry rule."""
    payloads = ({"player": player, "place": 0, "day": day.isoformat()} for player in players)
    return [
        NewLadderLine(journal_lines.JOINED, {"member": number, **payload})
        for number, payload in enumerate(payloads, start=1)
    ]


def _find_place_by_rating(state: LadderState, rating: float, ratings: Mapping[str, float]) -> int:
    for place, number in enumerate(state.order, start=1):
        if ratings.get(state.members[number].player, float("-inf")) < rating:
            return place
    return 0


def leave(state: LadderState, member: int, day: date) -> NewLadderLine:
    """Remove a member; all below move up. Refuses `challenge_open`."""
    _get_active_member(state, member)
    _check_no_open_challenge(state, member)
    return NewLadderLine(journal_lines.LEFT, {"member": member, "day": day.isoformat()})


def move(state: LadderState, member: int, place: int, day: date) -> NewLadderLine:
    """Move a member to a place by decision of the desk. Refuses `rung_unknown`."""
    _get_active_member(state, member)
    if not 1 <= place <= len(state.order):
        raise Refusal("rung_unknown", place=place, rungs=len(state.order))
    return NewLadderLine(journal_lines.MOVED, {"member": member, "place": place, "day": day.isoformat()})


def list_members_within_reach(state: LadderState, challenger: int) -> tuple[int, ...]:
    """Return the members within challenge range, the nearest first."""
    own_place = state.place(challenger)
    if not own_place:
        return ()
    highest = max(0, own_place - 1 - state.rules.reach) if state.rules.reach else 0
    return state.order[highest : own_place - 1][::-1]


def find_challenge_refusal(state: LadderState, challenger: int, holder: int, day: date) -> Refusal | None:
    """Return why a member may not challenge another today, or None."""
    for number in (challenger, holder):
        if not state.place(number):
            return Refusal("not_on_ladder", member=number)
    if holder not in list_members_within_reach(state, challenger):
        reach = state.rules.reach
        return Refusal("challenge_too_far", challenger=challenger, holder=state.place(holder), reach=reach)
    for number in (challenger, holder):
        if state.challenge_of(number):
            return Refusal("challenge_open", member=number)
    protected_until = state.members[holder].protected_until
    if protected_until is not None and day <= protected_until:
        return Refusal("holder_protected", member=holder, until=protected_until.isoformat())
    return None


def challenge(state: LadderState, challenger: int, holder: int, day: date) -> NewLadderLine:
    """Challenge a member above. Raises what `find_challenge_refusal` returns."""
    refusal = find_challenge_refusal(state, challenger, holder, day)
    if refusal is not None:
        raise refusal
    number = max(state.challenges, default=0) + 1
    payload = {"challenge": number, "challenger": challenger, "holder": holder, "day": day.isoformat()}
    return NewLadderLine(journal_lines.CHALLENGED, payload)


def accept(state: LadderState, number: int, day: date) -> NewLadderLine:
    """Accept a challenge: a match is created."""
    _check_waiting(state, number)
    return NewLadderLine(journal_lines.ACCEPTED, {"challenge": number, "day": day.isoformat()})


def refuse(state: LadderState, number: int, day: date) -> NewLadderLine:
    """Decline a challenge, at the cost the rules set."""
    _check_waiting(state, number)
    return NewLadderLine(journal_lines.DECLINED, {"challenge": number, "day": day.isoformat()})


def call_off(state: LadderState, number: int, day: date) -> NewLadderLine:
    """Call off a challenge, without any change of place."""
    _get_open_challenge(state, number)
    return NewLadderLine(journal_lines.CANCELLED, {"challenge": number, "day": day.isoformat()})


def record_result(number: int, winner: int, loser_score: int, ending: str, day: date) -> NewLadderLine:
    """Record the result of a challenge; `winner` is a member number, 0 for none."""
    payload = {"challenge": number, "winner": winner, "loser_score": loser_score, "ending": ending}
    return NewLadderLine(journal_lines.PLAYED, {**payload, "day": day.isoformat()})


def reopen_result(number: int, day: date) -> NewLadderLine:
    """Reopen a challenge whose result was withdrawn."""
    return NewLadderLine(journal_lines.REOPENED, {"challenge": number, "day": day.isoformat()})


def undo(lines: Sequence[journal_lines.LadderJournalLine], seq: int) -> NewLadderLine:
    """Undo a line, except the first one; a result is corrected at its match (`result_of_match`)."""
    line = next((one for one in lines if one.seq == seq), None)
    if line is None or line.kind == journal_lines.OPENED:
        raise Refusal("undo_nothing", seq=seq)
    if line.kind in (journal_lines.PLAYED, journal_lines.REOPENED):
        raise Refusal("result_of_match", seq=seq)
    return NewLadderLine(journal_lines.UNDONE, {"seq": seq})


def _get_active_member(state: LadderState, number: int) -> LadderMember:
    member = state.members.get(number)
    if member is None or not member.is_active:
        raise Refusal("not_on_ladder", member=number)
    return member


def _check_no_open_challenge(state: LadderState, number: int) -> None:
    if state.challenge_of(number):
        raise Refusal("challenge_open", member=number)


def _get_open_challenge(state: LadderState, number: int) -> Challenge:
    existing_challenge = state.challenges.get(number)
    if existing_challenge is None:
        raise Refusal("challenge_unknown", challenge=number)
    if not existing_challenge.is_open:
        raise Refusal("challenge_not_open", challenge=number, status=existing_challenge.status)
    return existing_challenge


def _check_waiting(state: LadderState, number: int) -> None:
    open_challenge = _get_open_challenge(state, number)
    if open_challenge.status != WAITING:
        raise Refusal("challenge_not_open", challenge=number, status=open_challenge.status)
