"""Matches over HTTP: load, shape, one service call, answer."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.authentication import SessionAuthentication
from rest_framework.decorators import action
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import GenericViewSet

from matches.api.parsers import PlainJSON
from matches.api.proofs import KEY, PROOFS, BadgeAuthentication, identity_of, key_of
from matches.api.shapes_in import ConfirmIn, DisputeIn, GameIn, RecordIn, ScoreIn, VersionIn
from matches.api.shapes_out import GameOut, MatchOut, ProblemOut, RecordOut, ReportOut, SheetOut, VerdictOut
from matches.api.throttles import UPLOADS, WRITES
from matches.models import Match, Report
from matches.queries import listing, sheets
from matches.services import reporting, scoring, transcripts
from matches.states import Status
from rules.errors import Refusal

REFUSED = {400: ProblemOut, 403: ProblemOut, 404: ProblemOut, 409: ProblemOut, 429: ProblemOut}
FILTERS = [
    OpenApiParameter("desk", str, description="The code of a desk."),
    OpenApiParameter(
        "status", str, many=True, enum=[state.value for state in Status], description="Any of these states."
    ),
]


class MatchPages(LimitOffsetPagination):
    """Pages of matches."""

    default_limit = 50
    max_limit = 200


class MatchViewSet(GenericViewSet[Match]):
    """Anyone may look; to write, prove a session, a badge, or the card of the table and a device."""

    queryset = Match.objects.none()
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    authentication_classes = [SessionAuthentication, BadgeAuthentication]
    pagination_class = MatchPages
    parser_classes = [PlainJSON]

    @extend_schema(operation_id="matches_list", parameters=FILTERS, responses={200: MatchOut(many=True)})
    def list(self, request: Request) -> Response:
        """Matches, the newest first."""
        rows = listing.matches_where(
            desk=request.query_params.get("desk", ""), statuses=request.query_params.getlist("status")
        )
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(MatchOut(page, many=True).data)

    @extend_schema(operation_id="match_sheet", responses={200: SheetOut, 404: ProblemOut})
    def retrieve(self, request: Request, code: str) -> Response:
        """The score sheet of a match: games, claims, records, rulings, and what the next game can be."""
        return Response(SheetOut(sheets.sheet_of(_match(code))).data)

    @extend_schema(
        operation_id="match_report",
        request=ScoreIn,
        responses={201: ReportOut, **REFUSED},
        parameters=[KEY, *PROOFS],
    )
    @action(detail=True, methods=["post"], throttle_classes=WRITES)
    def report(self, request: Request, code: str) -> Response:
        """Report a final score. The same score by the other side confirms it."""
        match = _match(code)
        report = reporting.report(
            match=match, **_taken(ScoreIn, request), identity=identity_of(request), key=key_of(request)
        )
        return Response(ReportOut(report).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="match_confirm",
        request=ConfirmIn,
        responses={200: MatchOut, **REFUSED},
        parameters=PROOFS,
    )
    @action(detail=True, methods=["post"], throttle_classes=WRITES)
    def confirm(self, request: Request, code: str) -> Response:
        """Confirm a report; confirming twice answers alike."""
        match = _match(code)
        taken = _taken(ConfirmIn, request)
        report = _report(match, taken.pop("report"))
        settled = reporting.confirm(match=match, report=report, identity=identity_of(request), **taken)
        return Response(MatchOut(settled).data)

    @extend_schema(
        operation_id="match_dispute",
        request=DisputeIn,
        responses={201: ReportOut, **REFUSED},
        parameters=[KEY, *PROOFS],
    )
    @action(detail=True, methods=["post"], throttle_classes=WRITES)
    def dispute(self, request: Request, code: str) -> Response:
        """Answer a report with another score; the desk rules."""
        match = _match(code)
        taken = _taken(DisputeIn, request)
        counter = reporting.dispute(
            match=match,
            report=_report(match, taken.pop("report")),
            identity=identity_of(request),
            key=key_of(request),
            **taken,
        )
        return Response(ReportOut(counter).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="match_withdraw",
        request=ConfirmIn,
        responses={200: MatchOut, **REFUSED},
        parameters=PROOFS,
    )
    @action(detail=True, methods=["post"], throttle_classes=WRITES)
    def withdraw(self, request: Request, code: str) -> Response:
        """Take one's own report back while nobody has answered it."""
        match = _match(code)
        taken = _taken(ConfirmIn, request)
        report = _report(match, taken.pop("report"))
        running = reporting.withdraw(match=match, report=report, identity=identity_of(request), **taken)
        return Response(MatchOut(running).data)

    @extend_schema(
        operation_id="match_score_game",
        request=GameIn,
        responses={201: GameOut, **REFUSED},
        parameters=[KEY, *PROOFS],
    )
    @action(detail=True, methods=["post"], throttle_classes=WRITES)
    def games(self, request: Request, code: str) -> Response:
        """Write one game on the live score sheet; the game that ends the match reports the score."""
        game = scoring.score_game(
            match=_match(code),
            **_taken(GameIn, request),
            identity=identity_of(request),
            key=key_of(request),
        )
        return Response(GameOut(game).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="match_strike_last_game",
        request=VersionIn,
        responses={200: MatchOut, **REFUSED},
        parameters=PROOFS,
    )
    @action(detail=True, methods=["post"], url_path="games/strike", throttle_classes=WRITES)
    def strike(self, request: Request, code: str) -> Response:
        """Strike the last game of the sheet."""
        match = scoring.strike_last_game(
            match=_match(code), identity=identity_of(request), **_taken(VersionIn, request)
        )
        return Response(MatchOut(match).data)

    @extend_schema(
        operation_id="match_attach_record",
        request={"multipart/form-data": RecordIn},
        responses={201: RecordOut, **REFUSED},
        parameters=PROOFS,
    )
    @action(detail=True, methods=["post"], parser_classes=[MultiPartParser], throttle_classes=UPLOADS)
    def records(self, request: Request, code: str) -> Response:
        """Attach a recorded match: it is replayed at once and weighed against the score."""
        match = _match(code)
        file = _taken(RecordIn, request)["file"]
        record = transcripts.attach(
            match=match, name=file.name, data=file.read(), identity=identity_of(request)
        )
        return Response(RecordOut(record).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="match_record_verdict",
        parameters=[OpenApiParameter("record", int, OpenApiParameter.PATH)],
        responses={200: VerdictOut, 404: ProblemOut},
    )
    @action(detail=True, methods=["get"], url_path=r"records/(?P<record>[0-9]{1,15})")
    def verdict(self, request: Request, code: str, record: str) -> Response:
        """A record with the whole verdict of its replay: games, findings and every position."""
        found = listing.record_of(_match(code), int(record))
        if found is None:
            raise Refusal("record_absent")
        return Response(VerdictOut(found).data)


def _match(code: str) -> Match:
    match = sheets.match_by_code(code)
    if match is None:
        raise Refusal("match_absent")
    return match


def _report(match: Match, number: int) -> Report:
    report = listing.report_of(match, number)
    if report is None:
        raise Refusal("report_absent", match=match.code)
    return report


def _taken(shape: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    taken = shape(data=request.data)
    taken.is_valid(raise_exception=True)
    return dict(taken.validated_data)
