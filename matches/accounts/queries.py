"""Reading accounts: addresses, authenticators, devices, and a copy of everything for its owner."""

from collections.abc import Sequence
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as Signed
from django.utils import timezone

from matches.accounts import own_data
from matches.accounts.models import SignInLink
from matches.models import User
from matches.registry import Section

VERSION = 1


def list_emails(user: User) -> list[dict[str, Any]]:
    """The addresses, the primary one first; one that an admin has entered counts as unconfirmed."""
    rows = EmailAddress.objects.filter(user=user).order_by("-primary", "email")
    emails = [{"email": row.email, "is_confirmed": row.verified, "is_first": row.primary} for row in rows]
    if not emails and user.email:
        return [{"email": user.email, "is_confirmed": False, "is_first": True}]
    return emails


def get_authenticators(user: User) -> dict[str, Any]:
    """Passkeys with their names, whether there is a second factor, how many recovery codes are left."""
    rows = list(Authenticator.objects.filter(user=user).order_by("pk"))
    kinds = Authenticator.Type
    codes = [row.wrap() for row in rows if row.type == kinds.RECOVERY_CODES]
    return {
        "passkeys": [_passkey(row) for row in rows if row.type == kinds.WEBAUTHN],
        "has_second": any(row.type == kinds.TOTP for row in rows),
        "codes_left": len(codes[0].get_unused_codes()) if codes else 0,
    }


def list_devices(user: User) -> list[UserSession]:
    """Where the account is signed in, the latest first."""
    alive = Signed.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    rows = UserSession.objects.filter(user=user, session_key__in=alive)
    return list(rows.order_by("-created_at", "-pk")[:100])


def export_account(user: User, sections: Sequence[Section]) -> dict[str, Any]:
    """Everything stored about an account, as plain data without secrets; the data of its player within.

    Times are ISO 8601 with their offset.
    """
    keys = get_authenticators(user)
    player = getattr(user, "player", None)
    return {
        "version": VERSION,
        "username": user.get_username(),
        "joined_at": user.date_joined.isoformat(),
        "last_sign_in": user.last_login.isoformat() if user.last_login else None,
        "emails": list_emails(user),
        "passkeys": [{**key, "made_at": key["made_at"].isoformat()} for key in keys["passkeys"]],
        "has_second_factor": keys["has_second"],
        "recovery_codes_left": keys["codes_left"],
        "devices": [_device(row) for row in list_devices(user)],
        "sign_in_links": [_link(row) for row in SignInLink.objects.filter(user=user).select_related("by")],
        "sections": [{"title": part.title, "lines": [line.text for line in part.lines]} for part in sections],
        "player": own_data.get_own_data(player) if player is not None else None,
    }


def _passkey(row: Authenticator) -> dict[str, Any]:
    return {"number": row.pk, "name": row.wrap().name, "made_at": row.created_at}


def _device(row: UserSession) -> dict[str, Any]:
    return {"address": row.ip, "browser": row.user_agent, "at": row.created_at.isoformat()}


def _link(row: SignInLink) -> dict[str, Any]:
    used = row.used_at.isoformat() if row.used_at else None
    return {"by": row.by.get_username(), "at": row.made_at.isoformat(), "used_at": used}
