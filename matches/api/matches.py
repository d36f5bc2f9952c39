"""Matches: their list, score sheets, games of the live score, and reports of final scores."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.loading import match_at
from matches.api.serializers_matches import (
    GameCreateSerializer,
    GameSerializer,
    MatchSerializer,
    MatchVersionSerializer,
    ReportSerializer,
    ScoreSerializer,
    ScoreSheetSerializer,
)
from matches.api.viewsets import ApiViewSet
from matches.models import Match, Report
from matches.queries import listing, sheets
from matches.services import reporting, scoring
from matches.states import Status
from rules.errors import Refusal

CODE = "[a-z0-9]{1,16}"
MATCH = f"matches/(?P<code>{CODE})"


class MatchFilter(filters.FilterSet):  # type: ignore[misc]
    """Matches by desk, status and player."""

    desk = filters.CharFilter(field_name="desk__code", max_length=16, label="The code of a desk.")
    status = filters.MultipleChoiceFilter(
        choices=[(each.value, each.value) for each in Status], label="Any of these."
    )
    player = filters.CharFilter(method="of_player", max_length=16, label="The code of a player.")

    def of_player(self, rows: QuerySet[Match], name: str, code: str) -> QuerySet[Match]:
        """The matches of a player on either side."""
        return rows.filter(white__code=code) | rows.filter(black__code=code)


class MatchViewSet(ApiViewSet[Match]):
    """Matches. Anybody reads; to write, show an account, a badge, or the code of the table and a device."""

    queryset = Match.objects.none()
    serializer_class = MatchSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = MatchFilter
    lookup_field = "code"
    lookup_value_regex = CODE
    scope_kind = "match"
    is_versioned = True
    orderings = {
        "-id": ("-id",),
        "id": ("id",),
        "-changed_at": ("-changed_at", "-id"),
        "changed_at": ("changed_at", "id"),
    }

    def get_queryset(self) -> QuerySet[Match]:
        """Every match with desk, players and table."""
        return listing.matches_where()

    def list(self, request: Request) -> Response:
        """List matches, the newest first."""
        return self.page_response(self.filter_queryset(self.get_queryset()), MatchSerializer)

    @extend_schema(responses=ScoreSheetSerializer)
    def retrieve(self, request: Request, code: str) -> Response:
        """Read the score sheet of a match: games, reports, records, rulings, and what may follow."""
        return Response(ScoreSheetSerializer(sheets.sheet_of(match_at(code))).data)

    @extend_schema(request=GameCreateSerializer, responses={201: GameSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def games(self, request: Request, code: str) -> Response:
        """Record one game of the live score; the game that ends the match reports the score."""
        match = match_at(code)
        data = self.validated(GameCreateSerializer, version=match.version)
        game = scoring.score_game(match=match, **data, identity=identity_of(request), key=key_of(request))
        return Response(GameSerializer(game).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=None, responses=MatchSerializer, parameters=PROOFS)
    @action(detail=True, methods=["delete"], url_path="games/last")
    def last_game(self, request: Request, code: str) -> Response:
        """Strike the last game of the sheet; the match is the answer."""
        match = match_at(code)
        data = self.validated(MatchVersionSerializer, version=match.version)
        return Response(
            MatchSerializer(scoring.strike_last_game(match=match, identity=identity_of(request), **data)).data
        )


class ReportViewSet(ApiViewSet[Report]):
    """Reports of the final score of a match."""

    queryset = Report.objects.none()
    serializer_class = MatchSerializer
    lookup_field = "number"
    lookup_value_regex = "[0-9]{1,9}"
    scope_kind = "match"
    is_versioned = True

    @extend_schema(request=ScoreSerializer, responses={201: ReportSerializer}, parameters=PROOFS)
    def create(self, request: Request, code: str) -> Response:
        """Report a final score. The same score by the other side confirms it."""
        match = match_at(code)
        data = self.validated(ScoreSerializer, version=match.version)
        report = reporting.report(match=match, **data, identity=identity_of(request), key=key_of(request))
        return Response(ReportSerializer(report).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=MatchVersionSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def confirm(self, request: Request, code: str, number: str) -> Response:
        """Confirm a report; confirming twice answers alike."""
        return Response(MatchSerializer(reporting.confirm(**self._answered(MatchVersionSerializer))).data)

    @extend_schema(request=ScoreSerializer, responses={201: ReportSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def dispute(self, request: Request, code: str, number: str) -> Response:
        """Answer a report with another score; the desk rules."""
        counter = reporting.dispute(**self._answered(ScoreSerializer), key=key_of(request))
        return Response(ReportSerializer(counter).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=MatchVersionSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def accept(self, request: Request, code: str, number: str) -> Response:
        """Accept the other side's report of a dispute; accepting twice answers alike."""
        return Response(MatchSerializer(reporting.accept(**self._answered(MatchVersionSerializer))).data)

    @extend_schema(request=MatchVersionSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, code: str, number: str) -> Response:
        """Withdraw one's own report while nobody has answered it."""
        return Response(MatchSerializer(reporting.withdraw(**self._answered(MatchVersionSerializer))).data)

    def _answered(self, serializer_class: type[Serializer[Any]]) -> dict[str, Any]:
        """The match, the report that is answered, who answers, and what else is sent."""
        match = match_at(self.kwargs["code"])
        data = self.validated(serializer_class, version=match.version)
        report = listing.report_of(match, int(self.kwargs["number"]))
        if report is None:
            raise Refusal("report_absent", match=match.code)
        return {"match": match, "report": report, "identity": identity_of(self.request), **data}
