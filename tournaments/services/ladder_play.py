"""Challenges are made, answered and played; time and results reach the ladder."""

from datetime import date

from django.db import transaction

from matches.actors import SYSTEM, Actor, require_actor
from matches.identity import Identity
from matches.models import Match, Player
from matches.states import Status
from rules.errors import Refusal
from tournaments.ladders import acting
from tournaments.ladders.acting import Act
from tournaments.ladders.fold import fold
from tournaments.ladders.state import DONE, Challenge, LadderState
from tournaments.models import Ladder, LadderChallenge
from tournaments.permissions import may_direct, must_be_open, speaks_at_club
from tournaments.queries import facts
from tournaments.queries.ladders import lines_of
from tournaments.services.ladders import Deed, locked, tell, today_of

ACCEPT, REFUSE, CALL_OFF = "accept", "refuse", "call_off"
ANSWERS = {ACCEPT: acting.accept, REFUSE: acting.refuse, CALL_OFF: acting.call_off}


@transaction.atomic
def challenge(
    *, ladder: Ladder, challenger: Player, holder: Player, identity: Identity, today: date, key: str = ""
) -> None:
    """A player challenges another, or the desk says so for him.

    Raises `not_your_challenge` for anybody else, and what the rules refuse: `not_on_ladder`,
    `challenge_too_far`, `challenge_open`, `holder_protected`.
    """
    must_be_open(ladder.club)
    _must_speak_for(identity, challenger, ladder)

    def deed(state: LadderState) -> Act:
        return acting.challenge(state, _number(state, challenger), _number(state, holder), today)

    tell(ladder=ladder, by=identity, deed=deed, key=key)


@transaction.atomic
def answer(*, ladder: Ladder, number: int, said: str, identity: Identity, today: date, key: str = "") -> None:
    """Take a challenge up, turn it down (whoever was challenged), or call it off (whoever made it).

    The desk may say all three for them. Raises `answer_unknown`, `challenge_unknown`,
    `not_your_challenge`, `challenge_stands`, and `match_begun` where they play already.
    """
    if said not in ANSWERS:
        raise Refusal("answer_unknown", answer=said)
    row = LadderChallenge.objects.select_related("challenger", "holder").filter(ladder=ladder, number=number)
    held = row.first()
    if held is None:
        raise Refusal("challenge_unknown", challenge=number)
    _must_speak_for(identity, held.challenger if said == CALL_OFF else held.holder, ladder)
    tell(ladder=ladder, by=identity, deed=lambda state: ANSWERS[said](state, number, today), key=key)


@transaction.atomic
def absorb(*, match: Match, by: Actor, reason: str) -> None:
    """Write down what became of the match of a challenge; safe to call twice, nothing for other matches."""
    require_actor(by)
    row = LadderChallenge.objects.filter(match=match.pk).first()
    if row is None:
        return
    ladder = locked(row.ladder_id)
    held = fold(lines_of(ladder)).challenges[row.number]
    deed = _change(match, row, held)
    if deed is None:
        return
    if match.status == Status.VOID.value:
        LadderChallenge.objects.filter(pk=row.pk).update(match=None)
    tell(ladder=ladder, by=by, deed=deed, key=f"match-{match.code}-{match.version}", reason=reason)


@transaction.atomic
def pass_time(*, ladder: Ladder, today: date) -> int:
    """Let run out what is out of time by `today`, and sink who does not play; how many lines that took."""
    ladder = locked(ladder.pk)
    begun = {
        row.number
        for row in ladder.challenges.filter(match__isnull=False).select_related("match")
        if row.match is not None and _is_on(row.match)
    }
    written = 0
    while due := acting.due_lines(fold(lines_of(ladder)), today, begun):
        for act in due:
            tell(ladder=ladder, by=SYSTEM, deed=_fixed(act))
            written += 1
    return written


def _change(match: Match, row: LadderChallenge, held: Challenge) -> Deed | None:
    """What a match says about its challenge; None where the ladder knows it."""
    number, day = row.number, today_of(match)
    if match.status == Status.SETTLED.value:
        winner = {"white": held.challenger, "black": held.holder}.get(match.winner, 0)
        told = (winner, min(match.white_score, match.black_score), match.ending)
        if held.stands == DONE and told == (held.winner, held.loser_score, held.ending):
            return None
        return _fixed(acting.play(number, *told, day))
    if held.stands == DONE:
        return _fixed(acting.reopen(number, day))
    if match.status == Status.VOID.value and held.is_open:
        return lambda state: acting.call_off(state, number, day)
    return None


def _fixed(act: Act) -> Deed:
    return lambda _state: act


def _is_on(match: Match) -> bool:
    return facts.is_begun(match) or match.status in (Status.RUNNING.value, Status.POSTPONED.value)


def _number(state: LadderState, player: Player) -> int:
    member = state.member_of(player.code)
    if member is None:
        raise Refusal("not_on_ladder", member=0)
    return member.number


def _must_speak_for(identity: Identity, player: Player, ladder: Ladder) -> None:
    if not speaks_at_club(identity, player, ladder.club) and not may_direct(identity.user, ladder.club):
        raise Refusal("not_your_challenge", player=player.name)
