"""API of match files: transcripts, analyses, performance figures, drafts of the recorder, archives."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
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
from matches.models import Desk, Match, User
from matches.queries.desks import get_desk
from matches.records.certificate_viewsets import CertificateViewSet, CheckViewSet
from matches.records.declaration_viewsets import DeclarationViewSet
from matches.records.match_files import MAX_ARCHIVE_BYTES
from matches.records.models import Archive, PerformanceFigure, Transcript, TranscriptDraft
from matches.records.performance_viewsets import (
    DECK_KIND,
    DECK_PARAMETER,
    DECK_RESPONSES,
    PerformanceViewSet,
    make_deck_response,
)
from matches.records.presenting.study_cards import make_deck_of_transcript
from matches.records.queries import analyses as analysis_queries
from matches.records.queries import archives as archive_queries
from matches.records.queries import match_fits, transcripts
from matches.records.queries.analyses import get_figures
from matches.records.queries.archives import ArchiveProgress
from matches.records.queries.drafts import get_draft
from matches.records.serializers import (
    AnalysisSerializer,
    ArchiveDetailSerializer,
    ArchiveSerializer,
    ArchiveUploadSerializer,
    CertificateSerializer,
    DraftLinesSerializer,
    DraftSerializer,
    DraftVersionSerializer,
    FigureEntrySerializer,
    FigureSerializer,
    GammonviewSerializer,
    IdentificationSerializer,
    MatchCodeSerializer,
    MatchFileSerializer,
    PrivateAnalysisSerializer,
    TranscriptDetailSerializer,
    TranscriptSerializer,
    UnassignedTranscriptSerializer,
    UploadSerializer,
    VideoEntrySerializer,
    VideoSerializer,
)
from matches.records.services import (
    analyses,
    archives,
    certificates,
    contradictions,
    drafts,
    identifications,
    uploads,
    videos,
)
from matches.records.services.analyses import FigureData
from matches.records.video_answers import respond_with_video, write_video
from matches.views.links import build_site_address
from rules import formats
from rules.errors import Refusal

WRITERS = sorted(formats.WRITERS)
FORMAT_PARAMETER = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=WRITERS)
NUMBER_PARAMETER = OpenApiParameter("number", int, OpenApiParameter.PATH)
ARCHIVE_PARAMETER = OpenApiParameter("archive", str, OpenApiParameter.PATH)
JSON_PARSERS = [PlainJSON]


class UploadViewSet(ApiViewSet[Transcript]):
    """Files are uploaded as forms; the body of a DELETE is read as JSON, so that its fields are refused."""

    parser_classes = [MultiPartParser]

    def get_parsers(self) -> Any:
        """Return the parsers of the method of the request."""
        is_delete = getattr(self.request, "method", "") == "DELETE"
        return [parser() for parser in JSON_PARSERS] if is_delete else super().get_parsers()


class MatchTranscriptViewSet(UploadViewSet):
    """The transcripts of a match."""

    queryset = Transcript.objects.none()
    serializer_class = TranscriptSerializer
    lookup_url_kwarg = "transcript"
    lookup_value_regex = "[0-9]{1,15}"
    scope_kind = "match"
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
        """Upload a match file of a match; it is replayed at once and compared with the score."""
        match = get_match(code)
        file = self.validated(MatchFileSerializer, version=match.version)["file"]
        transcript = uploads.attach_file(
            match=match, name=file.name, data=file.read(), identity=identity_of(request)
        )
        return Response(TranscriptSerializer(transcript).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=TranscriptDetailSerializer)
    def retrieve(self, request: Request, code: str, transcript: str) -> Response:
        """Read a transcript with the complete verdict of its replay: games, findings and every position."""
        return Response(TranscriptDetailSerializer(self._get_transcript()[1]).data)

    @extend_schema(request=MatchVersionSerializer, responses={201: ReportSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"], parser_classes=JSON_PARSERS)
    def report(self, request: Request, code: str, transcript: str) -> Response:
        """Report the score a transcript ends in."""
        match, row = self._get_transcript()
        data = self.validated(MatchVersionSerializer, version=match.version)
        report = contradictions.report_transcript(
            match=match,
            transcript=row,
            identity=identity_of(request),
            key=key_of(request),
            version=data.get("version"),
        )
        return Response(ReportSerializer(report).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=MatchCodeSerializer, responses=TranscriptSerializer, parameters=PROOFS)
    @action(detail=True, methods=["post"], parser_classes=JSON_PARSERS)
    def move(self, request: Request, code: str, transcript: str) -> Response:
        """Move a transcript to another match: officials may, and its uploader if it does not fit."""
        row = self._get_transcript()[1]
        moved_transcript = uploads.move_transcript(
            transcript=row, match=_read_match(request), identity=identity_of(request)
        )
        return Response(TranscriptSerializer(moved_transcript).data)

    @extend_schema(request=IdentificationSerializer, responses=TranscriptSerializer, parameters=PROOFS)
    @action(detail=True, methods=["put"], parser_classes=JSON_PARSERS)
    def players(self, request: Request, code: str, transcript: str) -> Response:
        """Say that the players a transcript names are those of its match: its players may, and officials."""
        match, row = self._get_transcript()
        data = self.validated(IdentificationSerializer, version=match.version)
        identified = identifications.identify_players(transcript=row, identity=identity_of(request), **data)
        return Response(TranscriptSerializer(identified).data)

    @extend_schema(request=None, responses={204: None}, parameters=PROOFS)
    @players.mapping.delete
    def withdraw_players(self, request: Request, code: str, transcript: str) -> Response:
        """Take back who the players of a transcript are."""
        row = self._get_transcript()[1]
        identifications.withdraw_identification(transcript=row, identity=identity_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses={204: None}, parameters=PROOFS)
    def destroy(self, request: Request, code: str, transcript: str) -> Response:
        """Take a transcript out of its match: its uploader may, and officials."""
        row = self._get_transcript()[1]
        uploads.withdraw_transcript(transcript=row, identity=identity_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses=AnalysisSerializer)
    @action(detail=True, parser_classes=JSON_PARSERS)
    def analysis(self, request: Request, code: str, transcript: str) -> Response:
        """Read the progress of the analysis of a transcript."""
        return self._respond_with_analysis(self._get_transcript()[1])

    @extend_schema(request=None, responses={201: AnalysisSerializer}, parameters=PROOFS)
    @analysis.mapping.post
    def request_analysis(self, request: Request, code: str, transcript: str) -> Response:
        """Request an analysis by the engine; if one is open already, it is returned."""
        return self._respond_with_analysis(
            self._run_command(analyses.request_analysis), status.HTTP_201_CREATED
        )

    @extend_schema(request=None, responses=AnalysisSerializer, parameters=PROOFS)
    @analysis.mapping.delete
    def cancel_analysis(self, request: Request, code: str, transcript: str) -> Response:
        """Cancel the analysis in progress."""
        return self._respond_with_analysis(self._run_command(analyses.cancel_analysis))

    @extend_schema(
        parameters=[FORMAT_PARAMETER],
        responses={
            (200, "text/plain"): OpenApiTypes.STR,
            (200, "application/octet-stream"): OpenApiTypes.BINARY,
        },
    )
    @action(detail=True, url_path="files/(?P<kind>[-a-z0-9_]{1,20})", parser_classes=JSON_PARSERS)
    def file(self, request: Request, code: str, transcript: str, kind: str) -> HttpResponse:
        """Download a transcript in one of the formats; refused if the format cannot represent it."""
        match, row = self._get_transcript()
        if kind not in formats.WRITERS:
            raise Refusal("record_absent")
        data, ending = transcripts.get_public_file(match, row, kind)
        is_binary = ending in formats.BINARY_ENDINGS
        return HttpResponse(
            data, content_type="application/octet-stream" if is_binary else "text/plain; charset=utf-8"
        )

    @extend_schema(responses=VideoSerializer)
    @action(detail=True, parser_classes=JSON_PARSERS)
    def video(self, request: Request, code: str, transcript: str) -> Response:
        """Read the video of a transcript with its marks; the address is empty if it has none."""
        return respond_with_video(self._get_transcript()[1])

    @extend_schema(request=VideoEntrySerializer, responses=VideoSerializer, parameters=PROOFS)
    @video.mapping.put
    def set_video(self, request: Request, code: str, transcript: str) -> Response:
        """Set the address of the video of a transcript, and its marks."""
        match, row = self._get_transcript()
        data = self.validated(VideoEntrySerializer, version=match.version)
        return write_video(row, data, identity_of(request))

    @extend_schema(request=None, responses={204: None}, parameters=PROOFS)
    @video.mapping.delete
    def remove_video(self, request: Request, code: str, transcript: str) -> Response:
        """Remove the video of a transcript with its marks."""
        videos.remove_video(transcript=self._get_transcript()[1], identity=identity_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses=GammonviewSerializer)
    @action(detail=True, parser_classes=JSON_PARSERS)
    def gammonview(self, request: Request, code: str, transcript: str) -> Response:
        """Read the address by which GammonView, another site, shows a transcript; the file is part of it."""
        match, row = self._get_transcript()
        return Response({"address": transcripts.get_gammonview_address(match, row)})

    @extend_schema(parameters=[DECK_PARAMETER], responses=DECK_RESPONSES)
    @action(detail=True, url_path=f"cards/{DECK_KIND}", parser_classes=JSON_PARSERS)
    def cards(self, request: Request, code: str, transcript: str, kind: str) -> HttpResponse:
        """Download the blunders of both players as study cards for Anki."""
        row = self._get_transcript()[1]
        return make_deck_response(make_deck_of_transcript(row, request.build_absolute_uri), kind)

    @extend_schema(request=None, responses={201: CertificateSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"], parser_classes=JSON_PARSERS)
    def certificate(self, request: Request, code: str, transcript: str) -> Response:
        """Sign a transcript that proves the final score of its match, or return the certificate in effect."""
        match, row = self._get_transcript()
        issued = certificates.issue_certificate(
            match=match,
            transcript=row,
            identity=identity_of(request),
            site_address=build_site_address(request._request),
        )
        return Response(CertificateSerializer(issued).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=FigureSerializer(many=True))
    @action(detail=True, parser_classes=JSON_PARSERS)
    def figures(self, request: Request, code: str, transcript: str) -> Response:
        """List the current performance figures: the last of each side, engine and settings."""
        match, row = self._get_transcript()
        return self.page_response([each.figure for each in get_figures(row, match)], FigureSerializer)

    @extend_schema(request=FigureEntrySerializer, responses={201: FigureSerializer}, parameters=PROOFS)
    @figures.mapping.post
    def enter_figure(self, request: Request, code: str, transcript: str) -> Response:
        """Enter an engine's figures for one side; if they exist already, the stored ones are returned."""
        match, row = self._get_transcript()
        data = FigureData(**self.validated(FigureEntrySerializer, version=match.version))
        figure = analyses.enter_figure(match=match, transcript=row, data=data, identity=identity_of(request))
        return Response(FigureSerializer(figure).data, status=status.HTTP_201_CREATED)

    @staticmethod
    def row_key(row: PerformanceFigure | Transcript) -> str:
        """The key of a row in a page of a list."""
        return str(row.pk)

    def _get_transcript(self) -> tuple[Match, Transcript]:
        match = get_match(self.kwargs["code"])
        row = transcripts.get_transcript(match, int(self.kwargs["transcript"]))
        if row is None:
            raise Refusal("record_absent")
        return match, row

    def _run_command(self, command: Callable[..., object]) -> Transcript:
        match, row = self._get_transcript()
        command(match=match, transcript=row, identity=identity_of(self.request))
        return row

    @staticmethod
    def _respond_with_analysis(row: Transcript, code: int = status.HTTP_200_OK) -> Response:
        progress = analysis_queries.get_analysis_progress(row)
        if progress is None:
            raise Refusal("record_absent")
        return Response(AnalysisSerializer(progress).data, status=code)


class DraftViewSet(ApiViewSet[TranscriptDraft]):
    """Drafts of match files: a match is recorded line by line, and each line is checked by the rules."""

    queryset = TranscriptDraft.objects.none()
    serializer_class = DraftSerializer
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"
    scope_kind = "match"

    @extend_schema(parameters=PROOFS)
    @action(detail=True)
    def draft(self, request: Request, code: str) -> Response:
        """Read your draft of a match; it is empty before the first line."""
        draft = get_draft(get_match(code), identity_of(request))
        return Response(DraftSerializer(draft or TranscriptDraft(version=0, lines=[])).data)

    @extend_schema(request=DraftLinesSerializer, parameters=PROOFS)
    @draft.mapping.put
    def write_draft(self, request: Request, code: str) -> Response:
        """Write lines of a draft; sending the same lines again has no further effect."""
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


class TranscriptViewSet(UploadViewSet):
    """Uploads without a given match; it is found by players, length and date, or chosen later."""

    queryset = Transcript.objects.none()
    lookup_field = "number"
    lookup_value_regex = "[0-9]{1,15}"
    pagination_class = ApiPagination

    @extend_schema(responses=TranscriptSerializer(many=True), parameters=PROOFS)
    def list(self, request: Request) -> Response:
        """List your transcripts that belong to no match yet, the latest first."""
        return self.page_response(
            transcripts.get_unassigned_uploads(identity_of(request)), TranscriptSerializer
        )

    @extend_schema(
        request={"multipart/form-data": MatchFileSerializer},
        responses={201: UploadSerializer},
        parameters=PROOFS,
    )
    def create(self, request: Request) -> Response:
        """Upload a match file; it is attached to the match it fits, or stored without one.

        A duplicate is not stored again.
        """
        file = self.validated(MatchFileSerializer)["file"]
        upload = uploads.upload_file(name=file.name, data=file.read(), identity=identity_of(request))
        return Response(UploadSerializer(upload).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses={200: UnassignedTranscriptSerializer}, parameters=PROOFS)
    def retrieve(self, request: Request, number: str) -> Response:
        """Read a transcript without a match, and the matches it may belong to."""
        identity, transcript = identity_of(request), self._get_transcript()
        fits = match_fits.find_fitting_matches(identity, transcript)
        return Response(UnassignedTranscriptSerializer({"transcript": transcript, "fits": fits}).data)

    @extend_schema(request=None, responses={204: None}, parameters=PROOFS)
    def destroy(self, request: Request, number: str) -> Response:
        """Remove a transcript without a match; only its uploader may."""
        uploads.remove_transcript(transcript=self._get_transcript(), identity=identity_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request=MatchCodeSerializer,
        responses={200: TranscriptSerializer},
        parameters=[NUMBER_PARAMETER, *PROOFS],
    )
    @action(detail=True, methods=["post"], parser_classes=JSON_PARSERS)
    def link(self, request: Request, number: str) -> Response:
        """Assign a transcript to a match; if the match has the same games, that transcript is returned."""
        match, transcript = _read_match(request), self._get_transcript()
        linked = uploads.link_transcript(transcript=transcript, match=match, identity=identity_of(request))
        return Response(TranscriptSerializer(linked).data)

    @extend_schema(responses=PrivateAnalysisSerializer, parameters=[NUMBER_PARAMETER, *PROOFS])
    @action(detail=True, parser_classes=JSON_PARSERS)
    def analysis(self, request: Request, number: str) -> Response:
        """Read the progress of the analysis of a transcript without a match, and its figures so far."""
        return self._respond_with_analysis(self._get_transcript())

    @extend_schema(
        request=None, responses={201: PrivateAnalysisSerializer}, parameters=[NUMBER_PARAMETER, *PROOFS]
    )
    @analysis.mapping.post
    def request_analysis(self, request: Request, number: str) -> Response:
        """Request an analysis of a transcript without a match; if one is open already, it is returned."""
        row = self._get_transcript()
        analyses.request_private_analysis(transcript=row, identity=identity_of(request))
        return self._respond_with_analysis(row, status.HTTP_201_CREATED)

    @extend_schema(request=None, responses=PrivateAnalysisSerializer, parameters=[NUMBER_PARAMETER, *PROOFS])
    @analysis.mapping.delete
    def cancel_analysis(self, request: Request, number: str) -> Response:
        """Cancel the analysis in progress of a transcript without a match."""
        row = self._get_transcript()
        analyses.cancel_private_analysis(transcript=row, identity=identity_of(request))
        return self._respond_with_analysis(row)

    @staticmethod
    def _respond_with_analysis(row: Transcript, code: int = status.HTTP_200_OK) -> Response:
        progress = analysis_queries.get_analysis_progress(row)
        if progress is None:
            raise Refusal("record_absent")
        data = {"progress": progress, "figures": analysis_queries.get_shown_figures(row)}
        return Response(PrivateAnalysisSerializer(data).data, status=code)

    def _get_transcript(self) -> Transcript:
        rows = transcripts.get_unassigned_uploads(identity_of(self.request))
        transcript = rows.filter(pk=int(self.kwargs["number"])).first()
        if transcript is None:
            raise Refusal("record_absent")
        return transcript


class ArchiveViewSet(ApiViewSet[Archive]):
    """Zip archives of match files of a desk; only for its officials."""

    queryset = Archive.objects.none()
    lookup_field = "archive"
    lookup_value_regex = "[a-z0-9]{1,16}"
    pagination_class = ApiPagination
    parser_classes = [MultiPartParser]
    scope_kind = "desk"

    @extend_schema(responses=ArchiveSerializer(many=True))
    def list(self, request: Request, desk: str) -> Response:
        """List the archives of the desk, the latest first."""
        return self.page_response(archive_queries.get_archives(self._get_desk()[0]), ArchiveSerializer)

    @extend_schema(
        request={"multipart/form-data": ArchiveUploadSerializer}, responses={201: ArchiveDetailSerializer}
    )
    def create(self, request: Request, desk: str) -> Response:
        """Upload a zip; its files are processed one by one in the background, and duplicates are skipped."""
        row, user = self._get_desk()
        file = self.validated(ArchiveUploadSerializer)["file"]
        archive = archives.upload_archive(
            desk=row, name=file.name, data=file.read(MAX_ARCHIVE_BYTES + 1), by=user
        )
        data = _archive_to_data(row, _get_progress(row, archive.code))
        return Response(data, status=status.HTTP_201_CREATED)

    @extend_schema(responses={200: ArchiveDetailSerializer})
    def retrieve(self, request: Request, desk: str, archive: str) -> Response:
        """Read the progress of an archive, with the status of each file and the matches it may belong to."""
        row, _ = self._get_desk()
        return Response(_archive_to_data(row, _get_progress(row, archive)))

    @extend_schema(
        request=MatchCodeSerializer,
        responses={200: TranscriptSerializer},
        parameters=[ARCHIVE_PARAMETER, NUMBER_PARAMETER],
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=r"files/(?P<number>[0-9]{1,5})/link",
        parser_classes=JSON_PARSERS,
    )
    def link(self, request: Request, desk: str, archive: str, number: str) -> Response:
        """Assign a file of an archive to a match."""
        row, user = self._get_desk()
        progress, match = _get_progress(row, archive), _read_match(request)
        file = progress.file(int(number))
        if file is None:
            raise Refusal("record_absent")
        if match.desk_id != row.pk:
            raise Refusal("match_absent")
        return Response(
            TranscriptSerializer(archives.assign_archived_file(file=file, match=match, by=user)).data
        )

    def _get_desk(self) -> tuple[Desk, User]:
        desk, user = get_desk(self.kwargs["desk"]), self.request.user
        if desk is None or not isinstance(user, User) or not permissions.may_rule(user, desk):
            raise Refusal("desk_absent")
        return desk, user


def _read_match(request: Request) -> Match:
    return get_match(validate_body(MatchCodeSerializer, request)["match"])


def _get_progress(desk: Desk, code: str) -> ArchiveProgress:
    progress = archive_queries.get_archive_progress(desk, code)
    if progress is None:
        raise Refusal("record_absent")
    return progress


def _archive_to_data(desk: Desk, progress: ArchiveProgress) -> dict[str, Any]:
    fits = archive_queries.find_fits_by_file(progress, desk)
    files = [
        {"file": file, "transcript": file.transcript, "fits": fits.get(file.pk, [])}
        for file in progress.files
    ]
    data = {
        "progress": progress,
        "archive": progress.archive,
        "count": len(files),
        "attached": progress.attached,
        "files": files,
    }
    return dict(ArchiveDetailSerializer(data).data)


router = SimpleRouter()
router.register("matches", DraftViewSet, basename="api-match-draft")
router.register("matches", DeclarationViewSet, basename="api-match-declaration")
router.register(f"{MATCH}/transcripts", MatchTranscriptViewSet, basename="api-match-transcript")
router.register("certificates", CertificateViewSet, basename="api-certificate")
router.register("match-file-checks", CheckViewSet, basename="api-match-file-check")
router.register("players", PerformanceViewSet, basename="api-player-performance")
router.register("transcripts", TranscriptViewSet, basename="api-transcript")
router.register("desks/(?P<desk>[a-z0-9]{1,16})/archives", ArchiveViewSet, basename="api-archive")
urlpatterns = router.urls
