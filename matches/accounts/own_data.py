"""The data stored about a person, for that person: no secrets, and no reports of others."""

from typing import Any

from django.db.models import Q

from matches import registry
from matches.models import Badge, Match, Player, Report
from matches.queries import doubles, history, people
from matches.queries.people import is_person_in

VERSION = 1


def get_own_data(player: Player, *, by_account: bool = True) -> dict[str, Any]:
    """The person under every spelling with matches, own reports, badges without tokens, what was played in
    pairs, the data of other apps, and, asked for by account, what they store of the person and of the pairs:
    a badge could have been made, or found, by others.

    Records are named, their text is on their own pages. Times are ISO 8601 with their offset; others appear
    by the name they show to everybody.
    """
    spellings = people.get_spellings(player)
    return {
        "version": VERSION,
        "player": people.get_canonical_player(player).code,
        "spellings": [_spelling(each) for each in spellings],
        "account": next((each.user.get_username() for each in spellings if each.user), None),
        **_played(player),
        **(_data_of_other_apps(player) if by_account else {}),
        "pairs": [_pair(row, by_account) for row in doubles.get_pair_records(player)],
        "decisions": [_change(row) for each in spellings for row in each.changes.order_by("pk")],
    }


def _played(player: Player) -> dict[str, Any]:
    """What a person played alone, or a pair played."""
    rows = history.get_matches_of_player(player).prefetch_related("games")
    return {
        "matches": [_match(row, player) for row in rows],
        "reports": [_report(row) for row in _reports(player)],
        **_merged(registry.played_data(player)),
        "badges": [_badge(row) for row in _badges(player)],
    }


def _data_of_other_apps(player: Player) -> dict[str, Any]:
    return _merged(registry.own_data(player))


def _merged(answers: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: data for answer in answers for name, data in answer.items()}


def _pair(row: doubles.PairRecord, by_account: bool) -> dict[str, Any]:
    data = {"code": row.pair.code, "name": row.pair.name, "partner": row.partner.name}
    return {**data, **_played(row.pair), **(_data_of_other_apps(row.pair) if by_account else {})}


def _spelling(player: Player) -> dict[str, Any]:
    fields = ("code", "full_name", "name", "shown", "code_name")
    return {**{field: getattr(player, field) for field in fields}, "since": player.created_at.isoformat()}


def _match(match: Match, player: Player) -> dict[str, Any]:
    return {
        "code": match.code,
        "desk": match.desk.name,
        "title": match.title,
        "white": match.white.name,
        "black": match.black.name,
        "side": "white" if match.white.is_one_with(player) else "black",
        "length": match.length,
        "score": [match.white_score, match.black_score],
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


def _reports(player: Player) -> list[Report]:
    as_white = is_person_in("match__white", player) & Q(side="white")
    as_black = is_person_in("match__black", player) & Q(side="black")
    return list(Report.objects.filter(as_white | as_black).select_related("match").order_by("pk"))


def _report(report: Report) -> dict[str, Any]:
    score = [report.white_score, report.black_score]
    data = {"match": report.match.code, "score": score, "state": report.state}
    return {**data, "at": report.at.isoformat()}


def _badges(player: Player) -> list[Badge]:
    return list(Badge.objects.filter(is_person_in("player", player)).select_related("desk").order_by("pk"))


def _badge(badge: Badge) -> dict[str, Any]:
    revoked = badge.revoked_at.isoformat() if badge.revoked_at else None
    return {"desk": badge.desk.name, "issued_at": badge.issued_at.isoformat(), "revoked_at": revoked}


def _change(change: Any) -> dict[str, Any]:
    return {"kind": change.kind, "reason": change.reason, "by": change.by, "at": change.at.isoformat()}
