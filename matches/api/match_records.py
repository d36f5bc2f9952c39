"""Records of a match: uploaded, reported, analysed, downloaded; engine figures; drafts written live."""

from collections.abc import Callable

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.pagination import LongPagination
from matches.api.parsers import PlainJSON
from matches.api.serializers_matches import (
    MatchVersionSerializer,
    RecordDetailSerializer,
    RecordSerializer,
    RecordUploadSerializer,
    ReportSerializer,
)
from matches.api.serializers_records import AnalysisOut, DraftIn, DraftOut, FigureIn, FigureOut, HandInIn
from matches.api.viewsets import ApiViewSet, get_match
from matches.models import Draft, Figure, Match, Transcript
from matches.queries import analyses as analysis_queries
from matches.queries import disclosure, drafts, listing
from matches.queries.figures import figures_of
from matches.services import analyses, figures, recording, transcripts
from matches.services.figures import Said
from rules import formats
from rules.errors import Refusal

WRITERS = sorted(formats.WRITERS)
FORMAT = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=WRITERS)
JSON = [PlainJSON]


class MatchRecordViewSet(ApiViewSet[Transcript]):
    """The records of a match."""

    queryset = Transcript.objects.none()
    serializer_class = RecordSerializer
    lookup_url_kwarg = "record"
    lookup_value_regex = "[0-9]{1,15}"
    scope_kind = "match"
    is_versioned = True
    parser_classes = [MultiPartParser]
    pagination_class = LongPagination

    @extend_schema(
        request={"multipart/form-data": RecordUploadSerializer},
        responses={201: RecordSerializer},
        parameters=PROOFS,
    )
    def create(self, request: Request, code: str) -> Response:
        """Upload a match file: it is replayed at once and compared with the score."""
        match = get_match(code)
        file = self.validated(RecordUploadSerializer, version=match.version)["file"]
        record = transcripts.attach(
            match=match, name=file.name, data=file.read(), identity=identity_of(request)
        )
        return Response(RecordSerializer(record).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=RecordDetailSerializer)
    def retrieve(self, request: Request, code: str, record: str) -> Response:
        """Read a record with the whole verdict of its replay: games, findings and every position."""
        return Response(RecordDetailSerializer(self._record()[1]).data)

    @extend_schema(request=MatchVersionSerializer, responses={201: ReportSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"], parser_classes=JSON)
    def report(self, request: Request, code: str, record: str) -> Response:
        """Report the score a record ends in."""
        match, row = self._record()
        self.validated(MatchVersionSerializer, version=match.version)
        report = transcripts.report_from_transcript(
            match=match, transcript=row, identity=identity_of(request), key=key_of(request)
        )
        return Response(ReportSerializer(report).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=AnalysisOut)
    @action(detail=True, parser_classes=JSON)
    def analysis(self, request: Request, code: str, record: str) -> Response:
        """Read how far the analysis of a record is."""
        return self._analysis(self._record()[1])

    @extend_schema(request=None, responses={201: AnalysisOut}, parameters=PROOFS)
    @analysis.mapping.post
    def start_analysis(self, request: Request, code: str, record: str) -> Response:
        """Have a record analysed; while that goes on, asking again answers the same analysis."""
        return self._analysis(self._upon(analyses.ask), status.HTTP_201_CREATED)

    @extend_schema(request=None, responses=AnalysisOut, parameters=PROOFS)
    @analysis.mapping.delete
    def cancel_analysis(self, request: Request, code: str, record: str) -> Response:
        """Cancel the analysis in progress."""
        return self._analysis(self._upon(analyses.cancel))

    @extend_schema(parameters=[FORMAT], responses={(200, "text/plain"): OpenApiTypes.STR})
    @action(detail=True, url_path="files/(?P<kind>[-a-z0-9_]{1,20})", parser_classes=JSON)
    def file(self, request: Request, code: str, record: str, kind: str) -> HttpResponse:
        """Download a record in one of the formats; what that format cannot hold is refused by name."""
        match, row = self._record()
        if kind not in formats.WRITERS:
            raise Refusal("record_absent")
        text = disclosure.text_of(match, row, kind)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")

    @extend_schema(responses=FigureOut(many=True))
    @action(detail=True, parser_classes=JSON)
    def figures(self, request: Request, code: str, record: str) -> Response:
        """List the engine figures that count: the last of each side, engine and settings."""
        match, row = self._record()
        return self.page_response([each.figure for each in figures_of(row, match)], FigureOut)

    @extend_schema(request=FigureIn, responses={201: FigureOut}, parameters=PROOFS)
    @figures.mapping.post
    def add_figure(self, request: Request, code: str, record: str) -> Response:
        """Record what an engine says of a side; the same again answers the one that is kept."""
        match, row = self._record()
        data = Said(**self.validated(FigureIn, version=match.version))
        figure = figures.enter(match=match, transcript=row, said=data, identity=identity_of(request))
        return Response(FigureOut(figure).data, status=status.HTTP_201_CREATED)

    @staticmethod
    def row_key(row: Figure) -> str:
        """What tells a figure from all others."""
        return str(row.pk)

    def _record(self) -> tuple[Match, Transcript]:
        match = get_match(self.kwargs["code"])
        row = listing.record_of(match, int(self.kwargs["record"]))
        if row is None:
            raise Refusal("record_absent")
        return match, row

    def _upon(self, command: Callable[..., object]) -> Transcript:
        match, row = self._record()
        command(match=match, transcript=row, identity=identity_of(self.request))
        return row

    @staticmethod
    def _analysis(row: Transcript, code: int = status.HTTP_200_OK) -> Response:
        analysis = analysis_queries.looked_at(row)
        if analysis is None:
            raise Refusal("record_absent")
        return Response(AnalysisOut(analysis).data, status=code)


class DraftViewSet(ApiViewSet[Draft]):
    """A match that is recorded live, line by line, under the rules of play."""

    queryset = Draft.objects.none()
    serializer_class = DraftOut
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    scope_kind = "match"

    @extend_schema(parameters=PROOFS)
    @action(detail=True)
    def draft(self, request: Request, code: str) -> Response:
        """Read one's own draft, empty before its first line."""
        draft = drafts.draft_of(get_match(code), identity_of(request))
        return Response(DraftOut(draft or Draft(version=0, lines=[])).data)

    @extend_schema(request=DraftIn, parameters=PROOFS)
    @draft.mapping.put
    def write_draft(self, request: Request, code: str) -> Response:
        """Write lines; the same lines sent twice change nothing the second time."""
        data = self.validated(DraftIn)
        draft = recording.write(match=get_match(code), identity=identity_of(request), **data)
        return Response(DraftOut(draft).data)

    @extend_schema(request=HandInIn, responses={201: RecordSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"], url_path="draft/submit")
    def submit_draft(self, request: Request, code: str) -> Response:
        """Make a record of the draft; it is replayed and compared like any other."""
        version = self.validated(HandInIn).get("version")
        record = recording.hand_in(match=get_match(code), identity=identity_of(request), version=version)
        return Response(RecordSerializer(record).data, status=status.HTTP_201_CREATED)
