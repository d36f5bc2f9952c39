"""Records without a match and zips of records, over HTTP: hand in, look what they may be of, say which."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches import permissions
from matches.api.authentication import PROOFS, identity_of
from matches.api.pagination import ApiPagination
from matches.api.parsers import PlainJSON
from matches.api.serializers_matches import RecordSerializer, RecordUploadSerializer
from matches.api.serializers_records import BundleIn, BundleLineOut, BundleOut, KeptOut, LinkIn, ReceivedOut
from matches.api.viewsets import ApiViewSet, get_match, read
from matches.archives import MOST_BYTES
from matches.identity import Identity
from matches.models import Bundle, Desk, Match, Transcript, User
from matches.queries import bundles as facts
from matches.queries import candidates
from matches.queries.bundles import Progress
from matches.services import bundles, intake, transcripts
from rules.errors import Refusal

NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH)
BUNDLE = OpenApiParameter("bundle", str, OpenApiParameter.PATH)


class RecordViewSet(ApiViewSet[Transcript]):
    """Records that find their match by players, length and day, or wait until somebody says which."""

    queryset = Transcript.objects.none()
    lookup_field = "number"
    lookup_value_regex = "[0-9]{1,15}"
    pagination_class = ApiPagination
    parser_classes = [MultiPartParser]

    @extend_schema(responses=RecordSerializer(many=True), parameters=PROOFS)
    def list(self, request: Request) -> Response:
        """List one's own records that belong to no match yet, the latest first."""
        page = self.paginate_queryset(candidates.kept_by(identity_of(request)))
        return self.get_paginated_response(RecordSerializer(page, many=True).data)

    @extend_schema(
        request={"multipart/form-data": RecordUploadSerializer},
        responses={201: ReceivedOut},
        parameters=PROOFS,
    )
    def create(self, request: Request) -> Response:
        """Upload a record: it is replayed, and linked to its match or kept. The same games are kept once."""
        file = _file(RecordUploadSerializer, request)
        received = intake.receive(name=file.name, data=file.read(), identity=identity_of(request))
        return Response(ReceivedOut(received).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses={200: KeptOut}, parameters=PROOFS)
    def retrieve(self, request: Request, number: str) -> Response:
        """Read a record that waits, and the matches it may be of."""
        identity = identity_of(request)
        transcript = _kept(identity, number)
        told = {"record": transcript, "fits": candidates.fits_of(identity, transcript)}
        return Response(KeptOut(told).data)

    @extend_schema(
        request=LinkIn,
        responses={200: RecordSerializer},
        parameters=[NUMBER, *PROOFS],
    )
    @action(detail=True, methods=["post"], parser_classes=[PlainJSON])
    def link(self, request: Request, number: str) -> Response:
        """Link a record to its match; a match that has the same games already answers its own record."""
        identity, match = identity_of(request), _match(request)
        linked = transcripts.link(transcript=_kept(identity, number), match=match, identity=identity)
        return Response(RecordSerializer(linked).data)


class BundleViewSet(ApiViewSet[Bundle]):
    """Zips of records of a desk, for its officials; for anybody else they are not there."""

    queryset = Bundle.objects.none()
    lookup_field = "bundle"
    lookup_value_regex = "[a-z0-9]{1,16}"
    pagination_class = ApiPagination
    parser_classes = [MultiPartParser]
    scope_kind = "desk"

    @extend_schema(responses=BundleLineOut(many=True))
    def list(self, request: Request, desk: str) -> Response:
        """List the latest zips of the desk."""
        found, _ = _desk(request, desk)
        page = self.paginate_queryset(facts.bundles_of(found))
        return self.get_paginated_response(BundleLineOut(page, many=True).data)

    @extend_schema(
        request={"multipart/form-data": BundleIn},
        responses={201: BundleOut},
    )
    def create(self, request: Request, desk: str) -> Response:
        """Upload a zip; its files are read one by one, and duplicates are only noted."""
        found, user = _desk(request, desk)
        file = _file(BundleIn, request)
        bundle = bundles.hand_in(desk=found, name=file.name, data=file.read(MOST_BYTES + 1), by=user)
        return Response(_told(found, _progress(found, bundle.code)), status=status.HTTP_201_CREATED)

    @extend_schema(responses={200: BundleOut})
    def retrieve(self, request: Request, desk: str, bundle: str) -> Response:
        """Read how far a zip is, what became of each file, and which matches the open ones may be of."""
        found, _ = _desk(request, desk)
        return Response(_told(found, _progress(found, bundle)))

    @extend_schema(
        request=LinkIn,
        responses={200: RecordSerializer},
        parameters=[BUNDLE, NUMBER],
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=r"files/(?P<number>[0-9]{1,5})/link",
        parser_classes=[PlainJSON],
    )
    def link(self, request: Request, desk: str, bundle: str, number: str) -> Response:
        """Link a file to its match."""
        found, user = _desk(request, desk)
        progress, match = _progress(found, bundle), _match(request)
        file = next((file for file in progress.files if file.number == int(number)), None)
        if file is None:
            raise Refusal("record_absent")
        if match.desk_id != found.pk:
            raise Refusal("match_absent")
        return Response(RecordSerializer(bundles.assign(file=file, match=match, by=user)).data)


def _file(shape: type[RecordUploadSerializer] | type[BundleIn], request: Request) -> Any:
    return read(shape, request)["file"]


def _match(request: Request) -> Match:
    return get_match(read(LinkIn, request)["match"])


def _kept(identity: Identity, number: str) -> Transcript:
    found = candidates.kept_by(identity).filter(pk=int(number)).first()
    if found is None:
        raise Refusal("record_absent")
    return found


def _desk(request: Request, code: str) -> tuple[Desk, User]:
    found = facts.desk_by_code(code)
    if found is None or not isinstance(request.user, User) or not permissions.may_rule(request.user, found):
        raise Refusal("desk_absent")
    return found, request.user


def _progress(desk: Desk, code: str) -> Progress:
    progress = facts.progress_of(desk, code)
    if progress is None:
        raise Refusal("record_absent")
    return progress


def _told(desk: Desk, progress: Progress) -> dict[str, Any]:
    fits = facts.fits_by_file(progress, desk)
    files = [
        {"file": file, "record": file.transcript, "fits": fits.get(file.pk, [])} for file in progress.files
    ]
    return dict(BundleOut({"progress": progress, "bundle": progress.bundle, "files": files}).data)
