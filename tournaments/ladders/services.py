"""Ladder services.

Every write locks the ladder, replays it, appends lines and syncs challenges and matches.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import date
from uuid import uuid4

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from matches.actors import SYSTEM, Actor, Identity, account_of, require_actor
from matches.models import Match, Player, User
from matches.queries.lookups import get_or_none
from matches.queries.people import get_spellings, make_person_q
from matches.services import lifecycle, live
from matches.services.players import normalise_name
from matches.states import Status
from rules.errors import Refusal
from tournaments.known_ratings import get_fibs_ratings
from tournaments.ladders.journal import challenges, membership
from tournaments.ladders.journal.due_lines import get_due_lines
from tournaments.ladders.journal.journal_lines import UNDONE, LadderJournalLine, NewLadderLine
from tournaments.ladders.journal.ladder_settings import LadderRules
from tournaments.ladders.journal.membership import rank_by_results
from tournaments.ladders.journal.replay import replay_ladder
from tournaments.ladders.journal.state import AGREED, DONE, Challenge, LadderState
from tournaments.ladders.models import Ladder, LadderChallenge, LadderLine
from tournaments.ladders.queries import (
    describe_line_number,
    find_doubles,
    find_separated_merges,
    read_lines,
)
from tournaments.models import Club
from tournaments.people.queries.members import get_club_players
from tournaments.permissions import may_act_for_player, may_direct, must_be_open, must_direct
from tournaments.play.events import event_state
from tournaments.ratings.queries import ratings
from tournaments.slugs import slugify_name

log = logging.getLogger(__name__)
ACCEPT, REFUSE, CALL_OFF = "accept", "refuse", "call_off"
ANSWERS = {ACCEPT: challenges.accept, REFUSE: challenges.refuse, CALL_OFF: challenges.call_off}
LadderCommand = Callable[[LadderState], NewLadderLine]
TITLE = gettext_noop("Ladder")


@transaction.atomic
def open_ladder(*, club: Club, name: str, rules: LadderRules, today: date, by: User) -> Ladder:
    """Create an empty ladder. Raises `slug_missing`, `slug_taken`."""
    require_actor(by)
    return _create_ladder(club, name, [membership.open_ladder(rules, today)], by)


@transaction.atomic
def open_with_members(*, club: Club, name: str, rules: LadderRules, today: date, by: User) -> Ladder:
    """Create a ladder with all members of the club, the highest rated first. Raises as `open_ladder`."""
    require_actor(by)
    players = get_club_players(club)
    member_ratings = get_fibs_ratings(club.pk, players)
    order = sorted(players, key=lambda one: -member_ratings.get(one.pk, float("-inf")))
    return _create_ladder(
        club, name, [membership.open_ladder(rules, today), *_make_join_lines(order, today)], by
    )


@transaction.atomic
def open_with_results(*, club: Club, name: str, rules: LadderRules, today: date, by: User) -> Ladder:
    """Create a ladder in the order of the club's results so far. Raises as `open_ladder`."""
    require_actor(by)
    results = [(dated.result.winner, dated.result.loser) for dated in ratings.results_from(club.pk, None)]
    order = rank_by_results(results)
    memberships = club.memberships.filter(player__in=order, left_at=None, player__anonymised_at=None)
    players = {row.player_id: row.player for row in memberships.select_related("player")}
    ordered_players = list(filter(None, (players.get(key) for key in order)))
    return _create_ladder(
        club, name, [membership.open_ladder(rules, today), *_make_join_lines(ordered_players, today)], by
    )


# Services that open a ladder, by the value of the form field `members`.
OPENERS = {"all": open_with_members, "results": open_with_results, "nobody": open_ladder}


@transaction.atomic
def change_ladder_rules(*, ladder: Ladder, rules: LadderRules, today: date, by: User, key: str = "") -> None:
    """Change the rules from now on; the order stays as it is."""
    must_direct(by, ladder.club)
    append_line(ladder=ladder, by=by, key=key, command=lambda _: membership.change_rules(rules, today))


@transaction.atomic
def add_member(*, ladder: Ladder, player: Player, today: date, by: User, key: str = "") -> None:
    """Add a member of the club to a ladder. Raises `already_on_ladder`, `not_a_member`.

    A person stands on it once, under whatever spelling.
    """
    must_direct(by, ladder.club)
    if not ladder.club.memberships.filter(make_person_q("player", player), left_at=None).exists():
        raise Refusal("not_a_member", player=player.name)
    ratings_by_player = _get_ratings_by_code(ladder, player)
    spellings = [spelling.code for spelling in get_spellings(player)]

    def join(state: LadderState) -> NewLadderLine:
        members = [member for member in state.members.values() if member.player in spellings]
        members.sort(key=lambda member: (not member.is_active, spellings.index(member.player)))
        former_code = next((member.player for member in members), player.code)
        return membership.join(state, former_code, today, ratings_by_player)

    append_line(ladder=ladder, by=by, key=key, command=join)


@transaction.atomic
def remove_member(
    *, ladder: Ladder, member: int, today: date, by: User, reason: str = "", key: str = ""
) -> None:
    """Remove a member; those below move up. Raises `not_on_ladder`, `challenge_open`."""
    must_direct(by, ladder.club)
    append_line(
        ladder=ladder,
        by=by,
        key=key,
        reason=reason,
        command=lambda state: membership.leave(state, member, today),
    )


@transaction.atomic
def move_member(
    *,
    ladder: Ladder,
    member: int,
    place: int,
    today: date,
    by: User,
    reason: str,
    key: str = "",
    version: int | None = None,
) -> None:
    """Move a member to another place of the ladder as it was at `version`, if one is given.

    Raises `reason_missing`, `rung_unknown`, `not_on_ladder`, and `version_outdated` if it has changed since.
    """
    must_direct(by, ladder.club)
    if not reason.strip():
        raise Refusal("reason_missing")
    append_line(
        ladder=ladder,
        by=by,
        key=key,
        reason=reason,
        command=lambda state: membership.move(state, member, place, today),
        version=version,
    )


# Refusals of an undo that concern the line itself.
REFUSED_UNDOS = frozenset({"undo_nothing", "result_of_match", "names_were_joined"})


@transaction.atomic
def undo_line(*, ladder: Ladder, seq: int, by: User, reason: str = "", key: str = "") -> None:
    """Undo a line and replay without it; undoing an undo restores the line.

    Raises `undo_blocked` with the later line that depends on it, `result_of_match` for a result, which is
    corrected at its match, `names_were_joined`, and `match_begun` where play has begun.
    """
    must_direct(by, ladder.club)
    lines = read_lines(ladder)
    try:
        append_line(
            ladder=ladder, by=by, key=key, reason=reason, command=lambda _: membership.undo(lines, seq)
        )
    except Refusal as refusal:
        raise explain_blocked_undo(ladder, seq, refusal) from refusal


def explain_blocked_undo(ladder: Ladder, seq: int, refusal: Refusal) -> Refusal:
    """Return the refusal of an undo: `undo_blocked` with the later line if one depends on the line."""
    if "seq" not in refusal.facts or refusal.code in REFUSED_UNDOS:
        return refusal
    blocking, kind = int(str(refusal.facts["seq"])), refusal.facts.get("kind", "")
    later = describe_line_number(ladder, blocking)
    return Refusal("undo_blocked", line=seq, blocking=blocking, kind=kind, later=later)


@transaction.atomic
def append_line(
    *,
    ladder: Ladder,
    by: Actor,
    command: LadderCommand,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> LadderState:
    """Append the line that `command` makes from the state; the caller checks permissions.

    Idempotent by `key`. Raises `version_outdated` if the command was based on another `version`.
    """
    require_actor(by)
    ladder = lock_ladder(ladder.pk)
    lines = read_lines(ladder)
    state = replay_ladder(lines)
    if key and LadderLine.objects.filter(ladder=ladder, key=key).exists():
        return state
    if version is not None and version != state.seq:
        raise Refusal("version_outdated", version=state.seq)
    return _append_lines(ladder, lines, [command(state)], by, key, reason)


def _create_ladder(club: Club, name: str, new_lines: Sequence[NewLadderLine], by: User) -> Ladder:
    must_direct(by, club)
    Club.objects.select_for_update().get(pk=club.pk)
    slug = slugify_name(name)
    if not slug:
        raise Refusal("slug_missing", name=name)
    if club.ladders.filter(slug=slug).exists():
        raise Refusal("slug_taken", slug=slug)
    ladder = Ladder.objects.create(club=club, name=normalise_name(name), slug=slug)
    _append_lines(ladder, (), new_lines, by)
    ladder.refresh_from_db()
    return ladder


def _make_join_lines(players: Sequence[Player], today: date) -> list[NewLadderLine]:
    return membership.join_all([player.code for player in players], today)


def _append_lines(
    ladder: Ladder,
    lines: Sequence[LadderJournalLine],
    new_lines: Sequence[NewLadderLine],
    by: Actor,
    key: str = "",
    reason: str = "",
) -> LadderState:
    """Append lines and sync challenges and matches; the ladder is locked."""
    lines_to_add = [
        LadderJournalLine(seq, kind, payload)
        for seq, (kind, payload) in enumerate(new_lines, start=len(lines) + 1)
    ]
    state = replay_ladder([*lines, *lines_to_add])
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
        for line in lines_to_add
    )
    sync_challenges(ladder, state, reason or f"{ladder.name} {state.seq}")
    Ladder.objects.filter(pk=ladder.pk).update(version=state.seq)
    live.publish(topic=f"desk:{ladder.club.desk.code}", kind="ladder", data={"version": state.seq})
    return state


def apply_spellings(*, players: Collection[int], today: date) -> None:
    """Leave one place on each ladder to players (by key) who are one person now; give two to separated ones.

    Raises `match_begun` if a challenge that has to be cancelled is being played.
    """
    codes = [str(code) for code in Player.objects.filter(pk__in=players).values_list("code", flat=True)]
    is_of_player = Q(payload__player__in=codes)
    for ladder in Ladder.objects.filter(pk__in=LadderLine.objects.filter(is_of_player).values("ladder")):
        separate_doubles(ladder=ladder, today=today)
        merge_doubles(ladder=ladder, today=today)


@transaction.atomic
def merge_doubles(*, ladder: Ladder, today: date) -> None:
    """Leave one place, the higher, to every person with several. Raises `match_begun`."""
    ladder = lock_ladder(ladder.pk)
    for _person, (remaining, *others) in find_doubles(replay_ladder(read_lines(ladder))):
        for other in others:
            append_line(
                ladder=ladder,
                by=SYSTEM,
                command=lambda state, pair=(remaining, other): membership.merge(state, pair, today),  # type: ignore[misc]
            )


@transaction.atomic
def separate_doubles(*, ladder: Ladder, today: date) -> None:
    """Undo the lines that left one place to two members who are two persons again.

    Where later lines do not allow it, the other member gets the place back that was given up.
    """
    ladder = lock_ladder(ladder.pk)
    lines = read_lines(ladder)
    for line in find_separated_merges(lines, replay_ladder(lines)):
        try:
            with transaction.atomic():
                append_line(
                    ladder=ladder, by=SYSTEM, command=_make_constant_command(membership.undo_merge(line))
                )
        except Refusal:
            new_line = membership.separate(replay_ladder(read_lines(ladder)), line, today)
            append_line(ladder=ladder, by=SYSTEM, command=_make_constant_command(new_line))


@transaction.atomic
def repair_ladder(*, ladder: Ladder, reason: str) -> Ladder:
    """Rebuild challenges and their matches from the journal of a ladder; each person gets one place."""
    merge_doubles(ladder=ladder, today=timezone.localdate())
    ladder = lock_ladder(ladder.pk)
    state = replay_ladder(read_lines(ladder))
    sync_challenges(ladder, state, reason)
    Ladder.objects.filter(pk=ladder.pk).update(version=state.seq)
    ladder.refresh_from_db()
    return ladder


def lock_ladder(ladder: int) -> Ladder:
    """Return the ladder locked for update; lock it before any of its matches."""
    ladders = Ladder.objects.select_for_update(of=("self",)).select_related("club__desk")
    return ladders.get(pk=ladder)


def sync_challenges(ladder: Ladder, state: LadderState, reason: str) -> None:
    """Save challenges from the state, create matches of accepted ones, void those of cancelled ones."""
    rows = {row.number: row for row in ladder.challenges.select_related("match")}
    codes = {member.player for member in state.members.values()}
    players = {player.code: player for player in Player.objects.filter(code__in=codes)}
    players_by_member = {number: players[member.player] for number, member in state.members.items()}
    for number, challenge_state in state.challenges.items():
        row = rows.pop(number, None) or LadderChallenge(ladder=ladder, number=number)
        before = _get_row_values(row)
        row.challenger, row.holder = (
            players_by_member[challenge_state.challenger],
            players_by_member[challenge_state.holder],
        )
        detached_match = _update_match(ladder, row, challenge_state, state.rules.length)
        row.status, row.due = challenge_state.status, challenge_state.due
        if row.pk is None or before != _get_row_values(row):
            row.save()
        _void_match(detached_match, reason)
    for row in rows.values():
        match, row.match = row.match, None
        row.delete()
        _void_match(match, reason)


def _update_match(
    ladder: Ladder, row: LadderChallenge, challenge_state: Challenge, length: int
) -> Match | None:
    """Create the match of an accepted challenge, or detach and return that of a cancelled one."""
    if challenge_state.status in (AGREED, DONE):
        row.match = row.match or _create_match(ladder, row, length)
        return None
    detached_match, row.match = row.match, None
    return detached_match


def _get_row_values(row: LadderChallenge) -> tuple[object, ...]:
    return (row.status, row.due, row.match_id, row.challenger_id, row.holder_id)


def _create_match(ladder: Ladder, row: LadderChallenge, length: int) -> Match:
    """Create and call the match of a challenge."""
    match = lifecycle.create_match(
        desk=ladder.club.desk, white=row.challenger, black=row.holder, length=length, title=TITLE, by=SYSTEM
    )
    ratings_by_player = get_fibs_ratings(ladder.club_id, [row.challenger, row.holder])
    if row.challenger_id in ratings_by_player and row.holder_id in ratings_by_player:
        lifecycle.store_ratings(
            ratings={match.pk: (ratings_by_player[row.challenger_id], ratings_by_player[row.holder_id])}
        )
    return lifecycle.call_match(match=match, by=SYSTEM)


def _void_match(match: Match | None, reason: str) -> None:
    if match is None or match.status == Status.VOID.value:
        return
    if (
        match.status not in (Status.SCHEDULED.value, Status.CALLED.value)
        or match.white_score + match.black_score
    ):
        raise Refusal("match_begun", pairings=[match.code])
    lifecycle.void_match(match=match, reason=reason, by=SYSTEM)


def _get_ratings_by_code(ladder: Ladder, newcomer: Player) -> dict[str, float]:
    codes = [member.player for member in replay_ladder(read_lines(ladder)).members.values()]
    players = [*Player.objects.filter(code__in=codes), newcomer]
    ratings_by_player = get_fibs_ratings(ladder.club_id, players)
    return {player.code: ratings_by_player[player.pk] for player in players if player.pk in ratings_by_player}


def get_settled_date(match: Match) -> date:
    """Return the local date a match was settled on."""
    return timezone.localtime(match.settled_at).date() if match.settled_at else timezone.localdate()


@transaction.atomic
def challenge(
    *, ladder: Ladder, challenger: Player, holder: Player, identity: Identity, today: date, key: str = ""
) -> None:
    """Challenge a member, for oneself or from the desk.

    Raises `not_your_challenge` for any other person, and what the rules refuse: `not_on_ladder`,
    `challenge_too_far`, `challenge_open`, `holder_protected`.
    """
    must_be_open(ladder.club)
    _check_may_act_for(identity, challenger, ladder)

    def make_line(state: LadderState) -> NewLadderLine:
        return challenges.challenge(
            state, _get_member_number(state, challenger), _get_member_number(state, holder), today
        )

    append_line(ladder=ladder, by=identity, command=make_line, key=key)


@transaction.atomic
def answer_challenge(
    *, ladder: Ladder, number: int, answer: str, identity: Identity, today: date, key: str = ""
) -> None:
    """Accept or refuse a challenge (the challenged player), or call it off (the challenger).

    Directors may do all three. Raises `answer_unknown`, `challenge_unknown`,
    `not_your_challenge`, `challenge_not_open`, and `match_begun` where play has begun.
    """
    if answer not in ANSWERS:
        raise Refusal("answer_unknown", answer=answer)
    matching_rows = LadderChallenge.objects.select_related("challenger", "holder").filter(
        ladder=ladder, number=number
    )
    challenge_row = matching_rows.first()
    if challenge_row is None:
        raise Refusal("challenge_unknown", challenge=number)
    _check_may_act_for(
        identity, challenge_row.challenger if answer == CALL_OFF else challenge_row.holder, ladder
    )
    append_line(
        ladder=ladder, by=identity, command=lambda state: ANSWERS[answer](state, number, today), key=key
    )


@transaction.atomic
def record_match_outcome(*, match: Match, by: Actor, reason: str) -> None:
    """Record the outcome of the match of a challenge; idempotent, ignores other matches."""
    require_actor(by)
    row = get_or_none(LadderChallenge.objects.all(), match=match.pk)
    if row is None:
        return
    ladder = lock_ladder(row.ladder_id)
    challenge_state = replay_ladder(read_lines(ladder)).challenges[row.number]
    command = _make_outcome_command(match, row, challenge_state)
    if command is None:
        return
    if match.status == Status.VOID.value:
        LadderChallenge.objects.filter(pk=row.pk).update(match=None)
    append_line(
        ladder=ladder, by=by, command=command, key=f"match-{match.code}-{match.version}", reason=reason
    )


def apply_all_deadlines(*, today: date) -> int:
    """Apply deadlines on every ladder and return the number of lines written.

    A ladder that fails is logged and does not stop the others.
    """
    count = 0
    for ladder in Ladder.objects.order_by("pk"):
        try:
            count += apply_deadlines(ladder=ladder, today=today)
        except Exception:
            log.exception("The deadlines of ladder %s could not be applied.", ladder.pk)
    return count


@transaction.atomic
def apply_deadlines(*, ladder: Ladder, today: date) -> int:
    """Expire challenges and move idle members down by `today`; return the number of lines written."""
    ladder = lock_ladder(ladder.pk)
    begun_challenges = {
        row.number
        for row in ladder.challenges.filter(match__isnull=False).select_related("match")
        if row.match is not None and _is_in_progress(row.match)
    }
    line_count = 0
    while due_lines := get_due_lines(replay_ladder(read_lines(ladder)), today, begun_challenges):
        for new_line in due_lines:
            append_line(ladder=ladder, by=SYSTEM, command=_make_constant_command(new_line))
            line_count += 1
    return line_count


def _make_outcome_command(
    match: Match, row: LadderChallenge, challenge_state: Challenge
) -> LadderCommand | None:
    """Return the command that records the state of a match, or None if already recorded."""
    number, day = row.number, get_settled_date(match)
    if match.status == Status.SETTLED.value:
        winner = {"white": challenge_state.challenger, "black": challenge_state.holder}.get(match.winner, 0)
        result = (winner, min(match.white_score, match.black_score), match.ending)
        if challenge_state.status == DONE and result == (
            challenge_state.winner,
            challenge_state.loser_score,
            challenge_state.ending,
        ):
            return None
        return _make_constant_command(challenges.record_result(number, *result, day))
    if challenge_state.status == DONE:
        return _make_constant_command(challenges.reopen_result(number, day))
    if match.status == Status.VOID.value and challenge_state.is_open:
        return lambda state: challenges.call_off(state, number, day)
    return None


def _make_constant_command(new_line: NewLadderLine) -> LadderCommand:
    return lambda _state: new_line


def _is_in_progress(match: Match) -> bool:
    return event_state.has_begun(match) or match.status in (Status.RUNNING.value, Status.POSTPONED.value)


def _get_member_number(state: LadderState, player: Player) -> int:
    member = state.member_of(player.code)
    if member is None:
        raise Refusal("not_on_ladder", member=0)
    return member.number


def _check_may_act_for(identity: Identity, player: Player, ladder: Ladder) -> None:
    if not may_act_for_player(identity, player, ladder.club) and not may_direct(identity.user, ladder.club):
        raise Refusal("not_your_challenge", player=player.name)
