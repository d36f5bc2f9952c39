"""Files of an event: the event itself, its sheets, the report of its Swiss, and its finances."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from tournaments.api.money_looks import cashier_of
from tournaments.api.permissions import IsDirector
from tournaments.api.viewsets import EventViewSetMixin, get_or_404
from tournaments.models import Event
from tournaments.queries.event_downloads import FILES
from tournaments.queries.money import money_files
from tournaments.queries.money.terms import terms_of, till_of

JSON = "application/json"
Download = TypeVar("Download", bound=Callable[..., HttpResponse])


def file_schema(files: Mapping[str, tuple[str, Any]]) -> Callable[[Download], Download]:
    """The description of a download: its names, and its content types."""
    kinds = dict.fromkeys(kind.split(";")[0] for kind, _make in files.values())
    schema: Callable[[Download], Download] = extend_schema(
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH, enum=sorted(files))],
        responses={
            (200, kind): OpenApiTypes.OBJECT if kind == JSON else OpenApiTypes.BINARY for kind in kinds
        },
    )
    return schema


def file_response(kind: str, data: bytes) -> HttpResponse:
    """A file, which is never stored on the way."""
    return HttpResponse(data, content_type=kind, headers={"Cache-Control": "no-store"})


class EventFileViewSet(EventViewSetMixin[Event]):
    """The files of an event."""

    queryset = Event.objects.none()
    lookup_url_kwarg = "name"
    lookup_value_regex = r"[-.\w]{1,40}"
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    @file_schema(FILES)
    def retrieve(self, request: Request, pk: str, name: str) -> HttpResponse:
        """Download the event itself, one of its sheets, or the report of its Swiss."""
        kind, make = get_or_404(FILES.get(name))
        return file_response(kind, get_or_404(make(self.event)))


class FinanceFileViewSet(EventViewSetMixin[Event]):
    """The files about the finances of an event."""

    is_public = False
    queryset = Event.objects.none()
    lookup_url_kwarg = "name"
    lookup_value_regex = r"[-.\w]{1,40}"

    @file_schema(money_files.FILES)
    def retrieve(self, request: Request, pk: str, name: str) -> HttpResponse:
        """Download one of the files about the finances of an event."""
        cashier_of(request, self.event)
        kind, make = get_or_404(money_files.FILES.get(name))
        till, terms = till_of(self.event.tournament), terms_of(self.event)
        if till is None or not terms:
            raise Http404
        return file_response(kind, make(self.event, till, terms))
