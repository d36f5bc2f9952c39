"""All that is kept about one person, as plain data for that person: no secrets, nobody else's claims."""

from typing import Any

from django.db.models import Q

from matches import registry
from matches.models import Badge, Match, Player, Report, SessionSeat
from matches.queries import doubles, history, people
from matches.queries.people import is_one

VERSION = 1


def own_data(player: Player, *, by_account: bool = True) -> dict[str, Any]:
    """The person under every spelling with matches, own reports, records, badges without tokens, sessions,
    what was played in pairs, and, asked for by account, what other apps hold of him and of his pairs:
    a badge could have been made, or found, by others.

    Records are named, their text is on their own pages. Times are ISO 8601 with their offset; others appear
    by the name they show to everybody.
    """
    spellings = people.family(player)
    return {
        "version": VERSION,
        "player": people.face_of(player).code,
        "spellings": [_spelling(each) for each in spellings],
        "account": next((each.user.get_username() for each in spellings if each.user), None),
        **_played(player),
        **(_data_of_other_apps(player) if by_account else {}),
        "pairs": [_pair(row, by_account) for row in doubles.pairs_of(player)],
        "sessions": [_seat(row) for row in _seats(player)],
        "decisions": [_change(row) for each in spellings for row in each.changes.order_by("pk")],
    }


def _played(player: Player) -> dict[str, Any]:
    """What a person did alone, or a pair did."""
    rows = history.matches_of_player(player).prefetch_related("games")
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
    told = {"code": row.pair.code, "name": row.pair.name, "partner": row.partner.name}
    return {**told, **_played(row.pair), **(_data_of_other_apps(row.pair) if by_account else {})}


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
    as_white = is_one("match__white", player) & Q(side="white")
    as_black = is_one("match__black", player) & Q(side="black")
    return list(Report.objects.filter(as_white | as_black).select_related("match").order_by("pk"))


def _report(report: Report) -> dict[str, Any]:
    score = [report.white_score, report.black_score]
    told = {"match": report.match.code, "score": score, "state": report.state}
    return {**told, "at": report.at.isoformat()}


def _badges(player: Player) -> list[Badge]:
    return list(Badge.objects.filter(is_one("player", player)).select_related("desk").order_by("pk"))


def _badge(badge: Badge) -> dict[str, Any]:
    revoked = badge.revoked_at.isoformat() if badge.revoked_at else None
    return {"desk": badge.desk.name, "issued_at": badge.issued_at.isoformat(), "revoked_at": revoked}


def _seats(player: Player) -> list[SessionSeat]:
    rows = SessionSeat.objects.filter(is_one("player", player)).select_related("session")
    return list(rows.order_by("pk"))


def _seat(seat: SessionSeat) -> dict[str, Any]:
    told = {"session": seat.session.code, "kind": seat.session.kind, "name": seat.name, "stake": seat.stake}
    return {**told, "balance": seat.balance, "opened_at": seat.session.opened_at.isoformat()}


def _change(change: Any) -> dict[str, Any]:
    return {"kind": change.kind, "reason": change.reason, "by": change.by, "at": change.at.isoformat()}
