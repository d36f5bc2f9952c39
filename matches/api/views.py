"""Matches over HTTP: load, shape, one service call, answer."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import GenericViewSet

from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.loading import match_at
from matches.api.pagination import ApiPagination
from matches.api.shapes_in import ConfirmIn, DisputeIn, GameIn, RecordIn, ScoreIn, VersionIn
from matches.api.shapes_out import GameOut, MatchOut, RecordOut, ReportOut, SheetOut, VerdictOut
from matches.api.viewsets import ApiMixin, read
from matches.models import Match, Report
from matches.queries import listing, sheets
from matches.services import reporting, scoring, transcripts
from matches.states import Status
from rules.errors import Refusal

FILTERS = [
    OpenApiParameter("desk", str, description="The code of a desk."),
    OpenApiParameter(
        "status", str, many=True, enum=[state.value for state in Status], description="Any of these states."
    ),
]


class MatchViewSet(ApiMixin, GenericViewSet[Match]):
    """Anyone may look; to write, prove a session, a badge, or the card of the table and a device."""

    queryset = Match.objects.none()
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    pagination_class = ApiPagination
    scope_kind = "match"
    is_versioned = True
    orderings = {
        "-id": ("-id",),
        "id": ("id",),
        "-changed_at": ("-changed_at", "-id"),
        "changed_at": ("changed_at", "id"),
    }

    @extend_schema(operation_id="matches_list", parameters=FILTERS, responses={200: MatchOut(many=True)})
    def list(self, request: Request) -> Response:
        """Matches, the newest first."""
        rows = listing.matches_where(
            desk=request.query_params.get("desk", ""), statuses=request.query_params.getlist("status")
        )
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(MatchOut(page, many=True).data)

    @extend_schema(operation_id="match_sheet", responses={200: SheetOut})
    def retrieve(self, request: Request, code: str) -> Response:
        """The score sheet of a match: games, claims, records, rulings, and what the next game can be."""
        return Response(SheetOut(sheets.sheet_of(match_at(code))).data)

    @extend_schema(
        operation_id="match_report", request=ScoreIn, responses={201: ReportOut}, parameters=PROOFS
    )
    @action(detail=True, methods=["post"])
    def report(self, request: Request, code: str) -> Response:
        """Report a final score. The same score by the other side confirms it."""
        match = match_at(code)
        score = read(ScoreIn, request, version=match.version)
        report = reporting.report(match=match, **score, identity=identity_of(request), key=key_of(request))
        return Response(ReportOut(report).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="match_confirm", request=ConfirmIn, responses={200: MatchOut}, parameters=PROOFS
    )
    @action(detail=True, methods=["post"])
    def confirm(self, request: Request, code: str) -> Response:
        """Confirm a report; confirming twice answers alike."""
        match, report, said = _answered(code, ConfirmIn, request)
        settled = reporting.confirm(match=match, report=report, identity=identity_of(request), **said)
        return Response(MatchOut(settled).data)

    @extend_schema(
        operation_id="match_dispute", request=DisputeIn, responses={201: ReportOut}, parameters=PROOFS
    )
    @action(detail=True, methods=["post"])
    def dispute(self, request: Request, code: str) -> Response:
        """Answer a report with another score; the desk rules."""
        match, report, said = _answered(code, DisputeIn, request)
        counter = reporting.dispute(
            match=match, report=report, identity=identity_of(request), key=key_of(request), **said
        )
        return Response(ReportOut(counter).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="match_accept", request=ConfirmIn, responses={200: MatchOut}, parameters=PROOFS
    )
    @action(detail=True, methods=["post"])
    def accept(self, request: Request, code: str) -> Response:
        """Accept the other side's report of a dispute; accepting twice answers alike."""
        match, report, params = _answered(code, ConfirmIn, request)
        settled = reporting.accept(match=match, report=report, identity=identity_of(request), **params)
        return Response(MatchOut(settled).data)

    @extend_schema(
        operation_id="match_withdraw", request=ConfirmIn, responses={200: MatchOut}, parameters=PROOFS
    )
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, code: str) -> Response:
        """Withdraw one's own report while nobody has answered it."""
        match, report, said = _answered(code, ConfirmIn, request)
        running = reporting.withdraw(match=match, report=report, identity=identity_of(request), **said)
        return Response(MatchOut(running).data)

    @extend_schema(
        operation_id="match_score_game", request=GameIn, responses={201: GameOut}, parameters=PROOFS
    )
    @action(detail=True, methods=["post"])
    def games(self, request: Request, code: str) -> Response:
        """Write one game on the live score sheet; the game that ends the match reports the score."""
        match = match_at(code)
        said = read(GameIn, request, version=match.version)
        game = scoring.score_game(match=match, **said, identity=identity_of(request), key=key_of(request))
        return Response(GameOut(game).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="match_strike_last_game",
        request=VersionIn,
        responses={200: MatchOut},
        parameters=PROOFS,
    )
    @action(detail=True, methods=["post"], url_path="games/strike")
    def strike(self, request: Request, code: str) -> Response:
        """Strike the last game of the sheet."""
        match = match_at(code)
        said = read(VersionIn, request, version=match.version)
        struck = scoring.strike_last_game(match=match, identity=identity_of(request), **said)
        return Response(MatchOut(struck).data)

    @extend_schema(
        operation_id="match_attach_record",
        request={"multipart/form-data": RecordIn},
        responses={201: RecordOut},
        parameters=PROOFS,
    )
    @action(detail=True, methods=["post"], parser_classes=[MultiPartParser])
    def records(self, request: Request, code: str) -> Response:
        """Attach a recorded match: it is replayed at once and weighed against the score."""
        match = match_at(code)
        file = read(RecordIn, request, version=match.version)["file"]
        record = transcripts.attach(
            match=match, name=file.name, data=file.read(), identity=identity_of(request)
        )
        return Response(RecordOut(record).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="match_record_verdict",
        parameters=[OpenApiParameter("record", int, OpenApiParameter.PATH)],
        responses={200: VerdictOut},
    )
    @action(detail=True, methods=["get"], url_path=r"records/(?P<record>[0-9]{1,15})")
    def verdict(self, request: Request, code: str, record: str) -> Response:
        """A record with the whole verdict of its replay: games, findings and every position."""
        found = listing.record_of(match_at(code), int(record))
        if found is None:
            raise Refusal("record_absent")
        return Response(VerdictOut(found).data)


def _report(match: Match, number: int) -> Report:
    report = listing.report_of(match, number)
    if report is None:
        raise Refusal("report_absent", match=match.code)
    return report


def _answered(
    code: str, shape: type[Serializer[Any]], request: Request
) -> tuple[Match, Report, dict[str, Any]]:
    """A match, the report that is answered, and what else is said."""
    match = match_at(code)
    said = read(shape, request, version=match.version)
    return match, _report(match, said.pop("report")), said
