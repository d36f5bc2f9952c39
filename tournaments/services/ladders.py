"""The one write door of a ladder: lock, fold, check, append a line, bring challenges and matches in line."""

from collections.abc import Callable, Sequence
from datetime import date
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_noop

from matches.actors import SYSTEM, Actor, account_of, require_actor
from matches.models import Match, Player, User
from matches.queries.people import is_one
from matches.services import lifecycle, live, odds
from matches.services.players import tidy_name
from matches.states import Status
from rules.errors import Refusal
from tournaments.ladders import acting
from tournaments.ladders.acting import Act
from tournaments.ladders.facts import UNDONE, Line
from tournaments.ladders.fold import fold
from tournaments.ladders.rules import LadderRules
from tournaments.ladders.state import AGREED, DONE, Challenge, LadderState
from tournaments.models import Club, Ladder, LadderChallenge, LadderLine
from tournaments.permissions import must_direct
from tournaments.queries import ratings
from tournaments.queries.ladders import lines_of
from tournaments.queries.members import playing
from tournaments.queries.strengths import strengths
from tournaments.standings.ladder import order_of

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
