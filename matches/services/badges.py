"""Badges: issued with a token shown once, redeemed by a phone, revoked by the desk."""

import hashlib
import secrets
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from matches.actors import Actor
from matches.models import Badge, Desk, Player
from matches.services.guards import require_official
from rules.errors import Refusal

TOKEN_BYTES = 16


class IssuedBadge(NamedTuple):
    """A fresh badge and its token, which is nowhere stored and cannot be shown again."""

    badge: Badge
    token: str


@transaction.atomic
def issue_badge(*, desk: Desk, player: Player, by: Actor) -> IssuedBadge:
    """Give a player a badge for this desk; one he had before is revoked."""
    require_official(by, desk)
    _revoke(desk, player)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    return IssuedBadge(Badge.objects.create(desk=desk, player=player, token_hash=_hash_token(token)), token)


@transaction.atomic
def revoke_badge(*, badge: Badge, by: Actor) -> None:
    """Make a badge worthless from now on; revoking twice is harmless."""
    require_official(by, badge.desk)
    Badge.objects.filter(pk=badge.pk, revoked_at=None).update(revoked_at=timezone.now())


def redeem_badge(*, token: str) -> Badge:
    """The badge a token stands for. Raises `badge_unknown` for a wrong or a revoked one alike."""
    rows = Badge.objects.select_related("player", "desk").filter(
        token_hash=_hash_token(token), revoked_at=None
    )
    badge = rows.first()
    if badge is None:
        raise Refusal("badge_unknown")
    return badge


def _revoke(desk: Desk, player: Player) -> None:
    # The desk's row is the lock that keeps two hands from issuing two valid badges at once.
    Desk.objects.select_for_update().get(pk=desk.pk)
    Badge.objects.filter(desk=desk, player=player, revoked_at=None).update(revoked_at=timezone.now())


def _hash_token(token: str) -> str:
    return hashlib.sha256(f"badge:{token}".encode()).hexdigest()
