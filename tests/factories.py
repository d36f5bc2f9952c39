"""Factories of users, players, desks, matches, identities and reports, which use the services of the site."""

from itertools import count
from typing import Any

from matches.actors import SYSTEM, Identity, device_hash
from matches.models import Desk, Match, Player, Report, User
from matches.services import badges, desks, lifecycle, players, reporting
from tests.factory_recordings import replayed

_numbers = count(1)


@replayed
def a_user(name: str = "", **fields: Any) -> User:
    """Create a user."""
    return User.objects.create_user(username=name or f"user{next(_numbers)}", **fields)


@replayed
def a_player(name: str = "", user: User | None = None) -> Player:
    """Create a player, linked to an account if one is given."""
    player = players.register_player(name=name or f"Player {next(_numbers)}")
    if user is not None:
        Player.objects.filter(pk=player.pk).update(user=user)
        player.refresh_from_db()
    return player


@replayed
def a_desk(*officials: User, policy: str = "both", tables: int = 2, name: str = "Main hall") -> Desk:
    """Create a desk with tables."""
    return desks.create_desk(name=name, tables=tables, officials=officials, confirm_policy=policy)


@replayed
def a_match(desk: Desk | None = None, *, length: int = 7, white: str = "Ada", black: str = "Bruno") -> Match:
    """Create a match waiting to be called."""
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
    """Create a match called to the first table of its desk."""
    match = a_match(desk, **fields)
    return lifecycle.call_match(match=match, table=match.desk.tables.get(number=1), by=SYSTEM)


def at_table(match: Match, device: str = "phone") -> Identity:
    """Return the identity of a device that has scanned the card of the match's table."""
    return Identity(device=device_hash(device), table=match.table)


@replayed
def with_badge(match: Match, side: str, device: str = "") -> Identity:
    """Return the identity of the player of a side with their badge, on a device of their own."""
    player = match.white if side == "white" else match.black
    badge = badges.issue_badge(desk=match.desk, player=player, by=SYSTEM).badge
    return Identity(badge=badge, device=device_hash(device or f"phone of {side}"))


def with_account(user: User, device: str = "laptop") -> Identity:
    """Return the identity of a signed-in user."""
    return Identity(user=user, device=device_hash(device))


@replayed
def a_report(match: Match, white_score: int = 7, black_score: int = 3, **fields: Any) -> Report:
    """Report a score, by default from the table."""
    fields.setdefault("identity", at_table(match))
    return reporting.report(match=match, white_score=white_score, black_score=black_score, **fields)
