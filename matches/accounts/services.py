"""Commands on accounts: create the first one, rename, issue sign-in links, sign out everywhere, close."""

import hashlib
import secrets
from datetime import timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.sessions.models import Session as BrowserSession
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from matches.accounts import permissions, queries
from matches.accounts.models import SetupLink, SignInLink
from matches.actors import require_actor
from matches.models import Match, Player, PlayerChange, User
from matches.signals import account_closing, account_renamed
from rules.errors import Refusal

TOKEN_BYTES = 16
LINK_LIFETIME = timedelta(hours=1)
LINK_RETENTION = timedelta(days=365)
LONGEST_NAME = 150


class IssuedLink(NamedTuple):
    """A new link and its token, which is not stored and cannot be shown again."""

    link: SignInLink
    token: str


@transaction.atomic
def issue_setup_link() -> str | None:
    """Issue a link that creates the first account; return its token, or None where an account exists.

    For the command that starts the site: the person who starts it may administer it.
    """
    if queries.has_accounts():
        SetupLink.objects.filter(used_at=None).delete()
        return None
    token = secrets.token_urlsafe(TOKEN_BYTES)
    SetupLink.objects.create(token_hash=queries.hash_setup_token(token), made_at=timezone.now())
    return token


@transaction.atomic
def create_first_account(*, token: str, username: str, password: str) -> User:
    """Create the first account, a superuser, and invalidate all setup links.

    The caller has validated the password. Raises `link_unknown` for a wrong or used link and where an account
    exists, and `username_wrong`.
    """
    # All open links are locked, so that two of them used at the same moment create one account.
    links = list(SetupLink.objects.select_for_update().filter(used_at=None).order_by("pk"))
    token_hash = queries.hash_setup_token(token)
    link = next((each for each in links if each.token_hash == token_hash), None)
    if link is None or queries.has_accounts():
        raise Refusal("link_unknown")
    new_name = User.normalize_username(username.strip())
    _validate_username(new_name)
    SetupLink.objects.filter(pk=link.pk).update(used_at=timezone.now())
    SetupLink.objects.filter(used_at=None).delete()
    return User.objects.create_superuser(username=new_name, password=password)


@transaction.atomic
def rename_account(*, user: User, username: str) -> User:
    """Change the username of an account, also where it is stored with past decisions.

    Raises `username_wrong` and `username_taken`.
    """
    new_name = User.normalize_username(username.strip())
    _validate_username(new_name)
    others = User.objects.exclude(pk=user.pk)
    if others.filter(username__iexact=new_name).exists():
        raise Refusal("username_taken", name=new_name)
    account = User.objects.select_for_update().get(pk=user.pk)
    _replace_username(account, new_name)
    User.objects.filter(pk=user.pk).update(username=new_name)
    user.username = new_name
    return user


@transaction.atomic
def issue_sign_in_link(*, user: User, by: User) -> IssuedLink:
    """Issue a link that signs `user` in once within the hour; it replaces an earlier one.

    See `permissions.may_issue_link_for`. Raises `link_not_yours`.
    """
    require_actor(by)
    User.objects.select_for_update().get(pk=user.pk)
    if not permissions.may_issue_link_for(by, user):
        raise Refusal("link_not_yours", name=user.get_username())
    SignInLink.objects.filter(user=user, used_at=None).delete()
    now, token = timezone.now(), secrets.token_urlsafe(TOKEN_BYTES)
    link = SignInLink.objects.create(
        user=user, by=by, token_hash=_hash_token(token), made_at=now, expires_at=now + LINK_LIFETIME
    )
    return IssuedLink(link, token)


@transaction.atomic
def redeem_sign_in_link(*, token: str) -> User:
    """Return the account of a sign-in link, which then becomes invalid.

    Raises `link_unknown` for a wrong, used or expired link, and if its issuer may no longer issue one, for
    instance because the account has got more rights.
    """
    now = timezone.now()
    links = SignInLink.objects.select_for_update().filter(token_hash=_hash_token(token), used_at=None)
    link = links.filter(expires_at__gt=now).first()
    if link is None or not permissions.may_issue_link_for(link.by, link.user):
        raise Refusal("link_unknown")
    SignInLink.objects.filter(pk=link.pk).update(used_at=now)
    return link.user


@transaction.atomic
def sign_out_everywhere(*, user: User) -> User:
    """Sign out every device, including those signed in before devices were listed."""
    user.stamp = get_random_string(16)
    User.objects.filter(pk=user.pk).update(stamp=user.stamp)
    UserSession.objects.filter(user=user).delete()
    return user


@transaction.atomic
def close_account(*, user: User, confirmation: str) -> None:
    """Close an account for ever.

    Username, addresses, authenticators, devices and roles are deleted; decisions and matches stay, under a
    placeholder name. `confirmation` is the username, typed. The account's player is unlinked and keeps its
    name. Raises `confirmation_differs`, and the refusals of receivers of `account_closing`, such as
    `last_director`.
    """
    account = User.objects.select_for_update().get(pk=user.pk)
    if " ".join(confirmation.split()) != account.username:
        raise Refusal("confirmation_differs", name=account.username)
    account_closing.send(sender=User, user=account)
    placeholder = f"closed-{get_random_string(6, 'abcdefghjkmnpqrstuvwxyz23456789')}"
    for rows in (EmailAddress, Authenticator, UserSession, SignInLink):
        rows.objects.filter(user=account).delete()
    SignInLink.objects.filter(by=account).delete()
    account.desks.clear()
    Player.objects.filter(user=account).update(user=None)
    _replace_username(account, placeholder)
    _erase_account(account, placeholder)


def prune_accounts() -> int:
    """Delete signed-out devices and sign-in links older than `LINK_RETENTION`; return their number."""
    now = timezone.now()
    BrowserSession.objects.filter(expire_date__lt=now).delete()
    live_sessions = BrowserSession.objects.values("session_key")
    devices, _ = UserSession.objects.exclude(session_key__in=live_sessions).delete()
    links, _ = SignInLink.objects.filter(expires_at__lt=now - LINK_RETENTION).delete()
    return int(devices) + links


def _replace_username(user: User, name: str) -> None:
    """Replace the copies of a username in matches, player changes, and other apps (`account_renamed`)."""
    former_name = user.get_username()
    Match.objects.filter(changed_by=former_name).update(changed_by=name)
    PlayerChange.objects.filter(user=user).update(by=name)
    account_renamed.send(sender=User, user=user, was=former_name, name=name)


def _erase_account(user: User, name: str) -> None:
    user.set_unusable_password()
    user.username, user.email, user.first_name, user.last_name = name, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.closed_at, user.stamp = timezone.now(), get_random_string(16)
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def _validate_username(name: str) -> None:
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError as error:
        raise Refusal("username_wrong") from error
    if len(name) > LONGEST_NAME:
        raise Refusal("username_wrong")


def _hash_token(token: str) -> str:
    return hashlib.sha256(f"sign-in link:{token}".encode("utf-8", "surrogatepass")).hexdigest()
