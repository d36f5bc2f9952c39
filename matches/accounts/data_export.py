"""The copy of their own data that players and account holders can download."""

from collections.abc import Sequence
from typing import Any

from allauth.usersessions.models import UserSession
from django.db.models import Q

from matches import registry
from matches.accounts.models import SignInLink
from matches.accounts.queries import get_authenticators, list_devices, list_emails
from matches.models import Badge, Match, Player, Report, User
from matches.queries import people, player_history
from matches.queries.people import make_person_q
from matches.registry import TemplateSection

# The version of the export format.
EXPORT_VERSION = 1


def get_own_data(player: Player, *, by_account: bool = True) -> dict[str, Any]:
    """Return the data stored about a person, under every spelling, as plain data.

    It contains matches, also those of pairs, reports, badges without tokens, changes of the name, and the
    data of other apps. For the holder of a badge (`by_account` False) the data of `registry.own_data` is left
    out, because others may have issued or found the badge.

    Match files are listed without their text. Times are ISO 8601 with offset; other people appear by their
    public name.
    """
    spellings = people.get_spellings(player)
    return {
        "version": EXPORT_VERSION,
        "player": people.get_canonical_player(player).code,
        "spellings": [_export_spelling(each) for each in spellings],
        "account": next((each.user.get_username() for each in spellings if each.user), None),
        **_export_played(player),
        **(_export_other_apps(player) if by_account else {}),
        "pairs": [_export_pair(row, by_account) for row in player_history.get_pair_records(player)],
        "name_changes": [
            _export_name_change(row) for each in spellings for row in each.changes.order_by("pk")
        ],
    }


def _export_played(player: Player) -> dict[str, Any]:
    """Return the matches, reports and badges of a person or a pair, and `registry.played_data`."""
    rows = player_history.get_matches_of_player(player).prefetch_related("games")
    return {
        "matches": [_export_match(row, player) for row in rows],
        "reports": [_export_report(row) for row in _get_reports(player)],
        **_merge_answers(registry.played_data(player)),
        "badges": [_export_badge(row) for row in _get_badges(player)],
    }


def _export_other_apps(player: Player) -> dict[str, Any]:
    return _merge_answers(registry.own_data(player))


def _merge_answers(answers: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: data for answer in answers for name, data in answer.items()}


def _export_pair(row: player_history.PairRecord, by_account: bool) -> dict[str, Any]:
    data = {"code": row.pair.code, "name": row.pair.name, "partner": row.partner.name}
    return {**data, **_export_played(row.pair), **(_export_other_apps(row.pair) if by_account else {})}


def _export_spelling(player: Player) -> dict[str, Any]:
    fields = ("code", "full_name", "name", "shown", "code_name")
    return {**{field: getattr(player, field) for field in fields}, "since": player.created_at.isoformat()}


def _export_match(match: Match, player: Player) -> dict[str, Any]:
    return {
        "code": match.code,
        "desk": match.desk.name,
        "title": match.title,
        "white": match.white.name,
        "black": match.black.name,
        "side": "white" if match.white.is_one_with(player) else "black",
        "length": match.length,
        "score": [match.white_score, match.black_score],
        "is_loser_score_known": match.is_loser_score_known,
        "winner": match.winner,
        "ending": match.ending,
        "status": match.status,
        "settled_at": match.settled_at.isoformat() if match.settled_at else None,
        "games": [
            {"winner": game.winner, "kind": game.kind, "cube": game.cube, "points": game.points}
            for game in match.games.all()
            if game.struck_at is None
        ],
    }


def _get_reports(player: Player) -> list[Report]:
    as_white = make_person_q("match__white", player) & Q(side="white")
    as_black = make_person_q("match__black", player) & Q(side="black")
    return list(Report.objects.filter(as_white | as_black).select_related("match").order_by("pk"))


def _export_report(report: Report) -> dict[str, Any]:
    score = [report.white_score, report.black_score]
    data = {"match": report.match.code, "score": score, "state": report.state}
    return {**data, "at": report.at.isoformat()}


def _get_badges(player: Player) -> list[Badge]:
    return list(Badge.objects.filter(make_person_q("player", player)).select_related("desk").order_by("pk"))


def _export_badge(badge: Badge) -> dict[str, Any]:
    revoked = badge.revoked_at.isoformat() if badge.revoked_at else None
    return {"desk": badge.desk.name, "issued_at": badge.issued_at.isoformat(), "revoked_at": revoked}


def _export_name_change(change: Any) -> dict[str, Any]:
    return {"kind": change.kind, "reason": change.reason, "by": change.by, "at": change.at.isoformat()}


def export_account(user: User, sections: Sequence[TemplateSection]) -> dict[str, Any]:
    """Return the data stored about an account and its player, as plain data without secrets.

    `sections` are those of `registry.account_sections`. Times are ISO 8601 with offset.
    """
    keys = get_authenticators(user)
    player = getattr(user, "player", None)
    return {
        "version": EXPORT_VERSION,
        "username": user.get_username(),
        "joined_at": user.date_joined.isoformat(),
        "last_sign_in": user.last_login.isoformat() if user.last_login else None,
        "emails": list_emails(user),
        "passkeys": [{**key, "made_at": key["made_at"].isoformat()} for key in keys["passkeys"]],
        "has_second_factor": keys["has_second"],
        "recovery_codes_left": keys["codes_left"],
        "devices": [_export_device(row) for row in list_devices(user)],
        "sign_in_links": [
            _export_link(row) for row in SignInLink.objects.filter(user=user).select_related("by")
        ],
        "sections": [
            {"title": section.title, "lines": [line.text for line in section.lines]} for section in sections
        ],
        "player": get_own_data(player) if player is not None else None,
    }


def _export_device(row: UserSession) -> dict[str, Any]:
    return {"address": row.ip, "browser": row.user_agent, "at": row.created_at.isoformat()}


def _export_link(row: SignInLink) -> dict[str, Any]:
    used = row.used_at.isoformat() if row.used_at else None
    return {"by": row.by.get_username(), "at": row.made_at.isoformat(), "used_at": used}
