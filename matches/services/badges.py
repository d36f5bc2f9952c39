"""Badges, with which players report without an account: issued, redeemed and revoked."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from matches.actors import Actor
from matches.models import Badge, Desk, Player
from matches.services.guards import require_official
from rules.errors import Refusal

TOKEN_BYTES = 16


class IssuedBadge(NamedTuple):
    """A new badge and its token, which is not stored and cannot be shown again."""

    badge: Badge
    token: str


@transaction.atomic
def issue_badge(*, desk: Desk, player: Player, by: Actor) -> IssuedBadge:
    """Issue a badge of this desk to a player; an earlier one is revoked."""
    require_official(by, desk)
    _revoke(desk, player)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    return IssuedBadge(Badge.objects.create(desk=desk, player=player, token_hash=_hash_token(token)), token)


@transaction.atomic
def issue_badges(
    *, desk: Desk, players: Sequence[Player], skip_holders: bool, by: Actor
) -> list[IssuedBadge]:
    """Issue a badge of this desk to each player, in order; earlier ones are revoked.

    With `skip_holders` a player who has a valid badge keeps it and gets no other.
    """
    require_official(by, desk)
    _lock_badges(desk)
    valid_badges = Badge.objects.filter(desk=desk, revoked_at=None)
    holders = frozenset(valid_badges.values_list("player", flat=True)) if skip_holders else frozenset()
    receivers = [player for player in dict.fromkeys(players) if player.pk not in holders]
    valid_badges.filter(player__in=receivers).update(revoked_at=timezone.now())
    tokens = [secrets.token_urlsafe(TOKEN_BYTES) for _ in receivers]
    badges = Badge.objects.bulk_create(
        Badge(desk=desk, player=player, token_hash=_hash_token(token))
        for player, token in zip(receivers, tokens, strict=True)
    )
    return [IssuedBadge(badge, token) for badge, token in zip(badges, tokens, strict=True)]


@transaction.atomic
def revoke_badge(*, badge: Badge, by: Actor) -> None:
    """Revoke a badge; revoking twice is harmless."""
    require_official(by, badge.desk)
    Badge.objects.filter(pk=badge.pk, revoked_at=None).update(revoked_at=timezone.now())


def redeem_badge(*, token: str) -> Badge:
    """Return the badge of a token. Raises `badge_unknown` for an unknown or revoked token."""
    rows = Badge.objects.select_related("player", "desk").filter(
        token_hash=_hash_token(token), revoked_at=None
    )
    badge = rows.first()
    if badge is None:
        raise Refusal("badge_unknown")
    return badge


def _lock_badges(desk: Desk) -> None:
    # The row of the desk is locked so that two requests cannot issue two valid badges at once.
    Desk.objects.select_for_update().get(pk=desk.pk)


def _revoke(desk: Desk, player: Player) -> None:
    _lock_badges(desk)
    Badge.objects.filter(desk=desk, player=player, revoked_at=None).update(revoked_at=timezone.now())


def _hash_token(token: str) -> str:
    return hashlib.sha256(f"badge:{token}".encode()).hexdigest()
