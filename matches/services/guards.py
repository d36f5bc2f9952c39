"""Checks of services before they write. The `require_...` functions raise a refusal or return None."""

from matches import permissions, registry
from matches.actors import SYSTEM, Actor, Identity, account_of
from matches.models import Desk, Match, Player
from matches.states import Status
from rules.errors import Refusal


def require_official(by: Actor, desk: Desk) -> None:
    """Raise `desk_only` unless the actor is an official of the desk or the system.

    An official is refused what `desk_obstacles` names.
    """
    if by is SYSTEM:
        return
    if not permissions.may_rule(account_of(by), desk):
        raise Refusal("desk_only", desk=desk.name)
    require_open_desk(desk)


def require_open_desk(desk: Desk) -> None:
    """Raise what `desk_obstacles` names, such as that another site directs the matches of the desk."""
    for obstacle in registry.desk_obstacles(desk):
        if obstacle is not None:
            raise obstacle


def require_name_manager(by: Actor, player: Player) -> None:
    """Raise `not_your_player` unless the actor manages this player's name or is the system."""
    if by is not SYSTEM and not permissions.may_edit_name(account_of(by), player):
        raise Refusal("not_your_player", player=player.name)


def require_person(*players: Player) -> None:
    """Raise `pair_follows` for a pair (its name follows from its members) and `team_is_nobody` for a team."""
    for player in players:
        if player.is_team:
            raise Refusal("team_is_nobody", team=player.name)
        if player.is_pair:
            raise Refusal("pair_follows", pair=player.name)


def require_reporter(identity: Identity, match: Match) -> None:
    """Raise `not_your_match` unless the identity is a player, an official, or at the table of the match.

    With a badge of one of its players that is of another desk the refusal is `badge_of_other_desk`.
    """
    if not permissions.may_report(identity, match):
        raise make_outsider_refusal(identity, match)


def make_outsider_refusal(identity: Identity, match: Match) -> Refusal:
    """Return the refusal of an identity that may not act for a match, saying which badge it would need."""
    if identity.badge is not None and identity.is_badge_of_other_desk(match):
        desks = {"place": identity.badge.desk.name, "here": match.desk.name}
        return Refusal("badge_of_other_desk", "", match=match.code, **desks)
    return Refusal("not_your_match", match=match.code)


def require_current_version(match: Match, version: int | None) -> None:
    """Raise `changed_meanwhile` if `version` is not that of the match; None skips the check."""
    if version is not None and version != match.version:
        raise make_conflict(match)


def require_reason(reason: str) -> None:
    """Raise `reason_missing` for a blank reason."""
    if not reason.strip():
        raise Refusal("reason_missing")


def make_conflict(match: Match) -> Refusal:
    """Return the refusal `changed_meanwhile`, with the last change and the current state of the match."""
    return Refusal("changed_meanwhile", "", **get_match_context(match))


def get_match_context(match: Match) -> dict[str, object]:
    """Return the state of a match as the context of a refusal."""
    return {
        "match": match.code,
        "status": match.status,
        "version": match.version,
        "white_score": match.white_score,
        "black_score": match.black_score,
        "winner": match.winner,
        "by": match.changed_by,
        "at": match.changed_at.isoformat(),
    }


def require_start_score(match: Match, score: tuple[int, int]) -> None:
    """Raise `score_below_start` for a final score in which a side has fewer points than it began with."""
    for side, points, start in zip(
        ("white", "black"), score, (match.white_start, match.black_start), strict=True
    ):
        if points < start:
            raise Refusal("score_below_start", side=side, points=start)


def require_status(match: Match, *statuses: Status) -> None:
    """Raise the refusal for the match's status (`REFUSAL_CODES`) unless it is one of `statuses`."""
    if match.status not in {status.value for status in statuses}:
        raise Refusal(REFUSAL_CODES[Status(match.status)], "", **get_match_context(match))


REFUSAL_CODES = {
    Status.SCHEDULED: "not_called_yet",
    Status.CALLED: "not_begun_yet",
    Status.RUNNING: "still_running",
    Status.REPORTED: "already_reported",
    Status.DISPUTED: "awaits_ruling",
    Status.POSTPONED: "match_postponed",
    Status.SETTLED: "already_settled",
    Status.VOID: "match_void",
}
