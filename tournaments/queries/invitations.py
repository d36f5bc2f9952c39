"""Invitations of a club: their links and status."""

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
    """An invitation, how it stands (GOOD …), and who has come by it."""

    invitation: Invitation
    stands: str
    guests: tuple[str, ...]


def token_of(nonce: str) -> str:
    """Return the token of a link, derived from its nonce and the site's secret key."""
    digest = salted_hmac("crawford.invitation", nonce, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def hash_of(token: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(f"invitation:{token}".encode()).hexdigest()


def secret_of(invitation: Invitation) -> str:
    """The secret of an invitation, to be shown again; "" where the secret of the house has changed since."""
    token = token_of(invitation.nonce)
    return token if constant_time_compare(hash_of(token), invitation.token_hash) else ""


def invitation_by_token(token: str) -> Invitation | None:
    """The invitation a secret leads to, good or not; None for any other word."""
    invitations = Invitation.objects.select_related("club__desk", "player", "by")
    return invitations.filter(token_hash=hash_of(token)).first()


def status_of(invitation: Invitation, now: datetime) -> str:
    """How an invitation stands."""
    if invitation.withdrawn_at is not None:
        return WITHDRAWN
    if invitation.used >= invitation.most:
        return USED_UP
    return EXPIRED if invitation.expires_at <= now else VALID


def invitations_of(club: Club, now: datetime) -> list[InvitationStatus]:
    """The invitations of a club that are still good, then the latest others, newest first. Three queries."""
    is_good = Q(withdrawn_at=None, used__lt=F("most"), expires_at__gt=now)
    invitations = Invitation.objects.filter(club=club).select_related("player", "by")
    invitations = invitations.annotate(is_good=Case(When(is_good, then=True), default=False)).order_by(
        "-is_good", "-pk"
    )
    rows = invitations.prefetch_related("uses__membership__player", "uses__membership__user")[
        :INVITATIONS_SHOWN
    ]
    return [InvitationStatus(row, status_of(row, now), tuple(_guests(row))) for row in rows]


def _guests(row: Invitation) -> Iterable[str]:
    return (str(use.membership.player or use.membership.user) for use in row.uses.all())
