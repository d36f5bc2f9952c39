"""Files for programs: an event as a file, sheets and reports; events taken over from files."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api import serializers_desk as shapes
from tournaments.api.deeds import Asked, Deed, EventDoor, club_path
from tournaments.api.loading import director_of, event_at, found
from tournaments.api.serializers_events import EventOut
from tournaments.exchange import event_file, trf
from tournaments.forms.files import LONGEST_REPORT, MOST_BYTES
from tournaments.models import Club, Event, FileImport
from tournaments.models.file_import import REPORT_AT_ONCE as AT_ONCE
from tournaments.queries import event_files
from tournaments.queries import reports as coming
from tournaments.queries.event_downloads import FILES
from tournaments.services import file_imports, importing, reports

JSON = "application/json"


def _kinds(files: Mapping[str, tuple[str, Any]]) -> Any:
    """What an answer with one of these files looks like, by its type: JSON is told as what it holds."""
    kinds = dict.fromkeys(kind.split(";")[0] for kind, _make in files.values())
    return {(200, kind): OpenApiTypes.OBJECT if kind == JSON else OpenApiTypes.BINARY for kind in kinds}


class EventFileIn(serializers.Serializer[Any]):
    """An event file."""

    file = serializers.FileField()


class ReportIn(EventFileIn):
    """A report of a Swiss (TRF), and the points of rounds to come."""

    length = serializers.IntegerField(min_value=1, max_value=99, default=7)


class EventFile(EventDoor):
    """One of the files of an event."""

    @extend_schema(
        operation_id="event_file",
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH, enum=sorted(FILES))],
        responses=_kinds(FILES),
    )
    def get(self, request: Request, pk: int, name: str) -> HttpResponse:
        """The event itself, its sheets for spreadsheets, or the report of its Swiss."""
        event = event_at(request, pk)
        director_of(request, event)
        kind, make = found(FILES.get(name))
        return _file(kind, found(make(event)))


def _take_over(at: Asked[Club]) -> Event:
    file = event_file.read(at.said["file"].read(MOST_BYTES + 1))
    known = event_files.here_already(file.lines[0].key)
    if known is not None and known.tournament.club_id == at.of.pk:
        return importing.continue_with(event=known, file=file, by=at.by)
    return importing.take_over(club=at.of, file=file, by=at.by)


def _take_report(at: Asked[Club]) -> Event | FileImport:
    text = _text(at.said["file"])
    report = trf.read(text)
    if coming.results_of(report) > AT_ONCE:
        length = at.said["length"]
        return file_imports.start_report(club=at.of, text=text.decode(), length=length, by=at.by)
    return reports.take_report(club=at.of, report=report, length=at.said["length"], by=at.by)


def _foresee_report(at: Asked[Club]) -> Any:
    return coming.foreseen(at.of, trf.read(_text(at.said["file"])))


def _text(file: Any) -> bytes:
    text: str = file.read(LONGEST_REPORT + 1).decode("utf-8-sig", "replace")
    return text.encode()


def _file(kind: str, data: bytes) -> HttpResponse:
    return HttpResponse(data, content_type=kind, headers={"Cache-Control": "no-store"})


urlpatterns = [
    path("events/<int:pk>/files/<str:name>", EventFile.as_view(), name="api-event-file"),
    club_path("take-over/", Deed(name="club_take_over", shape=EventFileIn, act=_take_over, answer=EventOut,
        is_file=True,
        about="Take an event over, or continue the one of this club that the file goes on with.")),
    club_path("reports/", Deed(name="club_take_report", shape=ReportIn, act=_take_report, answer=EventOut,
        is_file=True, may_be_task=True,
        about="Make an event of a report from another program; a long one is a task.")),
    club_path("reports/preview/", Deed(name="club_take_report_preview", shape=ReportIn, act=_foresee_report,
        answer=shapes.ReportForeseenOut, status=200, is_file=True, is_dry=True,
        about="What an event made of a report would be. Nothing is written.")),
]  # fmt: skip
