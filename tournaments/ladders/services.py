"""The one write door of a ladder: lock, fold, check, append a line, bring challenges and matches in line."""

import logging
from collections.abc import Callable, Sequence
from datetime import date
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_noop

from matches.actors import SYSTEM, Actor, account_of, require_actor
from matches.identity import Identity
from matches.models import Match, Player, User
from matches.queries.people import is_one
from matches.services import lifecycle, live, odds
from matches.services.players import tidy_name
from matches.states import Status
from rules.errors import Refusal
from tournaments.ladders.journal import commands as acting
from tournaments.ladders.journal.commands import Act
from tournaments.ladders.journal.entries import UNDONE, Line
from tournaments.ladders.journal.replay import fold
from tournaments.ladders.journal.results import order_of
from tournaments.ladders.journal.rules import LadderRules
from tournaments.ladders.journal.state import AGREED, DONE, Challenge, LadderState
from tournaments.ladders.models import Ladder, LadderChallenge, LadderLine
from tournaments.ladders.queries import lines_of
from tournaments.models import Club
from tournaments.permissions import may_direct, must_be_open, must_direct, speaks_at_club
from tournaments.queries import facts, ratings
from tournaments.queries.members import playing
from tournaments.queries.strengths import strengths

log = logging.getLogger(__name__)
ACCEPT, REFUSE, CALL_OFF = "accept", "refuse", "call_off"
ANSWERS = {ACCEPT: acting.accept, REFUSE: acting.refuse, CALL_OFF: acting.call_off}
Deed = Callable[[LadderState], Act]
TITLE = gettext_noop("Ladder")


@transaction.atomic
def open_ladder(*, club: Club, name: str, rules: LadderRules, today: date, by: User) -> Ladder:
    """A new ladder with nobody on it. Raises `slug_missing`, `slug_taken`."""
    require_actor(by)
    return _opened(club, name, [acting.open_with(rules, today)], by)


@transaction.atomic
def open_with_members(*, club: Club, name: str, rules: LadderRules, today: date, by: User) -> Ladder:
    """A new ladder with every member of the club on it, the highest rated first. As `open_ladder`."""
    require_actor(by)
    players = playing(club)
    rated = strengths(club.pk, players)
    order = sorted(players, key=lambda one: -rated.get(one.pk, float("-inf")))
    return _opened(club, name, [acting.open_with(rules, today), *_coming(order, today)], by)


@transaction.atomic
def open_with_results(*, club: Club, name: str, rules: LadderRules, today: date, by: User) -> Ladder:
    """A new ladder in the order that the results of the club have made so far: whoever won took the place of
    whom he had beaten. As `open_ladder`."""
    require_actor(by)
    results = [(dated.result.winner, dated.result.loser) for dated in ratings.results_from(club.pk, None)]
    order = order_of(results)
    here = club.memberships.filter(player__in=order, left_at=None, player__anonymised_at=None)
    players = {row.player_id: row.player for row in here.select_related("player")}
    found = list(filter(None, (players.get(key) for key in order)))
    return _opened(club, name, [acting.open_with(rules, today), *_coming(found, today)], by)


# How a ladder opens, by the choice of the form.
OPENINGS = {"all": open_with_members, "results": open_with_results, "nobody": open_ladder}


@transaction.atomic
def change_rules(*, ladder: Ladder, rules: LadderRules, today: date, by: User, key: str = "") -> None:
    """Other rules from now on; the order stays as it is."""
    must_direct(by, ladder.club)
    tell(ladder=ladder, by=by, key=key, deed=lambda _: acting.rule(rules, today))


@transaction.atomic
def put_on(*, ladder: Ladder, player: Player, today: date, by: User, key: str = "") -> None:
    """Let a member of the club come on. Raises `already_on_ladder`, `not_a_member`."""
    must_direct(by, ladder.club)
    if not ladder.club.memberships.filter(is_one("player", player), left_at=None).exists():
        raise Refusal("not_a_member", player=player.name)
    rated = _ratings(ladder, player)
    tell(ladder=ladder, by=by, key=key, deed=lambda state: acting.join(state, player.code, today, rated))


@transaction.atomic
def take_off(*, ladder: Ladder, member: int, today: date, by: User, reason: str = "", key: str = "") -> None:
    """Let somebody leave; who stood below moves up. Raises `not_on_ladder`, `challenge_open`."""
    must_direct(by, ladder.club)
    tell(ladder=ladder, by=by, key=key, reason=reason, deed=lambda now: acting.leave(now, member, today))


@transaction.atomic
def move(
    *, ladder: Ladder, member: int, place: int, today: date, by: User, reason: str, key: str = ""
) -> None:
    """The desk puts somebody on another rung. Raises `reason_missing`, `rung_unknown`, `not_on_ladder`."""
    must_direct(by, ladder.club)
    if not reason.strip():
        raise Refusal("reason_missing")
    tell(
        ladder=ladder, by=by, key=key, reason=reason, deed=lambda now: acting.move(now, member, place, today)
    )


@transaction.atomic
def undo(*, ladder: Ladder, seq: int, by: User, reason: str = "", key: str = "") -> None:
    """Strike a line and fold again without it; striking a striking brings it back.

    Raises `undo_blocked` with the later line that could not stand, `result_of_match` for a result, which is
    corrected at its match, `match_begun` where people play already.
    """
    must_direct(by, ladder.club)
    lines = lines_of(ladder)
    try:
        tell(ladder=ladder, by=by, key=key, reason=reason, deed=lambda _: acting.undo(lines, seq))
    except Refusal as refusal:
        if "seq" not in refusal.facts or refusal.code in ("undo_nothing", "result_of_match"):
            raise
        blocking, kind = refusal.facts["seq"], refusal.facts.get("kind", "")
        raise Refusal("undo_blocked", line=seq, blocking=blocking, kind=kind) from refusal


@transaction.atomic
def tell(*, ladder: Ladder, by: Actor, deed: Deed, key: str = "", reason: str = "") -> LadderState:
    """Add the line `deed` makes of the state; the caller has asked who may. A used key adds nothing."""
    require_actor(by)
    ladder = locked(ladder.pk)
    lines = lines_of(ladder)
    state = fold(lines)
    if key and LadderLine.objects.filter(ladder=ladder, key=key).exists():
        return state
    return _write(ladder, lines, [deed(state)], by, key, reason)


def _opened(club: Club, name: str, acts: Sequence[Act], by: User) -> Ladder:
    must_direct(by, club)
    Club.objects.select_for_update().get(pk=club.pk)
    slug = slugify(name)[:60].strip("-")
    if not slug:
        raise Refusal("slug_missing", name=name)
    if club.ladders.filter(slug=slug).exists():
        raise Refusal("slug_taken", slug=slug)
    ladder = Ladder.objects.create(club=club, name=tidy_name(name), slug=slug)
    _write(ladder, (), acts, by)
    ladder.refresh_from_db()
    return ladder


def _coming(players: Sequence[Player], today: date) -> list[Act]:
    return acting.begin_with([player.code for player in players], today)


def _write(
    ladder: Ladder,
    lines: Sequence[Line],
    acts: Sequence[Act],
    by: Actor,
    key: str = "",
    reason: str = "",
) -> LadderState:
    """Add the lines of these acts to those there are, and bring everything in line; the ladder is locked."""
    fresh = [Line(seq, kind, payload) for seq, (kind, payload) in enumerate(acts, start=len(lines) + 1)]
    state = fold([*lines, *fresh])
    LadderLine.objects.bulk_create(
        LadderLine(
            ladder=ladder,
            seq=line.seq,
            kind=line.kind,
            payload=line.payload,
            undoes=line.payload["seq"] if line.kind == UNDONE else None,
            by=account_of(by),
            reason=reason,
            key=key or uuid4().hex,
        )
        for line in fresh
    )
    bring_in_line(ladder, state, reason or f"{ladder.name} {state.seq}")
    Ladder.objects.filter(pk=ladder.pk).update(version=state.seq)
    live.publish(topic=f"desk:{ladder.club.desk.code}", kind="ladder", data={"version": state.seq})
    return state


@transaction.atomic
def put_right(*, ladder: Ladder, reason: str) -> Ladder:
    """Write challenges and their matches anew from the lines of a ladder. Refuses where they do not fold."""
    ladder = locked(ladder.pk)
    state = fold(lines_of(ladder))
    bring_in_line(ladder, state, reason)
    Ladder.objects.filter(pk=ladder.pk).update(version=state.seq)
    ladder.refresh_from_db()
    return ladder


def locked(ladder: int) -> Ladder:
    """The ladder read afresh under its lock, inside a transaction and before any of its matches."""
    found = Ladder.objects.select_for_update(of=("self",)).select_related("club__desk")
    return found.get(pk=ladder)


def bring_in_line(ladder: Ladder, state: LadderState, reason: str) -> None:
    """Write challenges as they stand, seat what was agreed on, void what is off."""
    rows = {row.number: row for row in ladder.challenges.select_related("match")}
    codes = {member.player for member in state.members.values()}
    players = {player.code: player for player in Player.objects.filter(code__in=codes)}
    people = {number: players[member.player] for number, member in state.members.items()}
    for number, held in state.challenges.items():
        row = rows.pop(number, None) or LadderChallenge(ladder=ladder, number=number)
        before = _values(row)
        row.challenger, row.holder = people[held.challenger], people[held.holder]
        gone = _seated(ladder, row, held, state.rules.length)
        row.stands, row.due = held.stands, held.due
        if row.pk is None or before != _values(row):
            row.save()
        _void(gone, reason)
    for row in rows.values():
        match, row.match = row.match, None
        row.delete()
        _void(match, reason)


def _seated(ladder: Ladder, row: LadderChallenge, held: Challenge, length: int) -> Match | None:
    """Give a challenge that was taken up its match; the match of one that is off, which it lets go."""
    if held.stands in (AGREED, DONE):
        row.match = row.match or _seat(ladder, row, length)
        return None
    gone, row.match = row.match, None
    return gone


def _values(row: LadderChallenge) -> tuple[object, ...]:
    return (row.stands, row.due, row.match_id, row.challenger_id, row.holder_id)


def _seat(ladder: Ladder, row: LadderChallenge, length: int) -> Match:
    """The match of a challenge, ready to be played at any table or at home."""
    match = lifecycle.seat(
        desk=ladder.club.desk, white=row.challenger, black=row.holder, length=length, title=TITLE, by=SYSTEM
    )
    known = strengths(ladder.club_id, [row.challenger, row.holder])
    if row.challenger_id in known and row.holder_id in known:
        odds.note_ratings(ratings={match.pk: (known[row.challenger_id], known[row.holder_id])})
    return lifecycle.call(match=match, by=SYSTEM)


def _void(match: Match | None, reason: str) -> None:
    if match is None or match.status == Status.VOID.value:
        return
    if (
        match.status not in (Status.SCHEDULED.value, Status.CALLED.value)
        or match.white_score + match.black_score
    ):
        raise Refusal("match_begun", pairings=[match.code])
    lifecycle.void(match=match, reason=reason, by=SYSTEM)


def _ratings(ladder: Ladder, newcomer: Player) -> dict[str, float]:
    codes = [member.player for member in fold(lines_of(ladder)).members.values()]
    players = [*Player.objects.filter(code__in=codes), newcomer]
    known = strengths(ladder.club_id, players)
    return {player.code: known[player.pk] for player in players if player.pk in known}


def today_of(match: Match) -> date:
    """The day a match was settled on, here."""
    return timezone.localtime(match.settled_at).date() if match.settled_at else timezone.localdate()


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
def answer(
    *, ladder: Ladder, number: int, answer: str, identity: Identity, today: date, key: str = ""
) -> None:
    """Take a challenge up, turn it down (whoever was challenged), or call it off (whoever made it).

    The desk may say all three for them. Raises `answer_unknown`, `challenge_unknown`,
    `not_your_challenge`, `challenge_stands`, and `match_begun` where they play already.
    """
    if answer not in ANSWERS:
        raise Refusal("answer_unknown", answer=answer)
    row = LadderChallenge.objects.select_related("challenger", "holder").filter(ladder=ladder, number=number)
    held = row.first()
    if held is None:
        raise Refusal("challenge_unknown", challenge=number)
    _must_speak_for(identity, held.challenger if answer == CALL_OFF else held.holder, ladder)
    tell(ladder=ladder, by=identity, deed=lambda state: ANSWERS[answer](state, number, today), key=key)


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


def pass_time_everywhere(*, today: date) -> int:
    """Do what is due on every ladder; how many entries that wrote. A ladder that fails delays no other."""
    count = 0
    for ladder in Ladder.objects.order_by("pk"):
        try:
            count += pass_time(ladder=ladder, today=today)
        except Exception:
            log.exception("Time could not pass on ladder %s.", ladder.pk)
    return count


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
