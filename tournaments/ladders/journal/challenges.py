"""Challenges on a ladder: who may challenge whom, and what becomes of a challenge.

Pure functions from the state of the ladder to the next journal line, or a refusal; days are passed in.
"""

from datetime import date

from rules.errors import Refusal
from tournaments.ladders.journal import journal_lines
from tournaments.ladders.journal.journal_lines import NewLadderLine
from tournaments.ladders.journal.state import WAITING, Challenge, LadderState


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
