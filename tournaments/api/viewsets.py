"""Bases of the resources below a club and below an event."""

from functools import cached_property
from typing import Any, ClassVar, TypeVar
from uuid import uuid4

from django.db.models import Model
from django.http import Http404
from rest_framework import status
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response

from matches.api import viewsets
from matches.api.authentication import key_of
from matches.api.pagination import ApiPagination, LongPagination
from matches.api.viewsets import ApiViewSet
from matches.models import User
from matches.views import visitors
from rules.errors import Refusal
from tournaments.api.serializers_events import JournalEntrySerializer
from tournaments.models import Club, Event, JournalEntry
from tournaments.permissions import may_see
from tournaments.queries import clubs, events

T = TypeVar("T")
ModelT = TypeVar("ModelT", bound=Model)
NUMBER_OF_EVENT = "[0-9]{1,19}"
CLUB, EVENT = r"clubs/(?P<slug>[-\w]+)", f"events/(?P<pk>{NUMBER_OF_EVENT})"
NUMBER = "[0-9]{1,15}"
USER_NAMES, SECONDS = 30, 600
MOST = 2**63 - 1


def get_or_404(value: T | None) -> T:
    """Return the value; raise Http404 if it is None."""
    if value is None:
        raise Http404
    return value


class AccountMixin(ApiViewSet[ModelT]):
    """Mixin for the authenticated account."""

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
    """A resource of a club."""

    scope_kind = "club"
    pagination_class: type[ApiPagination] | None = LongPagination

    @cached_property
    def club(self) -> Club:
        """Return the club in the URL, or raise 404."""
        return get_or_404(clubs.club_by_slug(self.kwargs["slug"]))

    @property
    def scope_object(self) -> Club:
        """Return the object that permissions check."""
        return self.club

    def count_user_names(self) -> None:
        """Throttle requests that name users. Raises `too_many_requests`."""
        visitors.throttle_action("user-name", f"user {self.actor.pk}", limit=USER_NAMES, seconds=SECONDS)


class EventViewSetMixin(AccountMixin[ModelT]):
    """A resource of an event; writes are based on the version of If-Match, or the one in the body."""

    scope_kind = "event"
    is_versioned: ClassVar[bool] = True
    lookup_value_regex = NUMBER_OF_EVENT
    pagination_class: type[ApiPagination] | None = LongPagination

    @cached_property
    def event(self) -> Event:
        """Return the event in the URL, or raise 404. Raises `version_outdated` for an outdated If-Match."""
        event = get_or_404(events.event_by_id(_stored(self.kwargs["pk"])))
        if not may_see(self.account, event):
            raise Http404
        if self.request.method not in SAFE_METHODS:
            viewsets.get_expected_version(self.request, event.version)
        return event

    @property
    def scope_object(self) -> Event:
        """Return the object that permissions check."""
        return self.event

    def command(self, data: Any = None) -> dict[str, Any]:
        """Return the common arguments of event services: user, idempotency key and version."""
        version = viewsets.get_expected_version(self.request, self.event.version, (data or {}).get("version"))
        return {"by": self.actor, "key": key_of(self.request) or uuid4().hex, "version": version}


def _stored(number: str) -> int:
    """Limit a number to the range of an integer column."""
    return min(int(number), MOST)


def journal_response(line: JournalEntry, code: int = status.HTTP_201_CREATED) -> Response:
    """Return the response for the first journal line of a command."""
    line.event.refresh_from_db(fields=["version"])
    return Response(JournalEntrySerializer(line).data, status=code)
