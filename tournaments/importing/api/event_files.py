"""The files of an event in the API."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from tournaments.importing.queries.exports import EVENT_FILES
from tournaments.models import Event
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import EventViewSetMixin, get_or_404

JSON = "application/json"
Download = TypeVar("Download", bound=Callable[..., HttpResponse])


def file_schema(files: Mapping[str, tuple[str, Any]]) -> Callable[[Download], Download]:
    """Return the decorator that adds a download to the OpenAPI schema.

    `files` has the content type and the function of each file name.
    """
    kinds = dict.fromkeys(kind.split(";")[0] for kind, _make in files.values())
    schema: Callable[[Download], Download] = extend_schema(
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH, enum=sorted(files))],
        responses={
            (200, kind): OpenApiTypes.OBJECT if kind == JSON else OpenApiTypes.BINARY for kind in kinds
        },
    )
    return schema


def file_response(kind: str, data: bytes) -> HttpResponse:
    """Return a file response that is not cached."""
    return HttpResponse(data, content_type=kind, headers={"Cache-Control": "no-store"})


class EventFileViewSet(EventViewSetMixin[Event]):
    """The files of an event."""

    queryset = Event.objects.none()
    lookup_url_kwarg = "name"
    lookup_value_regex = r"[-.\w]{1,40}"
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    @file_schema(EVENT_FILES)
    def retrieve(self, request: Request, pk: str, name: str) -> HttpResponse:
        """Download the event file, a spreadsheet, or the report of its Swiss."""
        kind, make = get_or_404(EVENT_FILES.get(name))
        return file_response(kind, get_or_404(make(self.event)))
