"""Queries of accounts: addresses, authenticators, devices and setup links."""

import hashlib
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as BrowserSession
from django.utils import timezone

from matches.accounts.models import SetupLink
from matches.models import User


def list_emails(user: User) -> list[dict[str, Any]]:
    """Return the e-mail addresses, the primary one first; one entered by an admin counts as unconfirmed."""
    rows = EmailAddress.objects.filter(user=user).order_by("-primary", "email")
    emails = [{"email": row.email, "is_confirmed": row.verified, "is_primary": row.primary} for row in rows]
    if not emails and user.email:
        return [{"email": user.email, "is_confirmed": False, "is_primary": True}]
    return emails


def get_authenticators(user: User) -> dict[str, Any]:
    """Return the passkeys, whether there is a second factor, and the number of unused recovery codes."""
    rows = list(Authenticator.objects.filter(user=user).order_by("pk"))
    kinds = Authenticator.Type
    codes = [row.wrap() for row in rows if row.type == kinds.RECOVERY_CODES]
    return {
        "passkeys": [_describe_passkey(row) for row in rows if row.type == kinds.WEBAUTHN],
        "has_second": any(row.type == kinds.TOTP for row in rows),
        "codes_left": len(codes[0].get_unused_codes()) if codes else 0,
    }


def list_devices(user: User) -> list[UserSession]:
    """Return the devices on which the account is signed in, the latest first; at most 100."""
    active_sessions = BrowserSession.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    rows = UserSession.objects.filter(user=user, session_key__in=active_sessions)
    return list(rows.order_by("-created_at", "-pk")[:100])


def has_accounts() -> bool:
    """Whether the site has any account, closed ones included."""
    return User.objects.exists()


def is_setup_link_valid(token: str) -> bool:
    """Whether a setup link can still create the first account."""
    return SetupLink.objects.filter(token_hash=hash_setup_token(token), used_at=None).exists() and (
        not has_accounts()
    )


def is_setup_link_used(token: str) -> bool:
    """Whether the first account was created with this setup link."""
    return SetupLink.objects.filter(token_hash=hash_setup_token(token), used_at__isnull=False).exists()


def hash_setup_token(token: str) -> str:
    """Return the hash under which the token of a setup link is stored."""
    return hashlib.sha256(f"setup link:{token}".encode("utf-8", "surrogatepass")).hexdigest()


def _describe_passkey(row: Authenticator) -> dict[str, Any]:
    return {"number": row.pk, "name": row.wrap().name, "made_at": row.created_at}
