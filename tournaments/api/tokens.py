"""`Authorization: Bearer <token>`: an account's token, kept to the club or event it was made for."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from matches.models import User
from matches.phrases import sentence
from rules.errors import Refusal
from tournaments.models import Token
from tournaments.queries import tokens as places
from tournaments.queries.tokens import NOWHERE, Place
from tournaments.services import tokens

SCHEME = "Bearer"

# What a door calls its place, and how that is found in its address.
PLACES: Mapping[str, Callable[[Mapping[str, Any]], Place]] = {
    "house": lambda said: NOWHERE,
    "club": lambda said: places.of_club(said["slug"]),
    "event": lambda said: places.of_event(said["pk"]),
    "match": lambda said: places.of_match(said["code"]) if "code" in said else NOWHERE,
    "desk": lambda said: places.of_desk(said["desk"]),
    "session": lambda said: places.of_session(said["code"]) if "code" in said else NOWHERE,
}


class TokenAuthentication(BaseAuthentication):
    """A token speaks for the account that made it."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """The account and the token, or nothing when none is sent; 401 for one that is worth nothing."""
        words = get_authorization_header(request).decode("latin-1").split()
        if not words or words[0].lower() != SCHEME.lower():
            return None
        try:
            token = tokens.redeem(secret=words[1] if len(words) == 2 else "")
        except Refusal as refusal:
            raise AuthenticationFailed(sentence(refusal.code), refusal.code) from refusal
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """The scheme a client may try."""
        return SCHEME


class WithinScope(BasePermission):
    """A token writes in its own club or event alone, if it may write; elsewhere it reads as nobody does."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Always true, or a refusal: `token_reads_only`, `token_elsewhere`."""
        token = request.auth
        if not isinstance(token, Token):
            return True
        if places.covers(token, PLACES[getattr(view, "place", "house")](view.kwargs)):
            if request.method not in SAFE_METHODS and not token.may_write:
                raise Refusal("token_reads_only", name=token.name)
            return True
        if request.method not in SAFE_METHODS:
            raise Refusal("token_elsewhere", name=token.name, scope=token.scope.name)
        request.user, request.auth = AnonymousUser(), None
        return True
