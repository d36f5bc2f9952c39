"""Invitations to a club: found by their token, and listed with their status."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, F, Q, When
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Club, Invitation

TOKEN_BYTES = 20
INVITATIONS_SHOWN = 150
VALID, EXPIRED, WITHDRAWN, USED_UP = "good", "expired", "withdrawn", "used_up"


@dataclass(frozen=True, slots=True)
class InvitationStatus:
    """An invitation, its status (VALID, EXPIRED, WITHDRAWN or USED_UP) and the names of those who used it."""

    invitation: Invitation
    status: str
    guests: tuple[str, ...]


def get_invitation_token(nonce: str) -> str:
    """Return the token of an invitation link, derived from its nonce and the site's secret key."""
    digest = salted_hmac("crawford.invitation", nonce, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def hash_secret(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(f"invitation:{token}".encode()).hexdigest()


def get_invitation_secret(invitation: Invitation) -> str:
    """Return the token of an invitation; "" if the site's secret key has changed since."""
    token = get_invitation_token(invitation.nonce)
    return token if constant_time_compare(hash_secret(token), invitation.token_hash) else ""


def invitation_by_token(token: str) -> Invitation | None:
    """Return the invitation of a token, valid or not; None if unknown."""
    invitations = Invitation.objects.select_related("club__desk", "player", "by")
    return invitations.filter(token_hash=hash_secret(token)).first()


def get_invitation_status(invitation: Invitation, now: datetime) -> str:
    """Return the status of an invitation."""
    if invitation.withdrawn_at is not None:
        return WITHDRAWN
    if invitation.used >= invitation.most:
        return USED_UP
    return EXPIRED if invitation.expires_at <= now else VALID


def invitations_of(club: Club, now: datetime) -> list[InvitationStatus]:
    """Return a club's valid invitations, then the latest others, newest first. Three queries."""
    is_good = Q(withdrawn_at=None, used__lt=F("most"), expires_at__gt=now)
    invitations = Invitation.objects.filter(club=club).select_related("player", "by")
    invitations = invitations.annotate(is_good=Case(When(is_good, then=True), default=False)).order_by(
        "-is_good", "-pk"
    )
    rows = invitations.prefetch_related("uses__membership__player", "uses__membership__user")[
        :INVITATIONS_SHOWN
    ]
    return [InvitationStatus(row, get_invitation_status(row, now), tuple(_list_users(row))) for row in rows]


def _list_users(row: Invitation) -> Iterable[str]:
    return (str(use.membership.player or use.membership.user) for use in row.uses.all())
