"""Permission classes: the scope of a token, and who directs or manages what is in the address."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from matches.models import User
from rules.errors import Refusal
from tournaments.models import Token
from tournaments.permissions import may_direct, may_manage, must_direct, must_manage, only_directors
from tournaments.queries import tokens
from tournaments.queries.tokens import NOWHERE, Place

# How the place of an address is found in its arguments, by the `scope_kind` of a view.
PLACES: Mapping[str, Callable[[Mapping[str, Any]], Place]] = {
    "site": lambda kwargs: NOWHERE,
    "club": lambda kwargs: tokens.of_club(kwargs["slug"]) if "slug" in kwargs else NOWHERE,
    "event": lambda kwargs: tokens.of_event(kwargs["pk"]) if "pk" in kwargs else NOWHERE,
    "match": lambda kwargs: tokens.of_match(kwargs["code"]) if "code" in kwargs else NOWHERE,
    "desk": lambda kwargs: tokens.of_desk(kwargs["desk"]),
    "session": lambda kwargs: tokens.of_session(kwargs["code"]) if "code" in kwargs else NOWHERE,
}


class TokenScope(BasePermission):
    """A token writes in its own club or event alone, if it may write; elsewhere it reads as a stranger."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Always true. Raises `token_reads_only` and `token_elsewhere`."""
        token = request.auth
        if not isinstance(token, Token):
            return True
        if tokens.covers(token, PLACES[getattr(view, "scope_kind", "site")](view.kwargs)):
            if request.method not in SAFE_METHODS and not token.may_write:
                raise Refusal("token_reads_only", name=token.name)
            return True
        if request.method not in SAFE_METHODS:
            raise Refusal("token_elsewhere", name=token.name, scope=token.scope.name)
        request.user, request.auth = AnonymousUser(), None
        return True


class IsSignedIn(BasePermission):
    """Any account."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Always true. Raises `not_signed_in`."""
        if not isinstance(request.user, User):
            raise Refusal("not_signed_in")
        return True


class IsDirector(BasePermission):
    """Who directs the club or event of the view (`scope_object`); archived ones are only read."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Always true. Raises `directors_only`."""
        scope, user = view.scope_object, request.user
        if not isinstance(user, User):
            raise only_directors(scope)
        if request.method not in SAFE_METHODS:
            must_direct(user, scope)
        elif not may_direct(user, scope):
            raise only_directors(scope)
        return True


class IsManager(BasePermission):
    """Who manages the members of the club of the view (`scope_object`)."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Always true. Raises `directors_only` for nobody, `club_officers_only` for other accounts."""
        scope, user = view.scope_object, request.user
        if not isinstance(user, User):
            raise Refusal("directors_only", name=scope.name)
        if request.method not in SAFE_METHODS:
            must_manage(user, scope)
        elif not may_manage(user, scope):
            raise Refusal("club_officers_only", club=scope.name)
        return True
