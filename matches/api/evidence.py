"""What is done with a record of a match over HTTP: reported, analysed, fetched as a file; and drafts."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.loading import match_at
from matches.api.shapes_in import VersionIn
from matches.api.shapes_out import RecordOut, ReportOut
from matches.api.viewsets import ApiMixin, read
from matches.identity import Identity
from matches.models import Draft, Match, Transcript
from matches.queries import analyses as looking
from matches.queries import disclosure, drafts, listing
from matches.services import analyses, recording, transcripts
from rules import formats
from rules.errors import Refusal

MOST_DRAFT, LONGEST_LINE = 200, 100
FILE = {(200, "text/plain"): OpenApiTypes.STR}
WRITERS = sorted(formats.WRITERS)


class AnalysisOut(serializers.Serializer[Any]):
    """An analysis of a record by this house."""

    state = serializers.CharField(source="latest.state")
    done = serializers.IntegerField(help_text="Games that have been looked at.")
    games = serializers.IntegerField()


class DraftIn(serializers.Serializer[Any]):
    """Lines that follow the first `start`; fewer kept lines and none to follow are an undo."""

    start = serializers.IntegerField(min_value=0, max_value=recording.MOST_LINES)
    lines = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_LINE), max_length=MOST_DRAFT, default=list
    )
    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


class DraftOut(serializers.Serializer[Any]):
    """A match that is being written down, for who writes it."""

    version = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.CharField())


class HandInIn(serializers.Serializer[Any]):
    """The draft as it was seen."""

    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


class MatchDoor(ApiMixin):
    """A door below the address of a match."""

    scope_kind = "match"


class ReportRecord(MatchDoor):
    """The score a record ends in."""

    is_versioned = True

    @extend_schema(
        operation_id="record_report", request=VersionIn, responses={201: ReportOut}, parameters=PROOFS
    )
    def post(self, request: Request, code: str, record: int) -> Response:
        """Report the score a record ends in."""
        match, kept = _record(code, record)
        read(VersionIn, request, version=match.version)
        report = transcripts.report_from_transcript(
            match=match, transcript=kept, identity=identity_of(request), key=key_of(request)
        )
        return Response(ReportOut(report).data, status=status.HTTP_201_CREATED)


class Analysing(MatchDoor):
    """The analysis of a record by this house."""

    @extend_schema(operation_id="record_analysis", responses={200: AnalysisOut})
    def get(self, request: Request, code: str, record: int) -> Response:
        """How far the analysis of a record is."""
        return Response(AnalysisOut(_looked(_record(code, record)[1])).data)

    @extend_schema(
        operation_id="record_analyse", request=None, responses={201: AnalysisOut}, parameters=PROOFS
    )
    def post(self, request: Request, code: str, record: int) -> Response:
        """Have a record analysed; asked again while that goes on, the one analysis answers."""
        kept = _done(request, code, record, analyses.ask)
        return Response(AnalysisOut(_looked(kept)).data, status=status.HTTP_201_CREATED)


class CancelAnalysis(MatchDoor):
    """The end of an analysis."""

    @extend_schema(
        operation_id="record_cancel_analysis", request=None, responses={200: AnalysisOut}, parameters=PROOFS
    )
    def post(self, request: Request, code: str, record: int) -> Response:
        """End the analysis that is going on."""
        kept = _done(request, code, record, analyses.cancel)
        return Response(AnalysisOut(_looked(kept)).data)


class RecordFile(MatchDoor):
    """A record as a file."""

    @extend_schema(
        operation_id="record_file",
        parameters=[OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=WRITERS)],
        responses=FILE,
    )
    def get(self, request: Request, code: str, record: int, kind: str) -> HttpResponse:
        """A record in one of the formats; what that format cannot hold is refused by name."""
        match, kept = _record(code, record)
        if kind not in formats.WRITERS:
            raise Refusal("record_absent")
        text = disclosure.text_of(match, kept, kind)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class Drafting(MatchDoor):
    """A match written down line by line, under the laws."""

    @extend_schema(operation_id="match_draft", responses={200: DraftOut}, parameters=PROOFS)
    def get(self, request: Request, code: str) -> Response:
        """The draft of who asks, empty before its first line."""
        draft = drafts.draft_of(match_at(code), identity_of(request))
        return Response(DraftOut(draft or Draft(version=0, lines=[])).data)

    @extend_schema(
        operation_id="match_write_draft", request=DraftIn, responses={200: DraftOut}, parameters=PROOFS
    )
    def post(self, request: Request, code: str) -> Response:
        """Write lines; the same lines sent twice change nothing the second time."""
        said = read(DraftIn, request)
        draft = recording.write(match=match_at(code), identity=identity_of(request), **said)
        return Response(DraftOut(draft).data)


class HandIn(MatchDoor):
    """A draft that becomes a record."""

    @extend_schema(
        operation_id="match_hand_in_draft", request=HandInIn, responses={201: RecordOut}, parameters=PROOFS
    )
    def post(self, request: Request, code: str) -> Response:
        """Make a record of the draft; it is replayed and weighed like any other."""
        said = read(HandInIn, request)
        kept = recording.hand_in(
            match=match_at(code), identity=identity_of(request), version=said.get("version")
        )
        return Response(RecordOut(kept).data, status=status.HTTP_201_CREATED)


def _record(code: str, record: int) -> tuple[Match, Transcript]:
    match = match_at(code)
    found = match.transcripts.filter(pk=record).first() if listing.record_of(match, record) else None
    if found is None:
        raise Refusal("record_absent")
    return match, found


def _looked(kept: Transcript) -> looking.Looked:
    looked = looking.looked_at(kept)
    if looked is None:
        raise Refusal("record_absent")
    return looked


def _done(request: Request, code: str, record: int, act: Callable[..., object]) -> Transcript:
    match, kept = _record(code, record)
    identity: Identity = identity_of(request)
    act(match=match, transcript=kept, identity=identity)
    return kept
