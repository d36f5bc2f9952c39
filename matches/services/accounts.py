"""Accounts: another name, a link that signs in once, all devices signed out, closed for good."""

import hashlib
import secrets
from datetime import timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.sessions.models import Session as Signed
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from matches import permissions
from matches.actors import require_actor
from matches.models import Match, Player, PlayerChange, SessionEntry, SignInLink, User
from matches.signals import account_closing, account_renamed
from rules.errors import Refusal

TOKEN_BYTES = 16
LINK_LASTS = timedelta(hours=1)
LINKS_KEPT = timedelta(days=365)
LONGEST_NAME = 150


class Issued(NamedTuple):
    """A fresh link and its token, which is nowhere stored and cannot be shown again."""

    link: SignInLink
    token: str


@transaction.atomic
def rename(*, user: User, username: str) -> User:
    """Give an account another name to sign in with; what it has decided bears that name from now on.

    Raises `username_wrong` and `username_taken`.
    """
    tidy = User.normalize_username(username.strip())
    _must_be_a_username(tidy)
    others = User.objects.exclude(pk=user.pk)
    if others.filter(username__iexact=tidy).exists():
        raise Refusal("username_taken", name=tidy)
    held = User.objects.select_for_update().get(pk=user.pk)
    _sign_as(held, tidy)
    User.objects.filter(pk=user.pk).update(username=tidy)
    user.username = tidy
    return user


@transaction.atomic
def hand_out_link(*, user: User, by: User) -> Issued:
    """A link that signs `user` in once within the hour; one handed out before no longer counts.

    Only who gains no right by it may: whoever runs the house, and the director of every desk the account
    rules at and its player has played at. Raises `link_not_yours`.
    """
    require_actor(by)
    User.objects.select_for_update().get(pk=user.pk)
    if not permissions.may_admit(by, user):
        raise Refusal("link_not_yours", name=user.get_username())
    SignInLink.objects.filter(user=user, used_at=None).delete()
    now, token = timezone.now(), secrets.token_urlsafe(TOKEN_BYTES)
    link = SignInLink.objects.create(
        user=user, by=by, token_hash=_hash(token), made_at=now, expires_at=now + LINK_LASTS
    )
    return Issued(link, token)


@transaction.atomic
def use_link(*, token: str) -> User:
    """The account a link opens; it opens nothing after that. Raises `link_unknown` for a wrong one, one that
    was used, one that is over and one of an account that was closed or grew since, all alike."""
    now = timezone.now()
    found = SignInLink.objects.select_for_update().filter(token_hash=_hash(token), used_at=None)
    link = found.filter(expires_at__gt=now).first()
    if link is None or not permissions.may_admit(link.by, link.user):
        raise Refusal("link_unknown")
    SignInLink.objects.filter(pk=link.pk).update(used_at=now)
    return link.user


@transaction.atomic
def sign_out_everywhere(*, user: User) -> User:
    """Sign out every device, those signed in before this house kept a list of devices included."""
    user.stamp = get_random_string(16)
    User.objects.filter(pk=user.pk).update(stamp=user.stamp)
    UserSession.objects.filter(user=user).delete()
    return user


@transaction.atomic
def close(*, user: User, confirmation: str) -> None:
    """Close an account for ever: name, addresses, keys, devices and offices go; what was decided and played
    stays, by "closed" and six letters. `confirmation` is the username, typed.

    A player joined to it stays a player without account; his name is taken away on a page of his own.
    Raises `confirmation_differs`, and what the rooms above refuse (`last_director`).
    """
    held = User.objects.select_for_update().get(pk=user.pk)
    if " ".join(confirmation.split()) != held.username:
        raise Refusal("confirmation_differs", name=held.username)
    account_closing.send(sender=User, user=held)
    blank = f"closed-{get_random_string(6, 'abcdefghjkmnpqrstuvwxyz23456789')}"
    for rows in (EmailAddress, Authenticator, UserSession, SignInLink):
        rows.objects.filter(user=held).delete()
    SignInLink.objects.filter(by=held).delete()
    held.desks.clear()
    Player.objects.filter(user=held).update(user=None)
    _sign_as(held, blank)
    _blank(held, blank)


def prune() -> int:
    """Forget devices whose time is over, and sign-in links of long ago; the number forgotten."""
    now = timezone.now()
    Signed.objects.filter(expire_date__lt=now).delete()
    alive = Signed.objects.values("session_key")
    gone, _ = UserSession.objects.exclude(session_key__in=alive).delete()
    links, _ = SignInLink.objects.filter(expires_at__lt=now - LINKS_KEPT).delete()
    return int(gone) + links


def _sign_as(user: User, name: str) -> None:
    """Let what an account has signed with its name bear another one: no former name is left behind."""
    was = user.get_username()
    Match.objects.filter(changed_by=was).update(changed_by=name)
    PlayerChange.objects.filter(user=user).update(by=name)
    SessionEntry.objects.filter(user=user, by=was).update(by=name)
    account_renamed.send(sender=User, user=user, was=was, name=name)


def _blank(user: User, name: str) -> None:
    user.set_unusable_password()
    user.username, user.email, user.first_name, user.last_name = name, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.closed_at, user.stamp = timezone.now(), get_random_string(16)
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def _must_be_a_username(name: str) -> None:
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError as error:
        raise Refusal("username_wrong") from error
    if len(name) > LONGEST_NAME:
        raise Refusal("username_wrong")


def _hash(token: str) -> str:
    return hashlib.sha256(f"sign-in link:{token}".encode("utf-8", "surrogatepass")).hexdigest()
