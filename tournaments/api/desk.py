"""The desk of an event: its settings and tables, the search box, results by table or name."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import identity_of, key_of
from matches.api.serializers_matches import MatchSerializer
from matches.models import Desk, Match
from matches.queries import sheets
from matches.services import desks, reporting
from rules.errors import Refusal
from tournaments.api import serializers_desk as serializers
from tournaments.api.form_serializers import form_serializer, read_form
from tournaments.api.permissions import IsDirector
from tournaments.api.viewsets import EventViewSetMixin, get_or_404
from tournaments.desk_lines import LONGEST
from tournaments.forms import desk as forms
from tournaments.queries import entries
from tournaments.services.tables import add_missing_tables

SEARCH = OpenApiParameter(
    "search", {"type": "string", "maxLength": LONGEST}, description="Beginnings of the words of a name."
)
NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH)
DeskPolicySerializer = form_serializer(forms.House, "DeskPolicy")
DeskTimesSerializer = form_serializer(forms.Times, "DeskTimes")
DeskTablesSerializer = form_serializer(forms.Room, "DeskTables")
QuickResultSerializer = form_serializer(forms.Quick, "QuickResult")


class DeskViewSet(EventViewSetMixin[Desk]):
    """The desk of an event; tournaments of several events share one."""

    queryset = Desk.objects.none()
    serializer_class = serializers.DeskSerializer
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    @action(detail=True)
    def desk(self, request: Request, pk: str) -> Response:
        """Read the settings of the desk and its tables."""
        return self._answer()

    @extend_schema(request=DeskTablesSerializer)
    @action(detail=True, methods=["post"], url_path="desk/tables")
    def tables(self, request: Request, pk: str) -> Response:
        """Add the tables that are missing up to a number; waiting matches are called to them."""
        count = read_form(forms.Room, self.validated(DeskTablesSerializer)).cleaned_data["count"]
        add_missing_tables(tournament=self.event.tournament, tables=count, by=self.actor)
        return self._answer()

    @extend_schema(request=serializers.TableNameSerializer, parameters=[NUMBER])
    @action(detail=True, methods=["put"], url_path="desk/tables/(?P<number>[0-9]{1,5})")
    def table(self, request: Request, pk: str, number: str) -> Response:
        """Name a table ("Stream"), or go back to its number."""
        table = get_or_404(self.event.tournament.desk.tables.filter(number=int(number)).first())
        desks.label_table(
            table=table, label=self.validated(serializers.TableNameSerializer)["name"], by=self.actor
        )
        return self._answer()

    @extend_schema(request=DeskPolicySerializer)
    @action(detail=True, methods=["put"], url_path="desk/policy")
    def policy(self, request: Request, pk: str) -> Response:
        """Set when a reported result counts."""
        policy = read_form(forms.House, self.validated(DeskPolicySerializer)).cleaned_data["policy"]
        desks.set_policy(desk=self.event.tournament.desk, policy=policy, by=self.actor)
        return self._answer()

    @extend_schema(request=DeskTimesSerializer)
    @action(detail=True, methods=["put"], url_path="desk/times")
    def times(self, request: Request, pk: str) -> Response:
        """Set the penalties for late starts, when a report becomes final by itself, and the clock."""
        cleaned = read_form(forms.Times, self.validated(DeskTimesSerializer)).cleaned_data
        values = {name: cleaned[name] for name in ("scale", "final_after", "clock")}
        desks.set_times(desk=self.event.tournament.desk, **values, by=self.actor)
        return self._answer()

    @extend_schema(parameters=[SEARCH], responses=serializers.DeskSearchResultSerializer(many=True))
    @action(detail=True, url_path="desk/search")
    def search(self, request: Request, pk: str) -> Response:
        """List the entries of all events of the tournament that letters may mean, with their matches."""
        letters = request.query_params.get("search", "").strip()[:LONGEST]
        rows = entries.find_entries_with_matches(self.event.tournament, letters) if letters else []
        return self.page_response(rows, serializers.DeskSearchResultSerializer)

    @extend_schema(request=QuickResultSerializer, responses={201: MatchSerializer})
    @action(detail=True, methods=["post"], url_path="desk/quick-result")
    def quick_result(self, request: Request, pk: str) -> Response:
        """Report a final score by table or name, as the box of the desk reads it: "4 7-3" or "ros 7-3"."""
        line = read_form(forms.Quick, self.validated(QuickResultSerializer)).cleaned_data["line"]
        if not line.scores:
            raise Refusal("request_invalid", "", problem="line")
        match, side = self._meant(line)
        white, black = line.scores if side == "white" else line.scores[::-1]
        report = reporting.report(
            match=match,
            white_score=white,
            black_score=black,
            identity=identity_of(request),
            key=key_of(request),
        )
        row = get_or_404(sheets.get_match(report.match.code))
        return Response(MatchSerializer(row).data, status=status.HTTP_201_CREATED)

    @staticmethod
    def row_key(row: Any) -> str:
        """What tells an entry from all others."""
        return str(row.entry.pk)

    def _meant(self, line: Any) -> tuple[Match, str]:
        if line.letters:
            return entries.find_match(self.event.tournament.desk, line.letters)
        match = entries.match_at_table(self.event, line.table)
        if match is None:
            raise Refusal("table_empty", table=line.table)
        return match, "white"

    def _answer(self) -> Response:
        desk = self.event.tournament.desk
        desk.refresh_from_db()
        return Response(serializers.DeskSerializer(desk).data)
