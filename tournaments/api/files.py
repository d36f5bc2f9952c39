"""Files of an event: the event itself, its sheets, and the report of its Swiss."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from tournaments.api.permissions import IsDirector
from tournaments.api.viewsets import EventViewSetMixin, get_or_404
from tournaments.models import Event
from tournaments.queries.exports import EVENT_FILES

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

    @file_schema(EVENT_FILES)
    def retrieve(self, request: Request, pk: str, name: str) -> HttpResponse:
        """Download the event itself, one of its sheets, or the report of its Swiss."""
        kind, make = get_or_404(EVENT_FILES.get(name))
        return file_response(kind, get_or_404(make(self.event)))
