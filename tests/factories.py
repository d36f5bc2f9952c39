"""Plain factories: one function per thing, made through the services, no surprises."""

from itertools import count
from typing import Any

from matches.actors import SYSTEM, Identity, device_hash
from matches.models import Desk, Match, Player, Report, User
from matches.services import desks, lifecycle, players, reporting
from tests.factory_recordings import replayed

_numbers = count(1)


@replayed
def a_user(name: str = "", **fields: Any) -> User:
    """Someone who can sign in."""
    return User.objects.create_user(username=name or f"user{next(_numbers)}", **fields)


@replayed
def a_player(name: str = "", user: User | None = None) -> Player:
    """A player, joined to an account when one is given."""
    player = players.register_player(name=name or f"Player {next(_numbers)}")
    if user is not None:
        Player.objects.filter(pk=player.pk).update(user=user)
        player.refresh_from_db()
    return player


@replayed
def a_desk(*officials: User, policy: str = "both", tables: int = 2, name: str = "Main hall") -> Desk:
    """A desk with tables."""
    return desks.create_desk(name=name, tables=tables, officials=officials, confirm_policy=policy)


@replayed
def a_match(desk: Desk | None = None, *, length: int = 7, white: str = "Ada", black: str = "Bruno") -> Match:
    """A match waiting to be called."""
    return lifecycle.create_match(
        desk=desk or a_desk(),
        white=a_player(white),
        black=a_player(black),
        length=length,
        title="Final",
        by=SYSTEM,
    )


@replayed
def a_called_match(desk: Desk | None = None, **fields: Any) -> Match:
    """A match called to the first table of its desk."""
    match = a_match(desk, **fields)
    return lifecycle.call_match(match=match, table=match.desk.tables.get(number=1), by=SYSTEM)


def at_table(match: Match, device: str = "phone") -> Identity:
    """Someone who scanned the card of the match's table with this device."""
    return Identity(device=device_hash(device), table=match.table)


def with_badge(match: Match, side: str, device: str = "") -> Identity:
    """The player of a side with his badge, on a device of his own."""
    player = match.white if side == "white" else match.black
    badge = players.issue_badge(desk=match.desk, player=player, by=SYSTEM).badge
    return Identity(badge=badge, device=device_hash(device or f"phone of {side}"))


def with_account(user: User, device: str = "laptop") -> Identity:
    """Someone signed in."""
    return Identity(user=user, device=device_hash(device))


def a_report(match: Match, white_score: int = 7, black_score: int = 3, **fields: Any) -> Report:
    """A claim made at the table."""
    fields.setdefault("identity", at_table(match))
    return reporting.report(match=match, white_score=white_score, black_score=black_score, **fields)
