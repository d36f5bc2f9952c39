"""Files for programs: an event as a file, sheets and reports; events taken over from files."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.doors import read
from tournaments.api import shapes_desk as shapes
from tournaments.api.clubs import ClubDoor
from tournaments.api.events import EventDoor
from tournaments.api.loading import club_at, director_of, event_at, found
from tournaments.api.money_looks import cashier_of
from tournaments.api.shapes_out import EventOut
from tournaments.exchange import event_file, trf
from tournaments.forms.files import LONGEST_REPORT, MOST_BYTES
from tournaments.models import Event
from tournaments.queries import event_files
from tournaments.queries import reports as coming
from tournaments.queries.event_downloads import FILES
from tournaments.queries.money import money_files
from tournaments.queries.money.terms import terms_of, till_of
from tournaments.services import importing, reports

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


class MoneyFile(EventDoor):
    """One of the files about the money of an event."""

    @extend_schema(
        operation_id="money_file",
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH, enum=sorted(money_files.FILES))],
        responses=_kinds(money_files.FILES),
    )
    def get(self, request: Request, pk: int, name: str) -> HttpResponse:
        """One of the files about the money of an event."""
        event = event_at(request, pk)
        cashier_of(request, event)
        kind, make = found(money_files.FILES.get(name))
        till, terms = till_of(event.tournament), terms_of(event)
        if till is None or not terms:
            raise Http404
        return _file(kind, make(event, till, terms))


class TakeOver(ClubDoor):
    """An event taken over from its file."""

    parser_classes = [MultiPartParser]
    uploads = frozenset({"post"})

    @extend_schema(
        operation_id="club_take_over",
        request={"multipart/form-data": EventFileIn},
        responses={201: EventOut},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take an event over, or continue the one of this club that the file goes on with."""
        club = club_at(slug)
        by = director_of(request, club)
        file = event_file.read(read(EventFileIn, request)["file"].read(MOST_BYTES + 1))
        known = event_files.here_already(file.lines[0].key)
        event: Event
        if known is not None and known.tournament.club_id == club.pk:
            event = importing.continue_with(event=known, file=file, by=by)
        else:
            event = importing.take_over(club=club, file=file, by=by)
        return Response(EventOut(event).data, status=status.HTTP_201_CREATED)


class TakeReport(ClubDoor):
    """An event made of the report of a Swiss."""

    parser_classes = [MultiPartParser]
    uploads = frozenset({"post"})

    @extend_schema(
        operation_id="club_take_report", request={"multipart/form-data": ReportIn}, responses={201: EventOut}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make an event of a report from another program."""
        club = club_at(slug)
        by, said = director_of(request, club), read(ReportIn, request)
        report = trf.read(_text(said["file"]))
        event = reports.take_report(club=club, report=report, length=said["length"], by=by)
        return Response(EventOut(event).data, status=status.HTTP_201_CREATED)


class ForeseeReport(ClubDoor):
    """A report of a Swiss, looked at."""

    parser_classes = [MultiPartParser]
    uploads = frozenset({"post"})

    @extend_schema(
        operation_id="club_take_report_preview",
        request={"multipart/form-data": ReportIn},
        responses={200: shapes.ReportForeseenOut},
    )
    def post(self, request: Request, slug: str) -> Response:
        """What an event made of a report would be. Nothing is written."""
        club = club_at(slug)
        director_of(request, club)
        foreseen = coming.foreseen(club, trf.read(_text(read(ReportIn, request)["file"])))
        return Response(shapes.ReportForeseenOut(foreseen).data)


def _text(file: Any) -> bytes:
    text: str = file.read(LONGEST_REPORT + 1).decode("utf-8-sig", "replace")
    return text.encode()


def _file(kind: str, data: bytes) -> HttpResponse:
    return HttpResponse(data, content_type=kind, headers={"Cache-Control": "no-store"})


urlpatterns = [
    path("events/<int:pk>/files/<str:name>", EventFile.as_view(), name="api-event-file"),
    path("events/<int:pk>/money/files/<str:name>", MoneyFile.as_view(), name="api-money-file"),
    path("clubs/<slug:slug>/take-over/", TakeOver.as_view(), name="api-take-over"),
    path("clubs/<slug:slug>/reports/", TakeReport.as_view(), name="api-take-report"),
    path("clubs/<slug:slug>/reports/preview/", ForeseeReport.as_view(), name="api-foresee-report"),
]
