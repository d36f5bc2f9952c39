"""Permission classes: the scope of a token, and directors and managers of the object in the URL."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from matches.models import User
from rules.errors import Refusal
from tournaments.models import Token
from tournaments.permissions import may_direct, may_manage, must_direct, must_manage, only_directors
from tournaments.web.tokens import queries as tokens
from tournaments.web.tokens.queries import NO_SCOPE, AddressScope

# By the `scope_kind` of a view: the club or event a URL belongs to, from its keyword arguments.
SCOPE_READERS: Mapping[str, Callable[[Mapping[str, Any]], AddressScope]] = {
    "site": lambda kwargs: NO_SCOPE,
    "club": lambda kwargs: tokens.get_club_scope(kwargs["slug"]) if "slug" in kwargs else NO_SCOPE,
    "event": lambda kwargs: tokens.get_event_scope(kwargs["pk"]) if "pk" in kwargs else NO_SCOPE,
    "match": lambda kwargs: tokens.get_match_scope(kwargs["code"]) if "code" in kwargs else NO_SCOPE,
    "certificate": lambda kwargs: tokens.get_certificate_scope(kwargs["code"]),
    "desk": lambda kwargs: tokens.get_desk_scope(kwargs["desk"]),
    "session": lambda kwargs: tokens.get_session_scope(kwargs["code"]) if "code" in kwargs else NO_SCOPE,
}


class TokenScope(BasePermission):
    """Limit a token to its club or event: elsewhere it may not write, and reads as an anonymous user."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return true.

        Raises `token_reads_only`, `token_elsewhere` for a write outside the scope, and `token_publishes_only`
        for any that is not a publication by a token for that alone.
        """
        token = request.auth
        if not isinstance(token, Token):
            return True
        if tokens.covers(token, SCOPE_READERS[getattr(view, "scope_kind", "site")](view.kwargs)):
            if token.may_publish:
                return self._allow_publication(request, view, token)
            if request.method not in SAFE_METHODS and not token.may_write:
                raise Refusal("token_reads_only", name=token.name)
            return True
        if request.method not in SAFE_METHODS:
            raise Refusal("token_elsewhere", name=token.name, scope=token.scope.name)
        request.user, request.auth = AnonymousUser(), None
        return True

    def _allow_publication(self, request: Request, view: Any, token: Token) -> bool:
        if getattr(view, "receives_publications", False):
            return True
        if request.method not in SAFE_METHODS:
            raise Refusal("token_publishes_only", name=token.name)
        request.user, request.auth = AnonymousUser(), None
        return True


class IsSignedIn(BasePermission):
    """Permission for signed-in users."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return true. Raises `not_signed_in`."""
        if not isinstance(request.user, User):
            raise Refusal("not_signed_in")
        return True


class IsDirector(BasePermission):
    """Permission for directors of the view's club or event (`scope_object`); archived ones are read-only."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return true. Raises `directors_only`."""
        scope, user = view.scope_object, request.user
        if not isinstance(user, User):
            raise only_directors(scope)
        if request.method not in SAFE_METHODS:
            must_direct(user, scope)
        elif not may_direct(user, scope):
            raise only_directors(scope)
        return True


class IsManager(BasePermission):
    """Permission for managers of the view's club (`scope_object`)."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return true. Raises `directors_only` for anonymous users, `club_officers_only` for others."""
        scope, user = view.scope_object, request.user
        if not isinstance(user, User):
            raise Refusal("directors_only", name=scope.name)
        if request.method not in SAFE_METHODS:
            must_manage(user, scope)
        elif not may_manage(user, scope):
            raise Refusal("club_officers_only", club=scope.name)
        return True
