"""API tokens: create (the secret is shown once), authenticate, revoke."""

import hashlib
import secrets
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.actors import require_actor
from matches.models import User
from rules.errors import Refusal
from tournaments.models import Club, Event, Token
from tournaments.models.token import LONGEST_NAME
from tournaments.permissions import may_direct, may_hold_token

TOKEN_BYTES = 24
# A recognisable prefix, for anyone who comes across a leaked token.
PREFIX = "crawford_"
MOST_DAYS, MOST_TOKENS = 366, 50
USE_STORED_EVERY = timedelta(minutes=5)


class NewToken(NamedTuple):
    """A new token and its secret, which is not stored."""

    token: Token
    secret: str


@transaction.atomic
def create_token(
    *, by: User, name: str, scope: Club | Event, may_write: bool, days: int, may_publish: bool = False
) -> NewToken:
    """Create a token that acts for its user in one club or event for some days.

    One that `may_publish` is for another site that publishes its tournaments in the club, and does nothing
    else. Raises `token_not_of_club` for such a token unless `by` directs the club, `not_of_club` without a
    role there, `token_unnamed`, `token_too_long` for more than a year, and `tokens_many`.
    """
    require_actor(by)
    name = " ".join(name.split())[:LONGEST_NAME]
    if not name:
        raise Refusal("token_unnamed")
    if not 1 <= days <= MOST_DAYS:
        raise Refusal("token_too_long", most=MOST_DAYS)
    if not may_hold_token(by, scope):
        raise Refusal("not_of_club", name=scope.name)
    if may_publish and not (isinstance(scope, Club) and may_direct(by, scope)):
        raise Refusal("token_not_of_club")
    # Locking the user's row makes the count reliable.
    User.objects.select_for_update().get(pk=by.pk)
    if count_valid_tokens(by) >= MOST_TOKENS:
        raise Refusal("tokens_many", most=MOST_TOKENS)
    secret, now = PREFIX + secrets.token_urlsafe(TOKEN_BYTES), timezone.now()
    token = Token.objects.create(
        user=by,
        name=name,
        token_hash=_hash(secret),
        club=scope if isinstance(scope, Club) else None,
        event=scope if isinstance(scope, Event) else None,
        may_write=may_write and not may_publish,
        may_publish=may_publish,
        made_at=now,
        expires_at=now + timedelta(days=days),
    )
    return NewToken(token, secret)


@transaction.atomic
def revoke(*, token: Token, by: User) -> None:
    """Revoke a token, as its user or as a director of its scope; idempotent.

    Raises `not_your_token`.
    """
    require_actor(by)
    if token.user_id != by.pk and not may_direct(by, token.scope):
        raise Refusal("not_your_token")
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def revoke_all(*, of: User) -> int:
    """Revoke every token of an account; return their number."""
    return Token.objects.filter(user=of, revoked_at=None).update(revoked_at=timezone.now())


def authenticate(*, secret: str) -> Token:
    """Return the token of a secret and store the time of its use.

    Raises `token_unknown` for an unknown, revoked or expired one, or that of a closed account.
    """
    now = timezone.now()
    rows = Token.objects.select_related("user", "club", "event__tournament")
    token = rows.filter(
        token_hash=_hash(secret), revoked_at=None, expires_at__gt=now, user__is_active=True
    ).first()
    if token is None:
        raise Refusal("token_unknown")
    # Stored at most every few minutes, so that a busy program does not write at each request.
    is_outdated = Q(used_at=None) | Q(used_at__lt=now - USE_STORED_EVERY)
    if token.used_at is None or token.used_at < now - USE_STORED_EVERY:
        Token.objects.filter(is_outdated, pk=token.pk).update(used_at=now)
    return token


def count_valid_tokens(user: User) -> int:
    """Return the number of valid tokens of an account."""
    return Token.objects.filter(user=user, revoked_at=None, expires_at__gt=timezone.now()).count()


def _hash(secret: str) -> str:
    return hashlib.sha256(f"token:{secret}".encode()).hexdigest()
