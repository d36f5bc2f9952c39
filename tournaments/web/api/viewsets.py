"""Base viewsets for the endpoints of a club and of an event."""

from functools import cached_property
from typing import Any, TypeVar
from uuid import uuid4

from django.db.models import Model
from django.http import Http404
from rest_framework.permissions import SAFE_METHODS

from matches.api import viewsets
from matches.api.authentication import key_of
from matches.api.pagination import ApiPagination, LongPagination
from matches.api.viewsets import ApiViewSet
from matches.models import User
from matches.views import visitors
from rules.errors import Refusal
from tournaments import lookups
from tournaments.models import Club, Event
from tournaments.permissions import may_see

T = TypeVar("T")
ModelT = TypeVar("ModelT", bound=Model)
# URL patterns. An event number may have as many digits as the largest BigAutoField value.
EVENT_ID_PATTERN = "[0-9]{1,19}"
CLUB, EVENT = r"clubs/(?P<slug>[-\w]+)", f"events/(?P<pk>{EVENT_ID_PATTERN})"
ID_PATTERN = "[0-9]{1,15}"
# At most so many requests of one account that name other users, in so many seconds.
USER_NAME_LIMIT, USER_NAME_SECONDS = 30, 600
LARGEST_ID = 2**63 - 1


def get_or_404(value: T | None) -> T:
    """Return the value; raise Http404 if it is None."""
    if value is None:
        raise Http404
    return value


class AccountMixin(ApiViewSet[ModelT]):
    """Access to the authenticated account of the request."""

    @property
    def account(self) -> User | None:
        """Return the authenticated account, if any."""
        return self.request.user if isinstance(self.request.user, User) else None

    @property
    def actor(self) -> User:
        """Return the authenticated account. Raises `not_signed_in`."""
        if self.account is None:
            raise Refusal("not_signed_in")
        return self.account


class ClubViewSetMixin(AccountMixin[ModelT]):
    """Base of viewsets below `clubs/<slug>/`."""

    scope_kind = "club"
    pagination_class: type[ApiPagination] | None = LongPagination

    @cached_property
    def club(self) -> Club:
        """Return the club in the URL, or raise 404."""
        return get_or_404(lookups.club_by_slug(self.kwargs["slug"]))

    @property
    def scope_object(self) -> Club:
        """Return the object that permissions check."""
        return self.club

    def throttle_user_names(self) -> None:
        """Throttle requests that test whether a username exists. Raises `too_many_requests`."""
        visitors.throttle_action(
            "user-name", f"user {self.actor.pk}", limit=USER_NAME_LIMIT, seconds=USER_NAME_SECONDS
        )


class EventViewSetMixin(AccountMixin[ModelT]):
    """Base of viewsets below `events/<pk>/`.

    A write is based on the event version in the header If-Match, or on `version` in the body.
    """

    scope_kind = "event"
    lookup_value_regex = EVENT_ID_PATTERN
    pagination_class: type[ApiPagination] | None = LongPagination

    @cached_property
    def event(self) -> Event:
        """Return the event in the URL, or raise 404, also for drafts the account may not see.

        Raises `version_outdated` if a write has an If-Match of another version.
        """
        event = get_or_404(lookups.event_by_id(_limit_id(self.kwargs["pk"])))
        if not may_see(self.account, event):
            raise Http404
        if self.request.method not in SAFE_METHODS:
            viewsets.get_expected_version(self.request, event.version)
        return event

    @property
    def scope_object(self) -> Event:
        """Return the object that permissions check."""
        return self.event

    def command_arguments(self, data: Any = None) -> dict[str, Any]:
        """Return the arguments that all event services take: `by`, `key` (idempotency) and `version`."""
        version = viewsets.get_expected_version(self.request, self.event.version, (data or {}).get("version"))
        return {"by": self.actor, "key": key_of(self.request) or uuid4().hex, "version": version}


def _limit_id(number: str) -> int:
    """Return the number as an integer that a BigAutoField can hold, as databases refuse larger ones."""
    return min(int(number), LARGEST_ID)
