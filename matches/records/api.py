"""REST API of records: transcripts of matches and without a match, analyses, figures, drafts, archives."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from matches import permissions
from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.pagination import ApiPagination, LongPagination
from matches.api.serializers import MatchVersionSerializer, ReportSerializer
from matches.api.views import MATCH
from matches.api.viewsets import ApiViewSet, PlainJSON, get_match, validate_body
from matches.models import Desk, Match, Player, User
from matches.queries.desks import get_desk
from matches.queries.people import get_canonical_player, get_player
from matches.records.match_files import MAX_ARCHIVE_BYTES
from matches.records.models import Archive, PerformanceFigure, Transcript, TranscriptDraft
from matches.records.queries import analyses as analysis_queries
from matches.records.queries import transcripts
from matches.records.queries.analyses import get_figures
from matches.records.queries.performance_history import get_performance_history
from matches.records.queries.transcripts import ArchiveProgress, get_draft
from matches.records.serializers import (
    AnalysisSerializer,
    ArchiveDetailSerializer,
    ArchiveSerializer,
    ArchiveUploadSerializer,
    DraftLinesSerializer,
    DraftSerializer,
    DraftVersionSerializer,
    FigureEntrySerializer,
    FigureSerializer,
    MatchCodeSerializer,
    MatchFileSerializer,
    PerformanceHistorySerializer,
    TranscriptDetailSerializer,
    TranscriptSerializer,
    UnassignedTranscriptSerializer,
    UploadSerializer,
)
from matches.records.services import analyses, archives, drafts, uploads
from matches.records.services.analyses import FigureData
from rules import formats
from rules.errors import Refusal

WRITERS = sorted(formats.WRITERS)
FORMAT = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=WRITERS)
ENGINE = OpenApiParameter("engine", str, description="An engine with its settings, as in `engines`.")
NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH)
ARCHIVE = OpenApiParameter("archive", str, OpenApiParameter.PATH)
JSON = [PlainJSON]


class MatchTranscriptViewSet(ApiViewSet[Transcript]):
    """The transcripts of a match."""

    queryset = Transcript.objects.none()
    serializer_class = TranscriptSerializer
    lookup_url_kwarg = "transcript"
    lookup_value_regex = "[0-9]{1,15}"
    scope_kind = "match"
    is_versioned = True
    parser_classes = [MultiPartParser]
    pagination_class = LongPagination

    def list(self, request: Request, code: str) -> Response:
        """List the transcripts of a match, the latest first."""
        return self.page_response(transcripts.get_transcripts(get_match(code)), TranscriptSerializer)

    @extend_schema(
        request={"multipart/form-data": MatchFileSerializer},
        responses={201: TranscriptSerializer},
        parameters=PROOFS,
    )
    def create(self, request: Request, code: str) -> Response:
        """Upload a match file: it is replayed at once and compared with the score."""
        match = get_match(code)
        file = self.validated(MatchFileSerializer, version=match.version)["file"]
        transcript = uploads.attach_file(
            match=match, name=file.name, data=file.read(), identity=identity_of(request)
        )
        return Response(TranscriptSerializer(transcript).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=TranscriptDetailSerializer)
    def retrieve(self, request: Request, code: str, transcript: str) -> Response:
        """Read a transcript with the whole verdict of its replay: games, findings and every position."""
        return Response(TranscriptDetailSerializer(self._transcript()[1]).data)

    @extend_schema(request=MatchVersionSerializer, responses={201: ReportSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"], parser_classes=JSON)
    def report(self, request: Request, code: str, transcript: str) -> Response:
        """Report the score a transcript ends in."""
        match, row = self._transcript()
        self.validated(MatchVersionSerializer, version=match.version)
        report = uploads.report_transcript(
            match=match, transcript=row, identity=identity_of(request), key=key_of(request)
        )
        return Response(ReportSerializer(report).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=MatchCodeSerializer, responses=TranscriptSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"], parser_classes=JSON)
    def move(self, request: Request, code: str, transcript: str) -> Response:
        """Move a transcript to the match it is of: its uploader while it does not fit, or an official."""
        row = self._transcript()[1]
        moved_transcript = uploads.move_transcript(
            transcript=row, match=_match(request), identity=identity_of(request)
        )
        return Response(TranscriptSerializer(moved_transcript).data)

    @extend_schema(responses=AnalysisSerializer)
    @action(detail=True, parser_classes=JSON)
    def analysis(self, request: Request, code: str, transcript: str) -> Response:
        """Read the progress of the analysis of a transcript."""
        return self._analysis(self._transcript()[1])

    @extend_schema(request=None, responses={201: AnalysisSerializer}, parameters=PROOFS)
    @analysis.mapping.post
    def request_analysis(self, request: Request, code: str, transcript: str) -> Response:
        """Request an analysis; while one is open, it is returned."""
        return self._analysis(self._run(analyses.request_analysis), status.HTTP_201_CREATED)

    @extend_schema(request=None, responses=AnalysisSerializer, parameters=PROOFS)
    @analysis.mapping.delete
    def cancel_analysis(self, request: Request, code: str, transcript: str) -> Response:
        """Cancel the analysis in progress."""
        return self._analysis(self._run(analyses.cancel_analysis))

    @extend_schema(parameters=[FORMAT], responses={(200, "text/plain"): OpenApiTypes.STR})
    @action(detail=True, url_path="files/(?P<kind>[-a-z0-9_]{1,20})", parser_classes=JSON)
    def file(self, request: Request, code: str, transcript: str, kind: str) -> HttpResponse:
        """Download a transcript in one of the formats; a format that cannot hold it is refused."""
        match, row = self._transcript()
        if kind not in formats.WRITERS:
            raise Refusal("record_absent")
        text = transcripts.get_public_text(match, row, kind)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")

    @extend_schema(responses=FigureSerializer(many=True))
    @action(detail=True, parser_classes=JSON)
    def figures(self, request: Request, code: str, transcript: str) -> Response:
        """List the current performance figures: the last of each side, engine and settings."""
        match, row = self._transcript()
        return self.page_response([each.figure for each in get_figures(row, match)], FigureSerializer)

    @extend_schema(request=FigureEntrySerializer, responses={201: FigureSerializer}, parameters=PROOFS)
    @figures.mapping.post
    def enter_figure(self, request: Request, code: str, transcript: str) -> Response:
        """Enter an engine's figures for a side; entered again, the stored figure is returned."""
        match, row = self._transcript()
        data = FigureData(**self.validated(FigureEntrySerializer, version=match.version))
        figure = analyses.enter_figure(match=match, transcript=row, data=data, identity=identity_of(request))
        return Response(FigureSerializer(figure).data, status=status.HTTP_201_CREATED)

    @staticmethod
    def row_key(row: PerformanceFigure | Transcript) -> str:
        """The key of a row in a page of a list."""
        return str(row.pk)

    def _transcript(self) -> tuple[Match, Transcript]:
        match = get_match(self.kwargs["code"])
        row = transcripts.get_transcript(match, int(self.kwargs["transcript"]))
        if row is None:
            raise Refusal("record_absent")
        return match, row

    def _run(self, command: Callable[..., object]) -> Transcript:
        match, row = self._transcript()
        command(match=match, transcript=row, identity=identity_of(self.request))
        return row

    @staticmethod
    def _analysis(row: Transcript, code: int = status.HTTP_200_OK) -> Response:
        progress = analysis_queries.get_analysis_progress(row)
        if progress is None:
            raise Refusal("record_absent")
        return Response(AnalysisSerializer(progress).data, status=code)


class DraftViewSet(ApiViewSet[TranscriptDraft]):
    """A match recorded live, line by line, checked by the rules."""

    queryset = TranscriptDraft.objects.none()
    serializer_class = DraftSerializer
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    scope_kind = "match"

    @extend_schema(parameters=PROOFS)
    @action(detail=True)
    def draft(self, request: Request, code: str) -> Response:
        """Read one's own draft, empty before its first line."""
        draft = get_draft(get_match(code), identity_of(request))
        return Response(DraftSerializer(draft or TranscriptDraft(version=0, lines=[])).data)

    @extend_schema(request=DraftLinesSerializer, parameters=PROOFS)
    @draft.mapping.put
    def write_draft(self, request: Request, code: str) -> Response:
        """Write lines; the same lines sent twice have no further effect."""
        data = self.validated(DraftLinesSerializer)
        draft = drafts.write_lines(match=get_match(code), identity=identity_of(request), **data)
        return Response(DraftSerializer(draft).data)

    @extend_schema(request=DraftVersionSerializer, responses={201: TranscriptSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"], url_path="draft/submit")
    def submit_draft(self, request: Request, code: str) -> Response:
        """Attach the draft to its match as a transcript."""
        version = self.validated(DraftVersionSerializer).get("version")
        transcript = drafts.submit_draft(
            match=get_match(code), identity=identity_of(request), version=version
        )
        return Response(TranscriptSerializer(transcript).data, status=status.HTTP_201_CREATED)


class PerformanceViewSet(ApiViewSet[Player]):
    """The performance ratings of a player."""

    queryset = Player.objects.none()
    serializer_class = PerformanceHistorySerializer
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"

    @extend_schema(parameters=[ENGINE])
    @action(detail=True)
    def performance(self, request: Request, code: str) -> Response:
        """Read a player's performance ratings by match, their average and the errors by kind of decision."""
        player = get_player(code)
        if player is None:
            raise Http404
        history = get_performance_history(
            get_canonical_player(player), request.query_params.get("engine", "")
        )
        return Response(PerformanceHistorySerializer(history).data)


class TranscriptViewSet(ApiViewSet[Transcript]):
    """Uploads whose match is found by players, length and date, or chosen later."""

    queryset = Transcript.objects.none()
    lookup_field = "number"
    lookup_value_regex = "[0-9]{1,15}"
    pagination_class = ApiPagination
    parser_classes = [MultiPartParser]

    @extend_schema(responses=TranscriptSerializer(many=True), parameters=PROOFS)
    def list(self, request: Request) -> Response:
        """List one's own transcripts that belong to no match yet, the latest first."""
        return self.page_response(
            transcripts.get_unassigned_uploads(identity_of(request)), TranscriptSerializer
        )

    @extend_schema(
        request={"multipart/form-data": MatchFileSerializer},
        responses={201: UploadSerializer},
        parameters=PROOFS,
    )
    def create(self, request: Request) -> Response:
        """Upload a match file: it is replayed and attached to its match, or stored; duplicates once."""
        file = self.validated(MatchFileSerializer)["file"]
        upload = uploads.upload_file(name=file.name, data=file.read(), identity=identity_of(request))
        return Response(UploadSerializer(upload).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses={200: UnassignedTranscriptSerializer}, parameters=PROOFS)
    def retrieve(self, request: Request, number: str) -> Response:
        """Read a transcript without a match, and the matches it may be of."""
        identity, transcript = identity_of(request), self._transcript()
        fits = transcripts.find_fitting_matches(identity, transcript)
        return Response(UnassignedTranscriptSerializer({"transcript": transcript, "fits": fits}).data)

    @extend_schema(
        request=MatchCodeSerializer, responses={200: TranscriptSerializer}, parameters=[NUMBER, *PROOFS]
    )
    @action(detail=True, methods=["post"], parser_classes=JSON)
    def link(self, request: Request, number: str) -> Response:
        """Give a transcript to its match; if that has the same games already, its transcript is returned."""
        match, transcript = _match(request), self._transcript()
        linked = uploads.link_transcript(transcript=transcript, match=match, identity=identity_of(request))
        return Response(TranscriptSerializer(linked).data)

    def _transcript(self) -> Transcript:
        rows = transcripts.get_unassigned_uploads(identity_of(self.request))
        transcript = rows.filter(pk=int(self.kwargs["number"])).first()
        if transcript is None:
            raise Refusal("record_absent")
        return transcript


class ArchiveViewSet(ApiViewSet[Archive]):
    """Archives of match files of a desk, for its officials; for others they are absent."""

    queryset = Archive.objects.none()
    lookup_field = "archive"
    lookup_value_regex = "[a-z0-9]{1,16}"
    pagination_class = ApiPagination
    parser_classes = [MultiPartParser]
    scope_kind = "desk"

    @extend_schema(responses=ArchiveSerializer(many=True))
    def list(self, request: Request, desk: str) -> Response:
        """List the archives of the desk, the latest first."""
        return self.page_response(transcripts.get_archives(self._desk()[0]), ArchiveSerializer)

    @extend_schema(
        request={"multipart/form-data": ArchiveUploadSerializer}, responses={201: ArchiveDetailSerializer}
    )
    def create(self, request: Request, desk: str) -> Response:
        """Upload a zip; its files are read one by one, and duplicates are only noted."""
        row, user = self._desk()
        file = self.validated(ArchiveUploadSerializer)["file"]
        archive = archives.upload_archive(
            desk=row, name=file.name, data=file.read(MAX_ARCHIVE_BYTES + 1), by=user
        )
        data = _archive_data(row, _progress(row, archive.code))
        return Response(data, status=status.HTTP_201_CREATED)

    @extend_schema(responses={200: ArchiveDetailSerializer})
    def retrieve(self, request: Request, desk: str, archive: str) -> Response:
        """Read the progress of an archive, what became of each file, and the matches it may be of."""
        row, _ = self._desk()
        return Response(_archive_data(row, _progress(row, archive)))

    @extend_schema(
        request=MatchCodeSerializer, responses={200: TranscriptSerializer}, parameters=[ARCHIVE, NUMBER]
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=r"files/(?P<number>[0-9]{1,5})/link",
        parser_classes=JSON,
    )
    def link(self, request: Request, desk: str, archive: str, number: str) -> Response:
        """Give a file to its match."""
        row, user = self._desk()
        progress, match = _progress(row, archive), _match(request)
        file = progress.file(int(number))
        if file is None:
            raise Refusal("record_absent")
        if match.desk_id != row.pk:
            raise Refusal("match_absent")
        return Response(
            TranscriptSerializer(archives.assign_archived_file(file=file, match=match, by=user)).data
        )

    def _desk(self) -> tuple[Desk, User]:
        desk, user = get_desk(self.kwargs["desk"]), self.request.user
        if desk is None or not isinstance(user, User) or not permissions.may_rule(user, desk):
            raise Refusal("desk_absent")
        return desk, user


def _match(request: Request) -> Match:
    return get_match(validate_body(MatchCodeSerializer, request)["match"])


def _progress(desk: Desk, code: str) -> ArchiveProgress:
    progress = transcripts.get_archive_progress(desk, code)
    if progress is None:
        raise Refusal("record_absent")
    return progress


def _archive_data(desk: Desk, progress: ArchiveProgress) -> dict[str, Any]:
    fits = transcripts.find_fits_by_file(progress, desk)
    files = [
        {"file": file, "transcript": file.transcript, "fits": fits.get(file.pk, [])}
        for file in progress.files
    ]
    return dict(
        ArchiveDetailSerializer({"progress": progress, "archive": progress.archive, "files": files}).data
    )


router = SimpleRouter()
router.register("matches", DraftViewSet, basename="api-match-draft")
router.register(f"{MATCH}/transcripts", MatchTranscriptViewSet, basename="api-match-transcript")
router.register("players", PerformanceViewSet, basename="api-player-performance")
router.register("transcripts", TranscriptViewSet, basename="api-transcript")
router.register("desks/(?P<desk>[a-z0-9]{1,16})/archives", ArchiveViewSet, basename="api-archive")
urlpatterns = router.urls
